/** The face of data recovery. */
export { DataRecoverPage } from './DataRecoverPage'
