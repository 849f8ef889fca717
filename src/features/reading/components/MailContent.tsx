import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inPlace } from '../../../components/inPlace'
import type { Attachment, Mail } from '../../../contract/shapes'
import type { MailLinks } from '../hooks/useMailLinks'
import { AttachmentList } from './AttachmentList'
import { MailBody } from './MailBody'
import { UnsubscribeBar } from './UnsubscribeBar'

const ReceiptBar = inPlace(async () => (await import('./ReceiptBar')).ReceiptBar)
const RecoveryBar = inPlace(async () => (await import('./RecoveryBar')).RecoveryBar)
const SentReceipts = inPlace(async () => (await import('./SentReceipts')).SentReceipts)
const WaitingBar = inPlace(async () => (await import('./WaitingBar')).WaitingBar)
const RecallBar = inPlace(async () => (await import('../../recall')).RecallBar)
const SeparateResult = inPlace(async () => (await import('../../sending')).SeparateResult)
const InviteCard = inPlace(async () => (await import('./InviteCard')).InviteCard)

const isCalendar = /^(?:text\/calendar|application\/ics)$/i

export type MailContentProps = {
  mail: Mail
  links: MailLinks | null
  areImagesShown: boolean
  onShowImages: () => void
}

/** What a mail says: the bars above it, the text, and the files below. */
export function MailContent({ mail, links, areImagesShown, onShowImages }: MailContentProps) {
  const { t } = useTranslation('reading')
  // As it stood when the mail was opened: the bar says what became of it.
  const [receipt] = useState(mail.receipt)
  const invitation = mail.attachments.find((attachment) => attachment.type === 'text/calendar')
  // Most invitations come twice: once for programs, without a name, and once as a file for people.
  const isTwin = ({ name }: Attachment) =>
    name === '' && mail.attachments.some((other) => other !== invitation && isCalendar.test(other.type))
  const files = mail.attachments.filter(
    (file) => (!file.inline || mail.html === undefined) && !(file === invitation && isTwin(file)),
  )
  return (
    <>
      {(!mail.readable || mail.truncated) && (
        <div className="reading-bar">
          <span>{t(mail.readable ? 'truncated' : 'unreadable')}</span>
          <a className="ep-link reading-bar-action" href={links?.source} download>
            {t('downloadSource')}
          </a>
        </div>
      )}
      <MailBody mail={mail} links={links} areImagesShown={areImagesShown} onShowImages={onShowImages}>
        {receipt !== undefined && <ReceiptBar id={mail.id} receipt={receipt} />}
        {mail.folder === 'sent' && mail.receiptRequested && <SentReceipts key={mail.id} mailId={mail.id} />}
        {mail.waits !== undefined && <WaitingBar mail={mail} />}
        {mail.separately !== undefined && <SeparateResult key={mail.id} separately={mail.separately} />}
        {mail.recalled !== undefined && <RecallBar key={mail.recalled} mail={mail} />}
        {mail.recoverableUntil !== undefined && <RecoveryBar until={mail.recoverableUntil} />}
        <UnsubscribeBar mail={mail} />
        {invitation !== undefined && <InviteCard mailId={mail.id} attachment={invitation} links={links} />}
      </MailBody>
      <AttachmentList mailId={mail.id} attachments={files} links={links} />
    </>
  )
}
