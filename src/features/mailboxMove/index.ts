import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** The transfer of the mailbox into the own organization, without a frame of its own. */
export const LazyMailboxMoveSection = lazyPiece(async () => (await import('./MailboxMoveSection')).MailboxMoveSection)
