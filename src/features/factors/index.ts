import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** The second factor of the account, without a frame of its own. */
export const LazyFactorsSection = lazyPiece(async () => (await import('./FactorsSection')).FactorsSection)
