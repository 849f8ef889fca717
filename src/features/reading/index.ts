/** The face of reading. */
export { ReaderPage } from './pages/ReaderPage'
