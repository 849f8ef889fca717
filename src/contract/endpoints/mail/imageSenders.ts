/** Senders whose remote pictures a person wants to see without being asked. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text } from '../../field'

/** The last that was allowed stands first. */
export const imageSenders = endpoint({
  method: 'POST',
  path: 'webmail/readmail/imageSenders.action',
  reply: v.object({ senders: v.array(v.string()) }),
})

/** Allows the sender of a mail; not one in Junk, nor one that a check found to be another than it says. */
export const allowImages = endpoint({
  method: 'POST',
  path: 'webmail/readmail/allowImages.action',
  fields: { id: text(200) },
  reply: v.object({ address: v.string() }),
  codes: ['notFound', 'notAllowed'],
})

export const forbidImages = endpoint({
  method: 'POST',
  path: 'webmail/readmail/forbidImages.action',
  fields: { address: text(320) },
})
