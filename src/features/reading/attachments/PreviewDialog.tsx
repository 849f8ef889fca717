import { useTranslation } from 'react-i18next'
import { partText } from '#contract/endpoints/mail/reading'
import { previewKind } from '#contract/mail/previews'
import type { Attachment } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { plainName } from '#src/components/text/AddressText'
import { useReply } from '#src/store/ask'
import type { MailLinks } from '../useMailLinks'
import { NestedMail } from './NestedMail'
import './previewDialog.css'

type Props = { mailId: string; attachment: Attachment; links: MailLinks; onClose: () => void }

/** A file of a mail, looked at in place: as what its bytes can safely be, never as a page. */
export function PreviewDialog({ mailId, attachment, links, onClose }: Props) {
  const { t } = useTranslation('reading')
  const name = plainName(attachment.name) || t('unnamed')
  return (
    <Dialog
      id="reading-preview"
      title={name}
      onClose={onClose}
      actions={
        <>
          <a className="ep-button" href={links.part(attachment)} download={name}>
            {t('download')}
          </a>
          <Button tone="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <Preview mailId={mailId} attachment={attachment} links={links} name={name} />
    </Dialog>
  )
}

type PreviewProps = { mailId: string; attachment: Attachment; links: MailLinks; name: string }

function Preview({ mailId, attachment, links, name }: PreviewProps) {
  const link = links.part(attachment, true)
  switch (previewKind(attachment.type)) {
    case 'picture':
      return <img className="reading-preview-picture" src={link} alt={name} referrerPolicy="no-referrer" />
    case 'sound':
      return (
        <audio className="reading-preview-sound" src={link} controls aria-label={name}>
          {/* What comes by mail brings no captions. */}
          <track kind="captions" />
        </audio>
      )
    case 'film':
      return (
        <video className="reading-preview-picture" src={link} controls aria-label={name}>
          <track kind="captions" />
        </video>
      )
    case 'pdf':
      // The answer's own policy sandboxes it; with the attribute too, Chromium would not show it at all.
      // The browser's own viewer keeps the Tab key and Esc to itself: keys go past it, and Download opens it elsewhere.
      return (
        <iframe className="reading-preview-pdf" src={link} title={name} tabIndex={-1} referrerPolicy="no-referrer" />
      )
    case 'mail':
      return <NestedMail mailId={mailId} part={attachment.part} linkTo={links.part} />
    case 'text':
    case null:
      return <TextPreview mailId={mailId} part={attachment.part} name={name} />
  }
}

function TextPreview({ mailId, part, name }: { mailId: string; part: string; name: string }) {
  const { t } = useTranslation('reading')
  const answer = useReply(partText, { id: mailId, part })
  if (answer.state === 'waiting') return <Skeleton lines={6} />
  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  return (
    <>
      {answer.reply.isCut && <p className="reading-note">{t('previewCut')}</p>}
      <textarea
        className="reading-preview-text"
        dir="auto"
        readOnly
        aria-label={name}
        value={answer.reply.text}
        spellCheck={false}
      />
    </>
  )
}
