/** Mail that is on its way or waits for its time. */
import { lazyDialog } from '../../components/lazy/lazyDialog'
import { lazyPiece } from '../../components/lazy/lazyPiece'

export { HeldSeconds } from './held/HeldSeconds'
export { selectHeldSend, sendHeld } from './sendsSlice'
export { loadHeld } from './sendThunks'

export const LazyScheduleDialog = lazyDialog(async () => (await import('./schedule/ScheduleDialog')).ScheduleDialog)
// Fetched apart: whoever only writes needs none of them.
export const LazyHeldSends = lazyPiece(async () => (await import('./held/HeldSends')).HeldSends, 'nothing')
export const LazySeparateResult = lazyPiece(async () => (await import('./result/SeparateResult')).SeparateResult)
