import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** The account's signatures, without a frame of their own. */
export const LazySignaturesSection = lazyPiece(async () => (await import('./SignaturesSection')).SignaturesSection)
