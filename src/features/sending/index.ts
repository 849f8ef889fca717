/** Mail that is on its way or waits for its time. */
import { inPlace } from '../../components/inPlace'

export { HeldSeconds } from './components/HeldSeconds'
export { HeldSends } from './components/HeldSends'
export { ScheduleDialog } from './components/ScheduleDialog'
export { selectHeldSend, sendHeld } from './sendsSlice'
export { loadHeld } from './sendThunks'

// Fetched apart: whoever only writes needs neither.
export const SuccessPage = inPlace(async () => (await import('./pages/SuccessPage')).SuccessPage)
export const SeparateResult = inPlace(async () => (await import('./components/SeparateResult')).SeparateResult)
