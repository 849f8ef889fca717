/** The face of rules. */
import { lazyPiece } from '#src/components/lazy/lazyPiece'

export { BlockSendersDialog } from './BlockSendersDialog'

/** The account's rules, without a frame of their own. */
export const LazyRulesSection = lazyPiece(async () => (await import('./RulesSection')).RulesSection)
