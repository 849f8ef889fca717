export { PhoneDialog } from './PhoneDialog'
export { PhoneOffer } from './PhoneOffer'
export { offerEnded, offerPostponed } from './phoneOfferSlice'
