/** The face of settings. */
export { SettingsDialog } from './components/SettingsDialog'
