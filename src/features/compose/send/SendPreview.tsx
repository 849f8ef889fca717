/** A message as its recipients will see it, with nobody in it whom they will not. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { AddressText } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import { picturesIn } from '#src/lib/html'
import { frameDocument } from '#src/lib/html/frame/frameDocument'
import { MailFrame } from '#src/lib/html/frame/MailFrame'
import { plainTextToHtml } from '#src/lib/html/plainText'
import { sanitizeMail } from '#src/lib/html/sanitizeMail'
import { useMailLook } from '#src/store/settings/useMailLook'
import type { Composer } from '../composer'
import { goingFiles, writtenFields } from '../content'
import './sendPreview.css'

type Props = {
  composer: Composer
  /** From where a picture of the text is shown, by its Content-ID. */
  pictureAt: (cid: string) => string | null
  onClose: () => void
}

export function SendPreview({ composer: { content }, pictureAt, onClose }: Props) {
  const { t, i18n } = useTranslation(['compose', 'common'])
  const { html, hasOwnColours } = useMemo(() => shownText(content, pictureAt), [content, pictureAt])
  const look = useMailLook(hasOwnColours)
  const subject = content.subject.trim()
  const files = goingFiles(content).filter(({ cid }) => cid === undefined)
  return (
    <Dialog title={t('preview.title')} onClose={onClose} actions={<Button onClick={onClose}>{t('ask.back')}</Button>}>
      <dl className="compose-preview-head">
        <dt>{t('subject')}</dt>
        <dd>
          <bdi>{subject === '' ? t('dock.noSubject') : subject}</bdi>
        </dd>
        {(content.separate ? [] : (['to', 'cc'] as const)).map((field) =>
          content[field].length === 0 ? null : (
            <div key={field}>
              <dt>{t(field)}</dt>
              {content[field].map((person) => (
                <dd key={person.address}>
                  <AddressText address={person} full />
                </dd>
              ))}
            </div>
          ),
        )}
        {content.card !== null && (
          <div>
            <dt>{t('card.choose')}</dt>
            <dd>
              <bdi>{content.card.name}</bdi>
            </dd>
          </div>
        )}
        {files.length > 0 && <dt>{t('files.label')}</dt>}
        {files.map(({ attachmentId, name, size }) => (
          <dd key={attachmentId}>
            <bdi>{name}</bdi> {fileSize(size, i18n.language)}
          </dd>
        ))}
      </dl>
      <div className="compose-preview-text">
        <MailFrame html={html} title={t('body')} look={look} />
      </div>
    </Dialog>
  )
}

/** The very fields that are sent, drawn as the reader draws them. */
function shownText(content: Composer['content'], cidUrl: Props['pictureAt']) {
  const fields = writtenFields(content)
  if (!('html' in fields))
    return { html: frameDocument({ html: plainTextToHtml(fields.text ?? ''), imageSources: [] }), hasOwnColours: false }
  const { html, hasOwnColours } = sanitizeMail(fields.html, { images: 'blocked', imageUrl: () => '', cidUrl })
  const imageSources = [...picturesIn(content.html, { quoted: true })].flatMap((cid) => {
    const address = cidUrl(cid)
    if (address === null || !URL.canParse(address, window.location.href)) return []
    const { origin, pathname } = new URL(address, window.location.href)
    return [`${origin}${pathname}`]
  })
  return { html: frameDocument({ html, imageSources }), hasOwnColours }
}
