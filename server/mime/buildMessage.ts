/** A written mail as an RFC 5322 message, streamed: attachments are opened one by one as they are sent. */
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Address } from '../core/mail'
import { takeEmbedded } from './embeddedPictures'
import { checkDraft } from './headerSafety'
import type { DraftFile, MessageDraft } from './messageDraft'
import { textAlternative } from './textAlternative'

/** Refuses with `headerInvalid` and the field when a value could make a header or a recipient (TRUST S11). */
export async function buildMessage(draft: MessageDraft): Promise<Readable> {
  checkDraft(draft)
  const { html, files } =
    draft.html === null ? { html: null, files: draft.files } : withPictures(draft.html, draft.files)
  const shown = (file: DraftFile) => file.cid !== null && (html ?? '').includes(`cid:${file.cid}`)
  const composer = new MailComposer({
    from: { ...draft.from },
    ...(draft.replyTo ? { replyTo: { ...draft.replyTo } } : {}),
    to: copies(draft.to),
    cc: copies(draft.cc),
    bcc: copies(draft.bcc),
    subject: draft.subject,
    text:
      draft.text ??
      (html === null ? '' : textAlternative(html, new Map(files.map(({ cid, name }) => [cid ?? '', name])))),
    ...(html === null ? {} : { html }),
    attachments: files.map((file) => ({
      filename: file.name,
      contentType: file.type,
      content: lazily(file.open),
      contentDisposition: shown(file) ? ('inline' as const) : ('attachment' as const),
      ...(file.cid !== null && shown(file) ? { cid: file.cid } : {}),
    })),
    ...(draft.messageId === null ? {} : { messageId: draft.messageId }),
    date: new Date(draft.date),
    ...(draft.inReplyTo === null ? {} : { inReplyTo: draft.inReplyTo }),
    references: [...draft.references],
    headers: {
      ...draft.extra,
      ...(draft.urgent ? { 'X-Priority': '1 (Highest)', 'X-MSMail-Priority': 'High', Importance: 'High' } : {}),
      ...(draft.receipt ? { 'Disposition-Notification-To': `<${draft.from.address}>` } : {}),
    },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const message = composer.compile()
  // The library drops Bcc unless told; its published types do not name the switch.
  Object.assign(message, { keepBcc: draft.keepBcc === true })
  return message.createReadStream()
}

const copies = (addresses: readonly Address[]): Address[] => addresses.map((address) => ({ ...address }))

function withPictures(html: string, files: readonly DraftFile[]) {
  const embedded = takeEmbedded(html)
  return { html: embedded.html, files: [...files, ...embedded.files] }
}

function lazily(open: () => Promise<Readable>): Readable {
  return Readable.from(
    (async function* () {
      yield* await open()
    })(),
    { objectMode: false },
  )
}
