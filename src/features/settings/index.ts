/** The face of settings. */
export { SettingsDialog } from './SettingsDialog'
