import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { partText } from '#contract/endpoints/mail/reading'
import { previewKind } from '#contract/mail/previews'
import type { Attachment } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { IconButton } from '#src/components/button/IconButton'
import { Dialog } from '#src/components/dialog/Dialog'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { plainName } from '#src/components/text/AddressText'
import { useReply } from '#src/store/ask'
import type { MailLinks } from '../useMailLinks'
import { NestedMail } from './NestedMail'
import './previewDialog.css'

type Props = {
  mailId: string
  attachment: Attachment
  /** All that can be looked at, in the order of the list. */
  files: readonly Attachment[]
  links: MailLinks
  onShow: (attachment: Attachment) => void
  onClose: () => void
}

/** What the browser shows by itself, as it does in a tab. */
const ownKinds: readonly string[] = ['picture', 'sound', 'film', 'pdf']

/** A file of a mail, looked at in place: as what its bytes can safely be, never as a page. */
export function PreviewDialog({ mailId, attachment, files, links, onShow, onClose }: Props) {
  const { t } = useTranslation('reading')
  const name = plainName(attachment.name) || t('unnamed')
  const at = files.findIndex(({ part }) => part === attachment.part)
  const step = (label: string, icon: ReactNode, file: Attachment | undefined, none: string) => (
    <IconButton
      label={t(label)}
      icon={icon}
      disabledReason={file === undefined ? t(none) : undefined}
      onClick={() => file !== undefined && onShow(file)}
    />
  )
  return (
    <Dialog
      id="reading-preview"
      title={name}
      onClose={onClose}
      actions={
        <>
          {files.length > 1 && (
            <span className="reading-preview-steps">
              {step('previousFile', <LeftOutlined />, files[at - 1], 'firstFile')}
              {step('nextFile', <RightOutlined />, files[at + 1], 'lastFile')}
            </span>
          )}
          {ownKinds.includes(previewKind(attachment.type) ?? '') && (
            <a className="ep-button" href={links.part(attachment, true)} target="_blank" rel="noopener noreferrer">
              {t('openInTab')}
            </a>
          )}
          <a className="ep-button" href={links.part(attachment)} download={name}>
            {t('download')}
          </a>
          <Button tone="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <Preview key={attachment.part} mailId={mailId} attachment={attachment} links={links} name={name} />
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
      return <PdfPreview link={link} name={name} />
    case 'mail':
      return <NestedMail mailId={mailId} part={attachment.part} linkTo={links.part} />
    case 'text':
    case null:
      return <TextPreview mailId={mailId} part={attachment.part} name={name} />
  }
}

/**
 * The answer's own policy sandboxes it; with the attribute too, Chromium would not show it at all.
 * The browser's viewer takes the focus when it has loaded, and Esc with it: without a pointer it
 * gives the focus back.
 */
function PdfPreview({ link, name }: { link: string; name: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const controller = new AbortController()
    const handleBlur = () => {
      const { current } = frame
      if (current === null || document.activeElement !== current || current.matches(':hover')) return
      current.closest('dialog')?.querySelector<HTMLElement>('button')?.focus()
    }
    window.addEventListener('blur', handleBlur, { signal: controller.signal })
    return () => controller.abort()
  }, [])
  return (
    <iframe
      ref={frame}
      className="reading-preview-pdf"
      src={link}
      title={name}
      tabIndex={-1}
      referrerPolicy="no-referrer"
    />
  )
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
