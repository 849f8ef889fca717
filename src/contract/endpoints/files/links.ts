/** Links to files that stand in messages, for owners and recipients (docs/decisions/0044). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text, whole, withDefault } from '../../field'
import { fileLinkStates } from '../../files/fileLinkRules'

const link = v.object({
  id: v.string(),
  name: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Epoch milliseconds. */
  madeAt: v.number(),
  expiresAt: v.number(),
  downloads: v.number(),
  state: v.picklist(fileLinkStates),
})
export type FileLink = v.InferOutput<typeof link>

/** Of a file; `secret` is told this once: the link bears it, and only its hash is kept. */
export const makeFileLink = endpoint({
  method: 'POST',
  path: 'webmail/files/makeLink.action',
  fields: { id: text(100) },
  reply: v.object({ secret: v.string(), link }),
  codes: ['notFound', 'sharesFull', 'tooManyTries'],
})

/** Newest first. `now`: the gateway's clock. */
export const fileLinks = endpoint({
  method: 'POST',
  path: 'webmail/files/links.action',
  fields: { page: withDefault(whole(1, 1_000_000), 1) },
  reply: v.object({ list: v.array(link), total: v.number(), page: v.number(), now: v.number() }),
})

/** It lives from now on as if it had just been made, whether it had run out or not. */
export const renewFileLink = endpoint({
  method: 'POST',
  path: 'webmail/files/renewLink.action',
  fields: { id: text(100) },
  reply: v.object({ expiresAt: v.number() }),
  codes: ['notFound', 'sharesFull'],
})

/** At once, and for good. */
export const revokeFileLink = endpoint({
  method: 'POST',
  path: 'webmail/files/revokeLink.action',
  fields: { id: text(100) },
  codes: ['notFound'],
})

/** What a recipient sees. Counts nothing. */
export const askFileLink = endpoint({
  method: 'POST',
  path: 'webmail/files/askLink.action',
  fields: { secret: text(100) },
  reply: v.object({ name: v.string(), size: v.number(), expiresAt: v.number() }),
  codes: ['shareOver', 'tooManyTries'],
  anonymous: true,
})

/** Counts a download; by `ticket` it begins, and goes on after a cut. */
export const openFileLink = endpoint({
  method: 'POST',
  path: 'webmail/files/openLink.action',
  fields: { secret: text(100) },
  reply: v.object({ ticket: v.string() }),
  codes: ['shareOver', 'tooManyTries'],
  anonymous: true,
})

/** Whole, or the range that is asked for; never within a page. */
export const downloadLinked = endpoint({
  method: 'GET',
  path: 'webmail/files/downloadLinked.action',
  fields: { ticket: text(100) },
  codes: ['notFound', 'shareOver'],
  anonymous: true,
  body: 'bytesOut',
})
