import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/shapes'
import { frameDocument } from '#src/lib/html/frame/frameDocument'
import { MailFrame } from '#src/lib/html/frame/MailFrame'
import { plainTextToHtml } from '#src/lib/html/plainText'
import { sanitizeMail } from '#src/lib/html/sanitizeMail'
import type { MailLinks } from '../useMailLinks'
import { areImagesWanted } from './images'

type Props = {
  mail: Mail
  links: MailLinks
  areImagesShown: boolean
  /** Once all of it has arrived. */
  onReady: () => void
}

/** The text of a mail and nothing around it, with its quotes open: as it goes on paper. */
export function MailText({ mail, links, areImagesShown, onReady }: Props) {
  const { t } = useTranslation('reading')
  const html = useMemo(() => {
    const pictures = {
      images: areImagesShown || areImagesWanted(mail) ? 'proxied' : 'blocked',
      imageUrl: links.image,
      cidUrl: links.cid,
    } as const
    const body = mail.html === undefined ? plainTextToHtml(mail.text ?? '') : sanitizeMail(mail.html, pictures).html
    return frameDocument({ html: body, imageSources: links.imageSources })
  }, [mail, links, areImagesShown])
  return <MailFrame html={html} title={t('bodyOf', { subject: mail.subject })} onReady={onReady} />
}
