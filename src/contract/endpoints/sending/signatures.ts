/** What stands below a person's messages, and which of it is put in by itself. */
import * as v from 'valibot'
import { signatureLimits } from '../../compose/signatureRules'
import { endpoint } from '../../endpoint'
import { optional, text, withDefault } from '../../field'
import { limits } from '../../limits'

const signature = v.object({
  id: v.string(),
  title: v.string(),
  html: v.string(),
  /** The business card that goes along where this signature is put in; empty for none. */
  card: v.string(),
})
export type Signature = v.InferOutput<typeof signature>

/** Ids by use; empty where none is put in. */
const defaults = v.object({ new: v.string(), reply: v.string() })
export type SignatureDefaults = v.InferOutput<typeof defaults>

const all = v.object({ signatures: v.array(signature), defaults })

/** In the order in which they were made. */
export const signatures = endpoint({
  method: 'GET',
  path: 'webmail/signature/signatures.action',
  reply: all,
})

/** The first one that an account has is put into new messages from then on. */
export const saveSignature = endpoint({
  method: 'POST',
  path: 'webmail/signature/saveSignature.action',
  fields: {
    /** Of the one that is changed; left out for another one. */
    id: optional(text(100)),
    title: text(200),
    // A little more is read than is kept, so that what is too long is refused by that name.
    html: text(2 * signatureLimits.htmlCharacters),
    /** Id of a business card, or empty. */
    card: withDefault(text(100), ''),
  },
  reply: all,
  codes: ['signatureTitleEmpty', 'signatureTooLong', 'signaturesFull', 'cardGone', 'tooLarge', 'notFound'],
  formBytes: limits.textFormBytes,
})

export const removeSignature = endpoint({
  method: 'POST',
  path: 'webmail/signature/removeSignature.action',
  fields: { id: text(100) },
  reply: all,
  codes: ['notFound'],
})

/** A use that is left out stays as it is; an empty id puts none in. */
export const chooseSignatures = endpoint({
  method: 'POST',
  path: 'webmail/signature/chooseSignatures.action',
  fields: { new: optional(text(100)), reply: optional(text(100)) },
  reply: all,
  codes: ['notFound'],
})
