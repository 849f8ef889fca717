/** What this browser keeps to be sent once there is a line. */
export { OfflineQueue } from './OfflineQueue'
