/** Import and export of contacts, fetched when one of them is opened. */
export { ContactExportDialog } from './ContactExportDialog'
export { ContactImportDialog } from './ContactImportDialog'
