import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail, MailSummary } from '#contract/shapes'
import type { MenuItem } from '#src/components/menu/MenuList'
import { plainAddress, plainName } from '#src/components/text/AddressText'
import { MailDetails } from '../mail/MailDetails'
import { People } from '../mail/MailHeader'
import { SenderCheck } from '../mail/SenderCheck'
import { ReaderMore } from '../toolbar/ReaderMore'
import { printMail } from '../toolbar/useReaderItems'
import type { ConversationActions } from './useConversationActions'

type Props = {
  mail: Mail
  row: MailSummary
  source: string | undefined
  areImagesShown: boolean
  actions: ConversationActions
}

/** Who wrote one mail of a conversation to whom, and what can be done with it alone. */
export function ConversationMailHead({ mail, row, source, areImagesShown, actions }: Props) {
  const { t } = useTranslation(['reading', 'conversation'])
  const detailsId = useId()
  const [areDetailsShown, setDetailsShown] = useState(false)
  const item = (key: string, onChoose: () => void): MenuItem => ({ key, label: t(`reading:${key}`), onChoose })
  return (
    <header className="conversation-head">
      <div className="reading-sender-meta">
        <bdi>{plainAddress(mail.from.address)}</bdi>
        <SenderCheck authentication={mail.authentication} />
        <People label={t('reading:toLabel')} people={mail.to} />
        <People label={t('reading:ccLabel')} people={mail.cc} />
        <button
          type="button"
          className="reading-details-toggle"
          aria-expanded={areDetailsShown}
          aria-controls={detailsId}
          onClick={() => setDetailsShown(!areDetailsShown)}
        >
          {t(areDetailsShown ? 'reading:hideDetails' : 'reading:showDetails')}
        </button>
      </div>
      <ReaderMore
        mail={mail}
        source={source}
        areImagesShown={areImagesShown}
        label={t('conversation:mailActions', { sender: plainName(mail.from.name).trim() || mail.from.address })}
        items={[
          ...(['reply', 'replyAll', 'forward'] as const).map((mode) => item(mode, () => actions.write(row.id, mode))),
          item(row.flagged ? 'unflag' : 'flag', () => actions.toggleFlag(row)),
          ...(row.folder === 'deleted'
            ? []
            : [{ ...item('delete', () => actions.moveOne(row, 'deleted')), label: t('conversation:removeOne') }]),
          item('print', () => printMail(row.id, areImagesShown)),
        ]}
      />
      <div id={detailsId}>{areDetailsShown && <MailDetails mail={mail} />}</div>
    </header>
  )
}
