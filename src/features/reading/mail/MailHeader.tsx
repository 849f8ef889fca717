import FlagFilled from '@ant-design/icons/es/icons/FlagFilled'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Address, Mail } from '#contract/shapes'
import { Avatar } from '#src/components/brand/Avatar'
import { IconButton } from '#src/components/button/IconButton'
import { AddressText, plainAddress, plainName } from '#src/components/text/AddressText'
import { arrivalDate, fullDate } from '#src/components/text/mailDate'
import { useSetting } from '#src/store/settings/useSetting'
import { PersonMenu } from '../person/PersonMenu'
import { distinctPeople } from './distinctPeople'
import { MailDetails } from './MailDetails'
import { SenderCheck } from './SenderCheck'
import './mailHeader.css'

/** Names shown in the short line; the rest stand in the details. */
const shortList = 3

export function People({ label, people }: { label: string; people: readonly Address[] }) {
  const { t } = useTranslation('reading')
  const shown = distinctPeople(people)
  if (shown.length === 0) return null
  return (
    <span className="reading-people">
      {label}
      {shown.slice(0, shortList).map((person, at) => (
        <span key={`${person.name} ${person.address}`}>
          {at > 0 && t('listSeparator')}
          <PersonMenu person={person}>
            <AddressText address={person} />
          </PersonMenu>
        </span>
      ))}
      {shown.length > shortList && t('andMore', { count: shown.length - shortList })}
    </span>
  )
}

type Props = { mail: Mail; onToggleFlag: () => void }

export function MailHeader({ mail, onToggleFlag }: Props) {
  const { t, i18n } = useTranslation('reading')
  const isFull = useSetting('mailHeader') === 'full'
  const [isOpen = isFull, setOpen] = useState<boolean>()
  const detailsId = useId()
  const senderName = plainName(mail.from.name).trim()
  return (
    <header className="reading-header">
      <h1 className="reading-subject">
        <bdi>{plainName(mail.subject).trim() || t('noSubject')}</bdi>
      </h1>
      <div className="reading-sender">
        <Avatar name={senderName || mail.from.address} />
        <div className="reading-sender-lines">
          <div className="reading-sender-name">
            {(senderName !== '' || mail.from.address === '') && (
              <strong>
                <bdi>{senderName || t('unknownSender')}</bdi>
              </strong>
            )}
            {mail.from.address !== '' && (
              <PersonMenu person={mail.from}>
                <bdi className={senderName === '' ? 'reading-sender-only' : 'reading-sender-address'}>
                  {plainAddress(mail.from.address)}
                </bdi>
              </PersonMenu>
            )}
            <SenderCheck authentication={mail.authentication} />
          </div>
          <div className="reading-sender-meta">
            <People label={t('toLabel')} people={mail.to} />
            <People label={t('ccLabel')} people={mail.cc} />
            <time dateTime={new Date(mail.receivedAt).toISOString()} title={fullDate(mail.receivedAt, i18n.language)}>
              {arrivalDate(mail)}
            </time>
          </div>
        </div>
        <div className="reading-sender-actions">
          {mail.waits === undefined && mail.recoverableUntil === undefined && (
            <FlagButton isFlagged={mail.flagged} onToggle={onToggleFlag} />
          )}
          <button
            type="button"
            className="reading-details-toggle"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'hideDetails' : 'showDetails')}
          </button>
        </div>
      </div>
      <div id={detailsId}>{isOpen && <MailDetails mail={mail} />}</div>
    </header>
  )
}

function FlagButton({ isFlagged, onToggle }: { isFlagged: boolean; onToggle: () => void }) {
  const { t } = useTranslation('reading')
  return (
    <IconButton
      label={t(isFlagged ? 'unflag' : 'flag')}
      aria-pressed={isFlagged}
      icon={isFlagged ? <FlagFilled className="reading-flagged" /> : <FlagOutlined />}
      onClick={onToggle}
    />
  )
}
