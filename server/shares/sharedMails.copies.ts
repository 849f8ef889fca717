/** A mail server gives nothing while its owner is away, so a share there has a copy. */
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { address, attachment } from '#contract/shapes'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { MailStores } from '../mail/mail.store'
import type { ShareCopies } from './shareCopies.sql'
import { sharedOf } from './sharedMails.mailbox'
import type { SharedMail, SharedMails } from './sharedMails.port'
import type { ShareId } from './shares.store'

type Deps = { readonly mailStores: MailStores; readonly shareCopies: ShareCopies; readonly clock: Clock }

/** The part under which the message's text stands. */
const ofText = ''

const copied = v.object({
  subject: v.string(),
  from: address,
  to: v.array(address),
  cc: v.array(address),
  html: v.nullable(v.string()),
  text: v.nullable(v.string()),
  attachments: v.array(attachment),
  readable: v.boolean(),
  truncated: v.boolean(),
  receivedAt: v.number(),
})

export function makeSharedCopies({ mailStores, shareCopies, clock }: Deps): SharedMails {
  const textOf = async (share: ShareId): Promise<SharedMail | null> => {
    const stream = await shareCopies.read(share, ofText)
    return stream && v.parse(copied, JSON.parse(await text(stream)))
  }
  return {
    take: async (account, { id, mailId, withAttachments }, mostBytes) => {
      const store = mailStores.of(account)
      const opened = await store.open(mailId)
      const mail = opened && sharedOf(opened, withAttachments)
      if (mail === null) return null
      const names = mail.attachments.map(({ part }) => part)
      const files = names.length === 0 ? new Map() : await store.parts(mailId, names)
      let size = 0
      const put = async (part: string, source: Readable) => {
        const at = { now: clock.now(), mostBytes: mostBytes - size }
        size += await shareCopies.put({ accountId: account.id, shareId: id, part }, source, at)
      }
      await put(ofText, Readable.from([Buffer.from(JSON.stringify(mail))]))
      for (const part of names) {
        const file = files?.get(part)
        // The message may have gone meanwhile.
        if (file === undefined) throw new Refusal('notFound')
        await put(part, await file.open())
      }
      return { subject: mail.subject, copiedBytes: size }
    },
    readable: async (_account, shares) => new Set(shares.map(({ id }) => id)),
    open: (_account, { id }) => textOf(id),
    part: async (_account, { id }, part) => {
      const file = (await textOf(id))?.attachments.find((one) => one.part === part)
      const stream = file && (await shareCopies.read(id, part))
      return file && stream ? { attachment: file, stream } : null
    },
    drop: shareCopies.drop,
  }
}
