/** A row of one to three lines by the density; the grid around it hears presses and keys. */
import ExclamationCircleFilled from '@ant-design/icons/es/icons/ExclamationCircleFilled'
import FlagFilled from '@ant-design/icons/es/icons/FlagFilled'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import { Fragment, type MouseEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#src/components/brand/Avatar'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { AddressText } from '#src/components/text/AddressText'
import { fullDate, listDate, shortDate } from '#src/components/text/mailDate'
import { FolderChip } from './FolderChip'
import { HighlightedText } from './HighlightedText'
import { highlightsIn, type ListedMail } from './listedMail'
import { type OnRowAction, RowActions } from './RowActions'
import { peopleOf, spokenRow } from './rowText'
import './MailRow.css'

const HeldSeconds = lazyPiece(async () => (await import('../../sending')).HeldSeconds, 'nothing')

type Props = {
  mail: ListedMail
  /** Stands among mails of other folders, so it names its own. */
  isFound?: boolean
  /** 1-based among all pages. */
  place: number
  isActive: boolean
  isSelected: boolean
  isOpen: boolean
  /** On phones a picture stands where the checkbox is otherwise. */
  face: 'checkbox' | 'avatar'
  /** Pixels from the list's beginning, and the row's own. */
  top: number
  height: number
  onSelect: (place: number, event: MouseEvent) => void
  onAction: OnRowAction
}

/** Rows render when something about them changes: a list that scrolls or waits renders often. */
export const MailRow = memo(function MailRow({
  mail,
  isFound = false,
  place,
  isActive,
  isSelected,
  isOpen,
  ...rest
}: Props) {
  const { face, top, height, onSelect, onAction } = rest
  const { t, i18n } = useTranslation(['mail'])
  const [firstNamed] = peopleOf(mail).named
  const classes = ['mailbox-row']
  if (!mail.seen) classes.push('mailbox-row-unread')
  if (isOpen) classes.push('mailbox-row-open')
  if (isSelected) classes.push('mailbox-row-selected')

  return (
    <tr
      className={classes.join(' ')}
      aria-label={spokenRow(mail, t, i18n.language)}
      aria-rowindex={place}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      tabIndex={isActive ? 0 : -1}
      draggable={face === 'checkbox'}
      style={{ blockSize: height, transform: `translateY(${top}px)` }}
    >
      {face === 'checkbox' ? (
        <td className="mailbox-row-check">
          <input
            type="checkbox"
            className="ep-checkbox"
            tabIndex={-1}
            checked={isSelected}
            aria-label={t('mail:selectMail', { subject: mail.subject || t('mail:noSubject') })}
            onClick={(event) => {
              event.stopPropagation()
              onSelect(place, event)
            }}
            readOnly
          />
        </td>
      ) : (
        <td className="mailbox-row-face">
          <Avatar name={firstNamed?.name || firstNamed?.address || ''} size={height < 60 ? 28 : 36} />
        </td>
      )}
      <td className="mailbox-row-mail">
        <span className="mailbox-row-top">
          <span className="mailbox-row-people">
            <RowPeople mail={mail} />
          </span>
          {mail.conversation !== undefined && mail.conversation.count > 1 && (
            <span className="mailbox-row-count ep-number">{mail.conversation.count}</span>
          )}
          {isFound && <FolderChip folder={mail.folder} />}
          {mail.urgent && (
            <ExclamationCircleFilled className="mailbox-row-urgent" title={t('mail:row.urgent')} aria-hidden />
          )}
          {mail.waits !== undefined && (
            <span className={`mailbox-chip mailbox-chip-${mail.waits}`}>
              <WaitingWords mail={mail} words={t(`mail:chip.${mail.waits}`)} />
            </span>
          )}
          {mail.recalled !== undefined && <span className="mailbox-chip">{t(`mail:recalled.${mail.recalled}`)}</span>}
          {mail.recoverableUntil !== undefined && (
            <span className="mailbox-chip mailbox-chip-until ep-number">
              {t('mail:chip.until', { date: shortDate(mail.recoverableUntil, i18n.language) })}
            </span>
          )}
          {mail.answered && <span className="mailbox-chip">{t('mail:chip.answered')}</span>}
          {mail.forwarded && <span className="mailbox-chip">{t('mail:chip.forwarded')}</span>}
        </span>
        <bdi className="mailbox-row-subject">
          <HighlightedText text={mail.subject || t('mail:noSubject')} places={highlightsIn(mail, 'subject')} />
        </bdi>
        <bdi className="mailbox-row-preview">
          <HighlightedText text={mail.preview ?? ''} places={highlightsIn(mail, 'preview')} />
        </bdi>
      </td>
      <td className="mailbox-row-side">
        <span className="mailbox-row-marks">
          {mail.flagged && <FlagFilled className="mailbox-row-flagged" aria-hidden />}
          {mail.hasAttachment && (
            <PaperClipOutlined title={t('mail:row.attachment')} aria-label={t('mail:row.attachment')} />
          )}
          <time className="mailbox-row-date ep-number" title={fullDate(mail.receivedAt, i18n.language)}>
            {listDate(mail.date)}
          </time>
        </span>
        <RowActions mail={mail} t={t} onAction={onAction} />
      </td>
    </tr>
  )
})

/** Who wrote it, or whom it goes to; what goes to each alone names nobody, as none of them sees another. */
function RowPeople({ mail }: { mail: ListedMail }) {
  const { t } = useTranslation(['mail'])
  if (mail.separately !== undefined) return t('mail:separately', { count: mail.separately.recipients })
  const { named, more } = peopleOf(mail)
  return (
    <>
      {named.length === 0 && t('mail:noRecipient')}
      {named.map((address) => (
        <Fragment key={address.address}>
          {address !== named[0] && t('mail:comma')}
          <AddressText address={address} />
        </Fragment>
      ))}
      {more > 0 && t('mail:more', { count: more })}
    </>
  )
}

/** Of what can still be undone, for how long. */
function WaitingWords({ mail, words }: { mail: ListedMail; words: string }) {
  if (mail.folder !== 'outbox' || mail.waits !== 'waiting') return words
  return <HeldSeconds mailId={mail.id} otherwise={words} waiting={words} without={words} />
}
