export { ComposePage } from './pages/ComposePage'
export { SuccessPage } from './pages/SuccessPage'
export { WriteMailPage } from './pages/WriteMailPage'
