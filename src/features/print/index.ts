/** The face of printing. */
export { PrintPage } from './PrintPage'
