export { PhoneDialog } from './components/PhoneDialog'
export { PhoneOffer } from './components/PhoneOffer'
