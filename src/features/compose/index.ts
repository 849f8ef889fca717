import { lazyPiece } from '#src/components/lazy/lazyPiece'

export { ComposePage } from './ComposePage'
export { ComposeDock } from './dock/ComposeDock'
export { saveAllOpen } from './draft/openSavers'
export { WriteMailPage } from './WriteMailPage'

/** The editor alone, for other texts than messages. */
export const LazyTextEditor = lazyPiece(async () => (await import('./editor/TextEditor')).TextEditor)
