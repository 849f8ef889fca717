/** One line of the list: the checkbox, the mail in three lines, and the flag; the grid around it hears presses and keys. */
import ExclamationCircleFilled from '@ant-design/icons/es/icons/ExclamationCircleFilled'
import FlagFilled from '@ant-design/icons/es/icons/FlagFilled'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import { type CSSProperties, Fragment, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressText } from '../../../components/AddressText'
import { Avatar } from '../../../components/Avatar'
import { fullDate, listDate } from '../../../components/mailDate'
import { type ListedMail, placesIn } from '../listedMail'
import { peopleOf, spokenRow } from '../rowText'
import { FolderChip } from './FolderChip'
import { MarkedText } from './MarkedText'
import './MailRow.css'

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
  style: CSSProperties
  onSelect: (event: MouseEvent) => void
  onFlag: () => void
}

export function MailRow({ mail, isFound = false, place, isActive, isSelected, isOpen, face, style, ...on }: Props) {
  const { t, i18n } = useTranslation(['mail'])
  const { named, more } = peopleOf(mail)
  const classes = ['mailbox-row']
  if (!mail.seen) classes.push('mailbox-row-unread')
  if (isOpen) classes.push('mailbox-row-open')
  if (isSelected) classes.push('mailbox-row-selected')
  const firstNamed = named[0]

  return (
    <tr
      className={classes.join(' ')}
      aria-label={spokenRow(mail, t, i18n.language)}
      aria-rowindex={place}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      tabIndex={isActive ? 0 : -1}
      draggable={face === 'checkbox'}
      style={style}
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
              on.onSelect(event)
            }}
            readOnly
          />
        </td>
      ) : (
        <td className="mailbox-row-face">
          <Avatar name={firstNamed?.name || firstNamed?.address || ''} size={36} />
        </td>
      )}
      <td className="mailbox-row-mail">
        <span className="mailbox-row-top">
          <span className="mailbox-row-people">
            {named.length === 0 && t('mail:noRecipient')}
            {named.map((address) => (
              <Fragment key={address.address}>
                {address !== firstNamed && t('mail:comma')}
                <AddressText address={address} />
              </Fragment>
            ))}
            {more > 0 && t('mail:more', { count: more })}
          </span>
          {isFound && <FolderChip folder={mail.folder} />}
          {mail.urgent && (
            <ExclamationCircleFilled className="mailbox-row-urgent" title={t('mail:row.urgent')} aria-hidden />
          )}
          {mail.hasAttachment && <span className="mailbox-chip">{t('mail:chip.attachment')}</span>}
          {mail.answered && <span className="mailbox-chip">{t('mail:chip.answered')}</span>}
          {mail.forwarded && <span className="mailbox-chip">{t('mail:chip.forwarded')}</span>}
        </span>
        <bdi className="mailbox-row-subject">
          <MarkedText text={mail.subject || t('mail:noSubject')} places={placesIn(mail, 'subject')} />
        </bdi>
        <bdi className="mailbox-row-preview">
          <MarkedText text={mail.preview ?? ''} places={placesIn(mail, 'preview')} />
        </bdi>
      </td>
      <td className="mailbox-row-side">
        <time className="mailbox-row-date ep-number" title={fullDate(mail.receivedAt, i18n.language)}>
          {listDate(mail.date)}
        </time>
        <button
          type="button"
          tabIndex={-1}
          className={`mailbox-row-flag ${mail.flagged ? 'mailbox-row-flagged' : ''}`}
          aria-label={t(mail.flagged ? 'mail:unflagMail' : 'mail:flagMail')}
          aria-pressed={mail.flagged}
          title={t(mail.flagged ? 'mail:unflagMail' : 'mail:flagMail')}
          onClick={(event) => {
            event.stopPropagation()
            on.onFlag()
          }}
        >
          {mail.flagged ? <FlagFilled aria-hidden /> : <FlagOutlined aria-hidden />}
        </button>
      </td>
    </tr>
  )
}
