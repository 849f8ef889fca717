/** Photos of contacts: PNG, JPEG or WebP by their bytes, at most 256 kB. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text } from '../../field'

/** Takes the picture as raw bytes; it is written anew, within `contactLimits.photoSide`. */
export const putContactPhoto = endpoint({
  method: 'POST',
  path: 'webmail/contact/putPhoto.action',
  fields: { id: text(100) },
  reply: v.object({ photo: v.string() }),
  codes: ['notFound', 'imageRefused', 'tooLarge', 'tooManyTries', 'quotaExceeded'],
  body: 'bytesIn',
})

export const removeContactPhoto = endpoint({
  method: 'POST',
  path: 'webmail/contact/removePhoto.action',
  fields: { id: text(100) },
  codes: ['notFound'],
})

/** The picture that a contact's `photo` names, by a download ticket. */
export const contactPhoto = endpoint({
  method: 'GET',
  path: 'webmail/contact/photo.action',
  fields: { sid: text(200), photo: text(100) },
  anonymous: true,
  codes: ['notFound', 'ticketExpired'],
  body: 'bytesOut',
})
