import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '../../../contract/shapes'
import { frameDocument, MailFrame, misleadingLinks, plainTextToHtml, sanitizeMail } from '../../../lib/html'
import type { MailLinks } from '../hooks/useMailLinks'
import { ImagesBar } from './ImagesBar'
import { PhishingBar } from './PhishingBar'

type Props = {
  mail: Mail
  links: MailLinks | null
  areImagesShown: boolean
  onShowImages: () => void
  /** Bars that stand below those about the text itself. */
  children?: ReactNode
}

const noLinks: ReturnType<typeof misleadingLinks> = []

/** A letter pressed within the mail means what it means on the page around it; keys that move or press stay there. */
function passOn(event: KeyboardEvent) {
  const { key, shiftKey, repeat, isComposing } = event
  if (key.length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  const copy = new KeyboardEvent('keydown', { key, shiftKey, repeat, isComposing, bubbles: true, cancelable: true })
  if (!document.body.dispatchEvent(copy)) event.preventDefault()
}

/** The text of a mail: its HTML made harmless, or its plain text. Nothing remote is loaded before the reader asks for it. */
export function MailBody({ mail, links, areImagesShown, onShowImages, children }: Props) {
  const { t } = useTranslation('reading')
  const { body, blocked, misleading } = useMemo(() => {
    const quoteLabel = t('quotedText')
    if (mail.html === undefined) {
      return { body: plainTextToHtml(mail.text ?? '', quoteLabel), blocked: 0, misleading: noLinks }
    }
    const sanitized = sanitizeMail(mail.html, {
      images: areImagesShown && links !== null ? 'proxied' : 'blocked',
      imageUrl: (url) => links?.image(url) ?? '',
      cidUrl: (cid) => links?.cid(cid) ?? null,
      quoteLabel,
    })
    return { body: sanitized.html, blocked: sanitized.blockedImages, misleading: misleadingLinks(sanitized.links) }
  }, [mail.html, mail.text, areImagesShown, links, t])
  const html = useMemo(() => frameDocument({ html: body, imageSources: links?.imageSources ?? [] }), [body, links])
  const isEmpty = mail.html === undefined && (mail.text ?? '') === ''
  return (
    <>
      <PhishingBar mail={mail} links={misleading} />
      {blocked > 0 && <ImagesBar count={blocked} onShow={onShowImages} />}
      {children}
      {isEmpty ? (
        <p className="reading-note">{t(mail.readable ? 'emptyBody' : 'unreadable')}</p>
      ) : (
        <MailFrame html={html} title={t('bodyOf', { subject: mail.subject })} onKeyDown={passOn} />
      )}
    </>
  )
}
