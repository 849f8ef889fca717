/** A written mail as an RFC 5322 message, streamed: attachments are opened one by one as they are sent. */
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Address } from '../../core/mail'
import type { EncodedText, WrittenBody, WrittenText } from '../../mail/writtenBody.port'
import { checkDraft } from './headerSafety'
import type { DraftFile, MessageDraft } from './messageDraft'
import { type CarriedFile, carried } from './sevenBit'
import { smallBytes, writeBody } from './writtenBody'

/** Makes the texts of a message; `owner` is whose turn that takes. */
export type BodyWriter = (text: WrittenText, owner: string) => Promise<WrittenBody>

/** Refuses with `headerInvalid` and the field when a value could make a header or a recipient (TRUST S11). */
export async function buildMessage(draft: MessageDraft, write: BodyWriter = writeHere): Promise<Readable> {
  checkDraft(draft)
  const names = new Map(draft.files.map(({ cid, name }) => [cid ?? '', name]))
  const body = await write({ html: draft.html, text: draft.text, names }, draft.from.address)
  const files: CarriedFile[] = []
  // One after another: each is read through before it is sent.
  for (const file of [...draft.files, ...body.embedded.map(embeddedFile)]) files.push(await carried(file))
  const shownIds = new Set([...body.shown, ...body.embedded.map(({ cid }) => cid)])
  const shown = (file: DraftFile) => file.cid !== null && shownIds.has(file.cid)
  const composer = new MailComposer({
    from: { ...draft.from },
    ...(draft.replyTo ? { replyTo: { ...draft.replyTo } } : {}),
    to: copies(draft.to),
    cc: copies(draft.cc),
    bcc: copies(draft.bcc),
    subject: draft.subject,
    text: contentOf(body.text),
    ...(body.html === null ? {} : { html: contentOf(body.html) }),
    attachments: files.map((file) => ({
      filename: file.name,
      contentType: file.type,
      ...(file.encoding === undefined ? {} : { contentTransferEncoding: file.encoding }),
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

const writeHere: BodyWriter = async (text) => writeBody(text, false)

/** A large text is encoded piece by piece, so that other work goes on between. */
function contentOf({ bytes, encoding }: EncodedText) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (text.length <= smallBytes) return text.toString()
  return { content: Readable.from(piecesOf(text), { objectMode: false }), contentTransferEncoding: encoding }
}

function embeddedFile({ bytes, ...file }: WrittenBody['embedded'][number]): DraftFile {
  return { ...file, open: async () => Readable.from(piecesOf(bytes), { objectMode: false }) }
}

const pieceBytes = 16_384

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    await nextTurn()
  }
}

function lazily(open: () => Promise<Readable>): Readable {
  return Readable.from(
    (async function* () {
      yield* await open()
    })(),
    { objectMode: false },
  )
}
