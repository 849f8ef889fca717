import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** The account's automatic reply, without a frame of its own. */
export const LazyAutoReplySection = lazyPiece(async () => (await import('./AutoReplySection')).AutoReplySection)
