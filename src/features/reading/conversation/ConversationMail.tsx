import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import FlagFilled from '@ant-design/icons/es/icons/FlagFilled'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { MailSummary } from '#contract/shapes'
import { Avatar } from '#src/components/brand/Avatar'
import { AddressText, plainName } from '#src/components/text/AddressText'
import { fullDate } from '#src/components/text/mailDate'
import { selectFolders } from '#src/store/mail/folders'
import { useAppSelector } from '#src/store/typed'
import { folderName } from '../../mailbox'
import { ConversationText } from './ConversationText'
import type { ConversationActions } from './useConversationActions'

type Props = {
  row: MailSummary
  /** Lies in another folder than the list's. */
  isElsewhere: boolean
  isOpen: boolean
  /** A ticket for its files. */
  sid: string | null
  actions: ConversationActions
  onToggle: () => void
}

/** A mail of a conversation: one line, and below it, once it is opened, what it says. */
export function ConversationMail({ row, isElsewhere, isOpen, sid, actions, onToggle }: Props) {
  const { t, i18n } = useTranslation(['conversation', 'mail'])
  const folders = useAppSelector(selectFolders)
  const textId = useId()
  const line = (
    <>
      <Avatar name={plainName(row.from.name).trim() || row.from.address} size={28} />
      <span className="conversation-sender">
        <AddressText address={row.from} />
      </span>
      {!row.seen && <span className="visually-hidden">{t('mail:row.unread')}</span>}
      {row.flagged && <FlagFilled className="reading-flagged" role="img" aria-label={t('mail:row.flagged')} />}
      {row.hasAttachment && <PaperClipOutlined role="img" aria-label={t('mail:row.attachment')} />}
      {isElsewhere && <span className="conversation-folder">{folderName(row.folder, folders, t)}</span>}
      <bdi className="conversation-preview">{isOpen ? '' : plainName(row.preview ?? '')}</bdi>
      <time
        className="conversation-date"
        dateTime={new Date(row.receivedAt).toISOString()}
        title={fullDate(row.receivedAt, i18n.language)}
      >
        {row.date.slice(0, 16)}
      </time>
    </>
  )
  return (
    <li className={`conversation-mail ${row.seen ? '' : 'conversation-unread'} ${isOpen ? 'conversation-open' : ''}`}>
      {row.folder === 'draft' ? (
        <Link className="conversation-line" to={actions.writeOf(row.id, 'draft')} onClick={actions.handleWriteLink}>
          {line}
        </Link>
      ) : (
        <button
          type="button"
          className="conversation-line"
          aria-expanded={isOpen}
          aria-controls={textId}
          onClick={onToggle}
        >
          {line}
          <span className="conversation-turn" aria-hidden="true">
            {isOpen ? <DownOutlined /> : <RightOutlined />}
          </span>
        </button>
      )}
      <div id={textId}>{isOpen && <ConversationText row={row} sid={sid} actions={actions} />}</div>
    </li>
  )
}
