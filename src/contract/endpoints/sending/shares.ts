/** Shares (SPEC §3): what an account shows for a while, and what a guest reads by a link. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { checked, flag, optional, text, whole, withDefault, word } from '../../field'
import { address, attachment } from '../../shapes'
import { shareKinds, shareLimits, shareStates, shareTimes } from '../../shares/shareRules'

export const share = v.object({
  id: v.string(),
  /** What is shared. */
  kind: v.picklist(shareKinds),
  /** Of a message. */
  subject: v.string(),
  withAttachments: v.boolean(),
  /** Files and folders as they were when they were shared: the first names, and bytes of the files. */
  names: v.array(v.string()),
  count: v.number(),
  size: v.number(),
  needsCode: v.boolean(),
  /** Epoch milliseconds. */
  madeAt: v.number(),
  expiresAt: v.number(),
  opens: v.number(),
  /** Null for any number. */
  mostOpens: v.nullable(v.number()),
  state: v.picklist(shareStates),
})
export type Share = v.InferOutput<typeof share>

/** `now`: the gateway's clock, by which countdowns run. */
const page = v.object({ list: v.array(share), total: v.number(), page: v.number(), now: v.number() })

/** Newest first. */
export const shares = endpoint({
  method: 'POST',
  path: 'webmail/share/shares.action',
  fields: { page: withDefault(whole(1, 1_000_000), 1) },
  reply: page,
})

/** `secret` is told this once: the link bears it, and only its hash is kept. */
export const makeShare = endpoint({
  method: 'POST',
  path: 'webmail/share/makeShare.action',
  fields: {
    /** Of a message. */
    id: text(200),
    withAttachments: flag(),
    time: word(shareTimes),
    code: withDefault(text(100), ''),
    mostOpens: optional(whole(1, shareLimits.opens)),
  },
  reply: v.object({ secret: v.string(), share }),
  codes: ['notFound', 'shareCodeInvalid', 'sharesFull', 'tooLarge', 'tooManyTries'],
})

/** At once, for guests who read it, too. */
export const revokeShare = endpoint({
  method: 'POST',
  path: 'webmail/share/revokeShare.action',
  fields: { id: text(100) },
  codes: ['notFound'],
})

/** All that is told before a share is opened. Counts no open. */
export const askShare = endpoint({
  method: 'POST',
  path: 'webmail/share/ask.action',
  fields: { secret: text(100) },
  reply: v.object({ needsCode: v.boolean() }),
  codes: ['shareOver', 'tooManyTries'],
  anonymous: true,
})

/** Drawn by the browser: an open whose answer was lost is sent again with it, and counts once. */
const drawnVisit = checked(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)))

/** Counts one open, for which `visit` stands from then on. */
export const openShare = endpoint({
  method: 'POST',
  path: 'webmail/share/open.action',
  fields: { secret: text(100), visit: drawnVisit, code: withDefault(text(100), '') },
  codes: ['shareOver', 'codeWrong', 'tooManyTries'],
  anonymous: true,
})

const sharedMail = v.object({
  kind: v.literal('message'),
  subject: v.string(),
  from: address,
  to: v.array(address),
  cc: v.array(address),
  /** Epoch milliseconds. */
  receivedAt: v.number(),
  html: v.optional(v.string()),
  text: v.optional(v.string()),
  /** Without those of a message that is shared without them; pictures within its text stay. */
  attachments: v.array(attachment),
  readable: v.boolean(),
  truncated: v.boolean(),
})
export type SharedMail = v.InferOutput<typeof sharedMail>

/** A file or folder of a share, as a guest sees it. */
export const sharedFile = v.object({
  id: v.string(),
  name: v.string(),
  isFolder: v.boolean(),
  /** Bytes; 0 for a folder. */
  size: v.number(),
  /** What its bytes are; empty for a folder. */
  type: v.string(),
})
export type SharedFile = v.InferOutput<typeof sharedFile>

const sharedFiles = v.object({ kind: v.literal('files'), files: v.array(sharedFile) })

/** What is shared, as often as it is wanted until the share ends. */
export const readShare = endpoint({
  method: 'POST',
  path: 'webmail/share/read.action',
  fields: { visit: text(100) },
  reply: v.object({ shared: v.variant('kind', [sharedMail, sharedFiles]), expiresAt: v.number(), now: v.number() }),
  codes: ['shareOver', 'tooManyTries'],
  anonymous: true,
})

/** A file of it. The visit stands in the form, so that no address can be passed on. */
export const downloadShared = endpoint({
  method: 'POST',
  path: 'webmail/share/download.action',
  fields: { visit: text(100), part: text(100) },
  codes: ['notFound', 'shareOver', 'tooManyTries'],
  anonymous: true,
  body: 'bytesOut',
})
