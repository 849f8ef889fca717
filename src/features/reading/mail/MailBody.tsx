import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/shapes'
import { isOfInputMethod } from '#src/components/browser/keyTargets'
import { frameDocument } from '#src/lib/html/frame/frameDocument'
import { MailFrame } from '#src/lib/html/frame/MailFrame'
import { useMailLook } from '#src/store/settings/useMailLook'
import { ImagesBar } from '../bars/ImagesBar'
import { PhishingBar } from '../bars/PhishingBar'
import type { MailLinks } from '../useMailLinks'
import { useMailtoLinks } from '../useMailtoLinks'
import { areImagesWanted } from './images'
import { needsLinks, readableText } from './readableText'

type Props = {
  mail: Mail
  links: MailLinks | null
  areImagesShown: boolean
  onShowImages: () => void
  /** Bars that stand below those about the text itself. */
  children?: ReactNode
}

/** A letter pressed within the mail means what it means on the page around it; keys that move or press stay there. */
function passOn(event: KeyboardEvent) {
  const { key, shiftKey, repeat } = event
  if (isOfInputMethod(event) || key.length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey)
    return
  const copy = new KeyboardEvent('keydown', { key, shiftKey, repeat, bubbles: true, cancelable: true })
  if (!document.body.dispatchEvent(copy)) event.preventDefault()
}

/** The text of a mail: its HTML made harmless, or its plain text. Nothing remote is loaded before the reader asks for it. */
export function MailBody({ mail, links, areImagesShown: areImagesAsked, onShowImages, children }: Props) {
  const { t } = useTranslation('reading')
  const followLink = useMailtoLinks()
  const areImagesShown = areImagesAsked || areImagesWanted(mail)
  const { html: written, text } = mail
  // The ticket may come after the mail; a text that loads nothing must not be made and shown a second time for it.
  const used = needsLinks(written, areImagesShown) ? links : null
  const quoteLabel = t('quotedText')
  const { body, blocked, isPlain, misleading } = useMemo(
    () => readableText({ html: written, text, areImagesShown, links: used, quoteLabel }),
    [written, text, areImagesShown, used, quoteLabel],
  )
  const html = useMemo(() => frameDocument({ html: body, imageSources: used?.imageSources ?? [] }), [body, used])
  const usualLook = useMailLook(!isPlain)
  const [isDark = usualLook !== 'white', setDark] = useState<boolean>()
  const look = isDark ? (isPlain ? 'page' : 'inverted') : 'white'
  const isEmpty = mail.html === undefined && (mail.text ?? '') === ''
  return (
    <>
      <PhishingBar mail={mail} links={misleading} />
      {blocked > 0 && <ImagesBar mail={mail} count={blocked} onShow={onShowImages} />}
      {children}
      {isEmpty ? (
        <p className="reading-note">{t(mail.readable ? 'emptyBody' : 'unreadable')}</p>
      ) : (
        <>
          <button type="button" className="ep-link reading-look" onClick={() => setDark(!isDark)}>
            {t(isDark ? 'showOnWhite' : 'showDark')}
          </button>
          <MailFrame
            html={html}
            title={t('bodyOf', { subject: mail.subject })}
            look={look}
            onKeyDown={passOn}
            onClick={followLink}
          />
        </>
      )}
    </>
  )
}
