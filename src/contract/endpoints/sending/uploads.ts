/** Files on their way to the gateway, in parts that may be taken up again (CONTRACT "Transport"). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { optional, text, whole } from '../../field'
export const startUpload = endpoint({
  method: 'POST',
  path: 'webmail/writemail/startUpload.action',
  fields: { name: text(1_000), type: text(200), size: whole(0, Number.MAX_SAFE_INTEGER), cid: optional(text(200)) },
  reply: v.object({ uploadId: v.string(), offset: v.number() }),
  codes: ['attachmentsTooLarge', 'quotaExceeded', 'uploadsFull', 'diskFull'],
})

/** Takes raw bytes from `offset` on and answers the offset it now holds, so that a cut upload goes on. */
export const uploadPart = endpoint({
  method: 'POST',
  path: 'webmail/writemail/uploadPart.action',
  fields: { uploadId: text(200), offset: whole(0, Number.MAX_SAFE_INTEGER) },
  reply: v.object({ offset: v.number() }),
  codes: ['notFound', 'uploadOffset', 'tooLarge', 'diskFull'],
  body: 'bytesIn',
})

export const uploadState = endpoint({
  method: 'GET',
  path: 'webmail/writemail/uploadState.action',
  fields: { uploadId: text(200) },
  reply: v.object({ offset: v.number(), size: v.number() }),
  codes: ['notFound'],
})

export const finishUpload = endpoint({
  method: 'POST',
  path: 'webmail/writemail/finishUpload.action',
  /** `sha256` of the whole file, in lower-case hexadecimal. */
  fields: { uploadId: text(200), sha256: text(64) },
  reply: v.object({ attachmentId: v.string() }),
  codes: ['notFound', 'uploadOffset', 'uploadChecksum', 'diskFull'],
})

export const cancelUpload = endpoint({
  method: 'POST',
  path: 'webmail/writemail/cancelUpload.action',
  fields: { uploadId: text(200) },
  codes: ['notFound'],
})
