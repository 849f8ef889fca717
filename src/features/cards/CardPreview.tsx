/** What a message will carry of a card, at the width of a message; the gateway makes it. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BusinessCard, type CardContent, checkCard } from '#contract/contacts/businessCard'
import { previewCard } from '#contract/endpoints/contacts/cards'
import { frameDocument } from '#src/lib/html/frame/frameDocument'
import { MailFrame } from '#src/lib/html/frame/MailFrame'
import { sanitizeMail } from '#src/lib/html/sanitizeMail'
import { useReply } from '#src/store/ask'
import { useMailLook } from '#src/store/settings/useMailLook'

/** Milliseconds without a key before it is shown anew. */
const pauseMs = 300

export function CardPreview({ content }: { content: CardContent }) {
  const { t } = useTranslation('cards')
  const key = JSON.stringify(content)
  const [asked, setAsked] = useState(content)
  const isSound = checkCard(content) === null
  useEffect(() => {
    const timer = setTimeout(() => {
      const next: CardContent = JSON.parse(key)
      if (checkCard(next) === null) setAsked(next)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [key])
  return (
    <section className="cards-preview" aria-label={t('preview')}>
      <h3>{t('preview')}</h3>
      {checkCard(asked) === null ? <Shown content={asked} /> : <p>{t(isSound ? 'previewWaits' : 'previewEmpty')}</p>}
    </section>
  )
}

/** The last one stays until the next is there. */
function Shown({ content }: { content: CardContent }) {
  const { t } = useTranslation('cards')
  const answer = useReply(previewCard, { card: content })
  const [last, setLast] = useState(answer.last)
  if (answer.last !== null && answer.last !== last) setLast(answer.last)
  if (last === null)
    return answer.state === 'failed' ? <p role="alert">{t('previewFailed')}</p> : <p>{t('previewWaits')}</p>
  return (
    <>
      <Drawn html={last.html} />
      <LeftOut kinds={last.leftOut} />
    </>
  )
}

/** As the reader draws it, on a dark page too. */
function Drawn({ html: written }: { html: string }) {
  const { t } = useTranslation('cards')
  const { html, hasOwnColours } = sanitizeMail(written, { images: 'blocked', imageUrl: () => '', cidUrl: () => null })
  const look = useMailLook(hasOwnColours)
  return (
    <div className="cards-preview-mail">
      <MailFrame html={frameDocument({ html, imageSources: [] })} title={t('preview')} look={look} />
    </div>
  )
}

/** What the QR code has no room for. */
export function LeftOut({ kinds }: { kinds: BusinessCard['leftOut'] }) {
  const { t } = useTranslation('cards')
  if (kinds.length === 0) return null
  return (
    <p className="cards-left-out">
      {t('leftOut', { kinds: kinds.map((kind) => t(`kinds.${kind}`)).join(t('comma')) })}
    </p>
  )
}
