/** The face of new mail. */
export { DesktopNews } from './components/DesktopNews'
export { NewsDesk } from './components/NewsDesk'
export { NewsStatus } from './components/NewsStatus'
export { desktopPermission } from './desktop'
export { noticeSampled } from './newsSlice'
export { lookForNews } from './newsThunks'
