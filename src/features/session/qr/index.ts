export { PcLoginPage } from './PcLoginPage'
