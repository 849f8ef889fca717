/** Its frame is there at once: what was sent leaves its composer, however late the page comes. */
import { lazyPiece } from '#src/components/lazy/lazyPiece'

export const LazySuccessPage = lazyPiece(async () => (await import('./SuccessPage')).SuccessPage)
