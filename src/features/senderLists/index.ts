import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** The account's blacklist and whitelist, without a frame of their own. */
export const LazySenderListsSection = lazyPiece(async () => (await import('./SenderListsSection')).SenderListsSection)
