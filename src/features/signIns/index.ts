import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** Where the account is signed in, and its sign-ins one by one, without a frame of their own. */
export const LazySessionsSection = lazyPiece(async () => (await import('./sessions/SessionsSection')).SessionsSection)
