export { PhoneDialog } from './PhoneDialog'
export { PhoneOffer } from './PhoneOffer'
