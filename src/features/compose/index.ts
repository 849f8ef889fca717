export { ComposePage } from './ComposePage'
export { ComposeDock } from './dock/ComposeDock'
export { saveAllOpen } from './draft/openSavers'
export { WriteMailPage } from './WriteMailPage'
