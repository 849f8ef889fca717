/** The face of printing. */
export { PrintPage } from './pages/PrintPage'
