/** Attachments as they are looked at in place: letters as letters, and a mail within the mail. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/reading'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { decodePart, guessText } from '../../kit/charset'
import type { MailStores } from '../mail.store'
import type { MimeReader } from '../mimeReader.port'
import { readStart } from './readStart'

type Deps = { readonly mailStores: MailStores }

export const makePartText =
  ({ mailStores }: Deps) =>
  async ({ id, part }: Form<typeof entries.partText>, { account }: Caller): Promise<Reply<typeof entries.partText>> => {
    const found = await mailStores.of(account).part(id, part)
    if (!found) throw new Refusal('notFound')
    const { bytes, isCut } = await readStart(found.stream, limits.sourceBytes)
    return { text: decodePart(bytes, { type: found.attachment.type, charset: found.charset }, isCut), isCut }
  }

export const makePartMail =
  ({ mailStores, mime }: Deps & { readonly mime: MimeReader }) =>
  async ({ id, part }: Form<typeof entries.partMail>, { account }: Caller): Promise<Reply<typeof entries.partMail>> => {
    const store = mailStores.of(account)
    const found = await store.part(id, part)
    if (!found) throw new Refusal('notFound')
    const { bytes, isCut } = await readStart(found.stream, limits.previewedMailBytes)
    const parsed = await mime.parse({ bytes }, account.id)
    const { from, to, cc, subject, sentAt, html, text, attachments } = parsed
    const numbers = attachments.map((file) => numbersWithin(part, file.part))
    const known = await store.parts(id, numbers.flat())
    return {
      mail: {
        from,
        to: [...to],
        cc: [...cc],
        subject,
        sentAt,
        ...(html === null ? {} : { html }),
        ...(text === null ? {} : { text }),
        attachments: attachments.map(({ name, size }, at) => {
          const number = numbers[at]?.find((candidate) => known?.has(candidate))
          return { name, size, ...(number === undefined ? {} : { part: number }) }
        }),
        truncated: parsed.truncated || isCut,
      },
    }
  }

/** A message as it was sent, as far as a page can hold it. */
export const makeMailSource =
  ({ mailStores }: Deps) =>
  async ({ id }: Form<typeof entries.mailSource>, { account }: Caller): Promise<Reply<typeof entries.mailSource>> => {
    const raw = await mailStores.of(account).raw(id)
    if (!raw) throw new Refusal('notFound')
    const { bytes, isCut } = await readStart(raw.stream, limits.sourceBytes)
    return { source: guessText(bytes, isCut), size: raw.size, shown: bytes.length }
  }

/** What the outer message may call a part of the one within, whose body is its part 1. */
function numbersWithin(outer: string, inner: string): readonly string[] {
  const body = /^1(?![.\d])(.*)$/.exec(inner)?.[1]
  return [`${outer}.1.${inner}`, ...(body === undefined ? [] : [`${outer}.1${body}`])]
}
