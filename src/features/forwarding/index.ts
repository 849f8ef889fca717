import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** Forwarding of all messages, without a frame of its own. */
export const LazyForwarding = lazyPiece(async () => (await import('./Forwarding')).Forwarding)
