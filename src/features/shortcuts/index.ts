/** The help on keys' face. */
export { ShortcutsDialog } from './ShortcutsDialog'
