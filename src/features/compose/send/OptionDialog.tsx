/** What goes along with a message: a signature, a card, files of My files. */
import type { RefObject } from 'react'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { CardDialog } from '../cards/CardDialog'
import type { Composer } from '../composer'
import type { ComposeContent } from '../content'
import { SignatureDialog } from '../signatures/SignatureDialog'
import type { TextHandle } from '../useWriting'

const MyFilesDialog = lazyDialog(async () => (await import('../attachments/MyFilesDialog')).MyFilesDialog)

type Props = {
  kind: 'signature' | 'card' | 'files'
  composer: Composer
  text: RefObject<TextHandle>
  onChange: (change: Partial<ComposeContent>) => void
  onClose: () => void
}

export function OptionDialog({ kind, composer, text, onChange, onClose }: Props) {
  if (kind === 'files') return <MyFilesDialog composer={composer} text={text} onClose={onClose} />
  if (kind === 'card') return <CardDialog onChoose={(card) => onChange({ card })} onClose={onClose} />
  return <SignatureDialog text={text} onChange={onChange} onClose={onClose} />
}
