import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attachment, Mail } from '#contract/shapes'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { AttachmentList } from '../attachments/AttachmentList'
import { UnsubscribeBar } from '../bars/UnsubscribeBar'
import type { MailLinks } from '../useMailLinks'
import { MailBody } from './MailBody'

const ReceiptBar = lazyPiece(async () => (await import('../receipts/ReceiptBar')).ReceiptBar)
const JunkBar = lazyPiece(async () => (await import('../bars/JunkBar')).JunkBar)
const RecoveryBar = lazyPiece(async () => (await import('../bars/RecoveryBar')).RecoveryBar)
const SentReceipts = lazyPiece(async () => (await import('../receipts/SentReceipts')).SentReceipts)
const WaitingBar = lazyPiece(async () => (await import('../bars/WaitingBar')).WaitingBar)
const RecallBar = lazyPiece(async () => (await import('../../recall')).RecallBar)
const SeparateResult = lazyPiece(async () => (await import('../../sending')).LazySeparateResult)
const InviteCard = lazyPiece(async () => (await import('../attachments/InviteCard')).InviteCard)

const VCardFile = lazyPiece(async () => (await import('../attachments/VCardFile')).VCardFile)

const isVCard = ({ name, type }: Attachment) => /^text\/(?:x-)?vcard$/i.test(type) || /\.vcf$/i.test(name)
/** Files of cards that are opened with a message, each by a call of its own. */
const shownVCards = 3
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
  const isTwin = ({ name, unnamed = name === '' }: Attachment) =>
    unnamed && mail.attachments.some((other) => other !== invitation && isCalendar.test(other.type))
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
        {mail.folder === 'junk' && mail.junkBy !== undefined && <JunkBar mail={mail} reason={mail.junkBy} />}
        {mail.recoverableUntil !== undefined && <RecoveryBar until={mail.recoverableUntil} />}
        <UnsubscribeBar mail={mail} />
        {invitation !== undefined && <InviteCard mailId={mail.id} attachment={invitation} links={links} />}
      </MailBody>
      {files
        .filter(isVCard)
        .slice(0, shownVCards)
        .map(({ part }) => (
          <VCardFile key={part} mailId={mail.id} part={part} />
        ))}
      <AttachmentList mailId={mail.id} attachments={files} links={links} />
    </>
  )
}
