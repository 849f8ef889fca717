export { ComposeDock } from './components/ComposeDock'
export { saveAllOpen } from './openSavers'
export { ComposePage } from './pages/ComposePage'
export { WriteMailPage } from './pages/WriteMailPage'
