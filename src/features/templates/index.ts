import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** The account's templates, without a frame of their own. */
export const LazyTemplatesSection = lazyPiece(async () => (await import('./TemplatesSection')).TemplatesSection)
