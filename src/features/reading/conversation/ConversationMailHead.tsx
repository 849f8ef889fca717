import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FlagFilled from '@ant-design/icons/es/icons/FlagFilled'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import ShareAltOutlined from '@ant-design/icons/es/icons/ShareAltOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail, MailSummary } from '#contract/shapes'
import { IconButton } from '#src/components/button/IconButton'
import { plainAddress, plainName } from '#src/components/text/AddressText'
import { MailDetails } from '../mail/MailDetails'
import { People } from '../mail/MailHeader'
import { SenderCheck } from '../mail/SenderCheck'
import { ReaderMore } from '../toolbar/ReaderMore'
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
  const flagged = row.flagged
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
      <div
        className="conversation-tools"
        role="toolbar"
        aria-label={t('conversation:mailActions', { sender: plainName(mail.from.name).trim() || mail.from.address })}
      >
        <IconButton
          label={t('reading:reply')}
          icon={<RollbackOutlined />}
          onClick={() => actions.write(row.id, 'reply')}
        />
        <IconButton
          label={t('reading:replyAll')}
          icon={<TeamOutlined />}
          onClick={() => actions.write(row.id, 'replyAll')}
        />
        <IconButton
          label={t('reading:forward')}
          icon={<ShareAltOutlined />}
          onClick={() => actions.write(row.id, 'forward')}
        />
        <IconButton
          label={t(flagged ? 'reading:unflag' : 'reading:flag')}
          aria-pressed={flagged}
          icon={flagged ? <FlagFilled className="reading-flagged" /> : <FlagOutlined />}
          onClick={() => actions.toggleFlag(row)}
        />
        {row.folder !== 'deleted' && (
          <IconButton
            label={t('conversation:removeOne')}
            icon={<DeleteOutlined />}
            onClick={() => actions.removeOne(row)}
          />
        )}
        <ReaderMore mail={mail} source={source} areImagesShown={areImagesShown} />
      </div>
      <div id={detailsId}>{areDetailsShown && <MailDetails mail={mail} />}</div>
    </header>
  )
}
