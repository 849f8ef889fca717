import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '../../../contract/shapes'
import { frameDocument, MailFrame, plainTextToHtml, sanitizeMail } from '../../../lib/html'
import type { MailLinks } from '../hooks/useMailLinks'
import { ImagesBar } from './ImagesBar'

type Props = { mail: Mail; links: MailLinks | null; areImagesShown: boolean; onShowImages: () => void }

/** The text of a mail: its HTML made harmless, or its plain text. Nothing remote is loaded before the reader asks for it. */
export function MailBody({ mail, links, areImagesShown, onShowImages }: Props) {
  const { t } = useTranslation('reading')
  const { body, blocked } = useMemo(() => {
    if (mail.html === undefined) return { body: plainTextToHtml(mail.text ?? ''), blocked: 0 }
    const sanitized = sanitizeMail(mail.html, {
      images: areImagesShown && links !== null ? 'proxied' : 'blocked',
      imageUrl: (url) => links?.image(url) ?? '',
      cidUrl: (cid) => links?.cid(cid) ?? null,
    })
    return { body: sanitized.html, blocked: sanitized.blockedImages }
  }, [mail.html, mail.text, areImagesShown, links])
  const html = useMemo(() => frameDocument({ html: body, imageSources: links?.imageSources ?? [] }), [body, links])
  if (mail.html === undefined && (mail.text ?? '') === '') {
    return <p className="reading-note">{t(mail.readable ? 'emptyBody' : 'unreadable')}</p>
  }
  return (
    <>
      {blocked > 0 && <ImagesBar count={blocked} onShow={onShowImages} />}
      <MailFrame html={html} title={t('bodyOf', { subject: mail.subject })} />
    </>
  )
}
