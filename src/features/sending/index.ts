/** Mail that is on its way or waits for its time. */
import { lazyDialog } from '../../components/lazy/lazyDialog'
import { lazyPiece } from '../../components/lazy/lazyPiece'

export { HeldSeconds } from './held/HeldSeconds'
export { selectHeldSend, sendHeld } from './sendsSlice'
export { loadHeld } from './sendThunks'

export const LazyScheduleDialog = lazyDialog(async () => (await import('./schedule/ScheduleDialog')).ScheduleDialog)
// Fetched apart: whoever only writes needs none of them.
export const LazyHeldSends = lazyPiece(async () => (await import('./held/HeldSends')).HeldSends, 'nothing')
/** Its frame is there at once: what was sent leaves its composer, however late the page comes. */
export const LazySuccessPage = lazyPiece(async () => (await import('./result/SuccessPage')).SuccessPage)
export const LazySeparateResult = lazyPiece(async () => (await import('./result/SeparateResult')).SeparateResult)
