import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** What the person says of themselves, without a frame of its own. */
export const LazyProfileSection = lazyPiece(async () => (await import('./ProfileSection')).ProfileSection)
