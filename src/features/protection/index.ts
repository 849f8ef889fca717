import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** Secure phone and secure mailbox, without a frame of their own. */
export const LazyProtectionSection = lazyPiece(async () => (await import('./ProtectionSection')).ProtectionSection)
