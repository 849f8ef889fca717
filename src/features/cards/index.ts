import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** The account's business cards, without a frame of their own. */
export const LazyCardsSection = lazyPiece(async () => (await import('./CardsSection')).CardsSection)
