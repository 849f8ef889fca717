declare module 'qs/lib/stringify.js' {
  import { stringify } from 'qs'
  export default stringify
}
