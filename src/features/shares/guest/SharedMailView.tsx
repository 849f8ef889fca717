import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SharedMail } from '#contract/endpoints/sending/shares'
import type { Address, Attachment } from '#contract/shapes'
import type { ShareEnd } from '#contract/shares/shareRules'
import { isInWeChat } from '#src/components/browser/inWeChat'
import { AddressText, plainName } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import { fullDate } from '#src/components/text/mailDate'
import { frameDocument } from '#src/lib/html/frame/frameDocument'
import { MailFrame } from '#src/lib/html/frame/MailFrame'
import { misleadingLinks } from '#src/lib/html/misleadingLinks'
import { plainTextToHtml } from '#src/lib/html/plainText'
import { sanitizeMail } from '#src/lib/html/sanitizeMail'
import { useMailLook } from '#src/store/settings/useMailLook'
import { useAppDispatch } from '#src/store/typed'
import { fetchShared, saveShared } from '../shareThunks'

type Props = { mail: SharedMail; visit: string; onEnd: (reason: ShareEnd) => void }

/** A message as its reader shows it: nothing runs, and nothing is loaded from elsewhere. */
export function SharedMailView({ mail, visit, onEnd }: Props) {
  const { t, i18n } = useTranslation('shares')
  const pictures = usePictures(mail, visit)
  const { html, blocked, misleading, hasOwnColours } = useShownText(mail, pictures)
  const look = useMailLook(hasOwnColours)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const files = mail.attachments.filter((file) => !file.inline || mail.html === undefined)
  const subject = plainName(mail.subject).trim() || t('noSubject')
  return (
    <article className="guest-mail">
      <h1 ref={title} tabIndex={-1}>
        <bdi>{subject}</bdi>
      </h1>
      <dl className="guest-people">
        <People label={t('from')} people={[mail.from]} />
        <People label={t('to')} people={mail.to} />
        <People label={t('cc')} people={mail.cc} />
        <dt>{t('date')}</dt>
        <dd>{fullDate(mail.receivedAt, i18n.language)}</dd>
      </dl>
      {misleading > 0 && (
        <p className="guest-bar guest-caution" role="note">
          {t('misleading', { count: misleading })}
        </p>
      )}
      {blocked > 0 && <p className="guest-bar">{t('blocked', { count: blocked })}</p>}
      {(mail.truncated || !mail.readable) && (
        <p className="guest-bar">{t(mail.readable ? 'truncated' : 'unreadable')}</p>
      )}
      <MailFrame html={html} title={t('bodyOf', { subject })} look={look} />
      {files.length > 0 && <Files files={files} visit={visit} onEnd={onEnd} />}
    </article>
  )
}

/** Addresses of this page for the pictures within the text, by their Content-ID. */
function usePictures({ attachments, html }: SharedMail, visit: string): ReadonlyMap<string, string> {
  const dispatch = useAppDispatch()
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const made: string[] = []
    let isLeft = false
    const fetchAll = async () => {
      const found = new Map<string, string>()
      for (const { cid, part, type } of picturesOf(attachments, html)) {
        const outcome = await dispatch(fetchShared({ visit, part }))
        if (isLeft) return
        if (!outcome.ok) continue
        const address = URL.createObjectURL(outcome.value.slice(0, outcome.value.size, type))
        made.push(address)
        found.set(plainCid(cid), address)
      }
      if (found.size > 0) setPictures(found)
    }
    void fetchAll()
    return () => {
      isLeft = true
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [dispatch, attachments, html, visit])
  return pictures
}

/** Kinds that hold no script, and bytes of all pictures that are held at once. */
const pictureTypes = /^image\/(?:png|gif|jpeg|webp)$/
const mostBytes = 20 * 1024 * 1024

function picturesOf(attachments: readonly Attachment[], html: string | undefined) {
  if (html === undefined || !/cid:/i.test(html)) return []
  let bytes = 0
  return attachments.flatMap(({ inline, cid, part, type, size }) => {
    if (!inline || cid === undefined || !pictureTypes.test(type)) return []
    bytes += size
    return bytes > mostBytes ? [] : [{ cid, part, type }]
  })
}

function plainCid(cid: string): string {
  const bare = cid.replace(/^<|>$/g, '')
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

function useShownText({ html, text }: SharedMail, pictures: ReadonlyMap<string, string>) {
  const { t } = useTranslation('shares')
  const quoteLabel = t('quotedText')
  return useMemo(() => {
    const body =
      html === undefined
        ? { html: plainTextToHtml(text ?? '', quoteLabel), blockedImages: 0, hasOwnColours: false, links: [] }
        : sanitizeMail(html, {
            images: 'blocked',
            imageUrl: () => '',
            cidUrl: (cid) => pictures.get(plainCid(cid)) ?? null,
            quoteLabel,
          })
    return {
      html: frameDocument({ html: body.html, imageSources: [] }),
      blocked: body.blockedImages,
      misleading: misleadingLinks(body.links).length,
      hasOwnColours: body.hasOwnColours,
    }
  }, [html, text, pictures, quoteLabel])
}

function People({ label, people }: { label: string; people: readonly Address[] }) {
  const { t } = useTranslation('shares')
  if (people.length === 0) return null
  // One address may stand there twice.
  const shown = people.map((person, at) => ({ person, key: `${at} ${person.address}` }))
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {shown.map(({ person, key }, at) => (
          <span key={key}>
            {at > 0 && t('listSeparator')}
            <AddressText address={person} full />
          </span>
        ))}
      </dd>
    </>
  )
}

type FilesProps = { files: readonly Attachment[]; visit: string; onEnd: (reason: ShareEnd) => void }

function Files({ files, visit, onEnd }: FilesProps) {
  const { t, i18n } = useTranslation('shares')
  const dispatch = useAppDispatch()
  const [saving, setSaving] = useState<string | null>(null)
  // It saves no file that a page holds.

  async function handleSave(part: string, name: string) {
    if (saving !== null) return
    setSaving(part)
    const end = await dispatch(saveShared({ visit, part }, name))
    setSaving(null)
    if (end !== null) onEnd(end)
  }

  return (
    <section aria-labelledby="guest-files">
      <h2 id="guest-files">{t('files', { count: files.length })}</h2>
      {isInWeChat() && <p className="guest-bar">{t('weChat')}</p>}
      <ul className="guest-files">
        {files.map(({ part, name: written, size }) => {
          const name = plainName(written) || t('unnamed')
          return (
            <li key={part}>
              <Button
                block
                className="guest-file"
                aria-busy={saving === part}
                aria-label={t('downloadNamed', { name })}
                onClick={() => void handleSave(part, name)}
              >
                <DownloadOutlined aria-hidden="true" />
                <bdi className="guest-file-name">{name}</bdi>
                <span className="shares-quiet ep-number">
                  {saving === part ? t('saving') : fileSize(size, i18n.language)}
                </span>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
