/** Reading mail (SPEC §7) and the downloads that go with it. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, optional, text, withDefault } from '../../field'
import { address, attachment, mail } from '../../shapes'

export const showMail = endpoint({
  method: 'POST',
  path: 'webmail/readmail/showMail.action',
  fields: { id: text(200), seen: withDefault(flag(), false) },
  reply: v.object({ mail }),
  codes: ['notFound'],
})

export const attachmentInfo = endpoint({
  method: 'POST',
  path: 'webmail/readmail/getAttachmentInfo2.action',
  fields: { id: text(200) },
  reply: v.object({ attachments: v.array(attachment) }),
  codes: ['notFound'],
})

/** The raw message as text, up to a limit: header lines and body as they were sent. */
export const mailSource = endpoint({
  method: 'POST',
  path: 'webmail/readmail/mailSource.action',
  fields: { id: text(200) },
  reply: v.object({ source: v.string(), size: v.number(), shown: v.number() }),
  codes: ['notFound'],
})

/** The first letters of an attachment, whatever it is made of: shown as text and as nothing else (TRUST S9). */
export const partText = endpoint({
  method: 'POST',
  path: 'webmail/readmail/partText.action',
  fields: { id: text(200), part: text(100) },
  reply: v.object({ text: v.string(), isCut: v.boolean() }),
  codes: ['notFound'],
})

/** A mail that came within another, as far as it can be shown in place. */
export const partMail = endpoint({
  method: 'POST',
  path: 'webmail/readmail/partMail.action',
  fields: { id: text(200), part: text(100) },
  reply: v.object({
    mail: v.object({
      from: address,
      to: v.array(address),
      cc: v.array(address),
      subject: v.string(),
      sentAt: v.nullable(v.number()),
      html: v.optional(v.string()),
      text: v.optional(v.string()),
      /** `part` names a file in the outer mail; left out where it cannot be downloaded alone. */
      attachments: v.array(v.object({ name: v.string(), size: v.number(), part: v.optional(v.string()) })),
      truncated: v.boolean(),
    }),
  }),
  codes: ['notFound'],
})

/** When: `YYYY-MM-DD HH:mm` in `zone`, or a whole day; a zone of null is whatever clock hangs there. */
const inviteTime = /* @__PURE__ */ v.nullable(
  v.object({ text: v.string(), zone: v.nullable(v.string()), isDay: v.boolean() }),
)

/** What a calendar invitation says; null where the part holds none. */
export const invite = endpoint({
  method: 'POST',
  path: 'webmail/readmail/invite.action',
  fields: { id: text(200), part: text(100) },
  reply: v.object({
    invite: v.nullable(
      v.object({
        method: v.picklist(['request', 'cancel', 'reply', 'other']),
        summary: v.string(),
        location: v.string(),
        organizer: v.nullable(address),
        attendees: v.array(
          v.object({ ...address.entries, answer: v.picklist(['accepted', 'declined', 'tentative', 'open']) }),
        ),
        moreAttendees: v.number(),
        start: inviteTime,
        end: inviteTime,
        repeats: v.boolean(),
      }),
    ),
  }),
  codes: ['notFound'],
})

/** Leaves the mailing list that a mail came from, where its sender takes that by one POST (RFC 8058). */
export const unsubscribe = endpoint({
  method: 'POST',
  path: 'webmail/readmail/unsubscribe.action',
  fields: { id: text(200) },
  codes: ['notFound', 'unsubscribeFailed'],
})

/** An anti-forgery token for downloads and forms. */
export const antiForgeryToken = endpoint({
  method: 'GET',
  path: 'webmail/readmail/gtk.action',
  fields: { randoms: optional(text(100)) },
  reply: v.object({ gtk: v.string() }),
})

/** A short-lived ticket: a link that bears it works without the Authorization header and dies after minutes. */
export const downloadTicket = endpoint({
  method: 'GET',
  path: 'webmail/readmail/sid.action',
  fields: { randoms: optional(text(100)) },
  reply: v.object({ sid: v.string(), expires: v.number() }),
})

/** One part of a mail as a file; `sid` names the user in the session's place. */
export const downloadPart = endpoint({
  method: 'GET',
  path: 'webmail/readmail/downloadPart.action',
  fields: { sid: text(200), id: text(200), part: text(100), inline: withDefault(flag(), false) },
  anonymous: true,
  codes: ['notFound', 'ticketExpired'],
  body: 'bytesOut',
})

/** All files of a mail in one archive. */
export const downloadParts = endpoint({
  method: 'GET',
  path: 'webmail/readmail/downloadParts.action',
  fields: { sid: text(200), id: text(200) },
  anonymous: true,
  codes: ['notFound', 'ticketExpired'],
  body: 'bytesOut',
})

/** A whole mail, byte for byte. */
export const downloadMail = endpoint({
  method: 'GET',
  path: 'webmail/readmail/downloadMail.action',
  fields: { sid: text(200), id: text(200) },
  anonymous: true,
  codes: ['notFound', 'ticketExpired'],
  body: 'bytesOut',
})

/** A file of a mail that is being written. */
export const downloadUpload = endpoint({
  method: 'GET',
  path: 'webmail/readmail/downloadUpload.action',
  fields: { sid: text(200), attachmentId: text(200), inline: withDefault(flag(), false) },
  anonymous: true,
  codes: ['notFound', 'ticketExpired'],
  body: 'bytesOut',
})

/** A remote picture, fetched by the gateway so that the sender learns nothing of the reader (TRUST S5, S23). */
export const proxyImage = endpoint({
  method: 'GET',
  path: 'webmail/readmail/image.action',
  fields: { sid: text(200), url: text(4_000) },
  anonymous: true,
  codes: ['imageRefused', 'ticketExpired'],
  body: 'bytesOut',
})
