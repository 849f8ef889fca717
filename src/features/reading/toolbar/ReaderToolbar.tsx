import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/shapes'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import type { MailActions } from '../useMailActions'
import { ReaderMore } from './ReaderMore'
import { ReadingToolbar } from './ReadingToolbar'
import { printMail } from './useReaderItems'

const RecallAction = lazyPiece(async () => (await import('../../recall')).RecallAction, 'button')

type Props = {
  mail: Mail | undefined
  actions: MailActions
  /** Where the original can be had. */
  source: string | undefined
  areImagesShown: boolean
}

export function ReaderToolbar({ mail, actions, source, areImagesShown }: Props) {
  const { t } = useTranslation('reading')
  return (
    <ReadingToolbar
      label={t('actions')}
      backTo={actions.backTo}
      folder={mail?.folder}
      count={mail === undefined ? 0 : 1}
      onAnswer={actions.write}
      onMove={actions.move}
      onUnread={() => actions.mark('unseen')}
      onPrint={() => mail !== undefined && printMail(mail.id, areImagesShown)}
      more={(items) => <ReaderMore mail={mail} source={source} areImagesShown={areImagesShown} items={items} />}
      inSent={mail !== undefined && <RecallAction key={mail.id} mail={mail} />}
    />
  )
}
