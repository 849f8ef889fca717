/** The face of new mail. */
export { DesktopNotifications } from './desktop/DesktopNotifications'
export { desktopPermission } from './desktop/desktop'
export { NewMailStatus } from './NewMailStatus'
export { NewMailWatch } from './NewMailWatch'
export { noticeSampled } from './newMailSlice'
export { lookForNewMail } from './newMailThunks'
