import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** What administrators of an organization do, without a frame of its own. */
export const LazyAdministrationSection = lazyPiece(async () => (await import('./AdministrationSection')).Administration)
