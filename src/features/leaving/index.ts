import { lazyPiece } from '#src/components/lazy/lazyPiece'

/** Export of everything and closing of the account, without a frame of their own. */
export const LazyLeavingSection = lazyPiece(async () => (await import('./LeavingSection')).LeavingSection)
