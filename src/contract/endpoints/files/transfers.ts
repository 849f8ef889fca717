/** Files on their way: uploaded, downloaded, looked at in place (BEHAVIOUR §14). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, list, text, whole, withDefault, word } from '../../field'
import { fileEntry, fileLimits, sameNameWays } from '../../files/fileRules'

/** Begins an upload, which goes on as that of an attachment. `fileTooLarge` carries `limit`. */
export const startFileUpload = endpoint({
  method: 'POST',
  path: 'webmail/files/startUpload.action',
  fields: { name: text(1_000), type: text(200), size: whole(0, Number.MAX_SAFE_INTEGER) },
  reply: v.object({ uploadId: v.string(), offset: v.number() }),
  codes: ['fileNameInvalid', 'fileTooLarge', 'quotaExceeded', 'uploadsFull', 'diskFull'],
})

/** Stores a finished upload as a file. Asked again, it answers what the upload was stored as. */
export const addFile = endpoint({
  method: 'POST',
  path: 'webmail/files/addFile.action',
  fields: {
    uploadId: text(200),
    folder: withDefault(text(100), ''),
    name: text(1_000),
    same: withDefault(word(sameNameWays), 'ask'),
  },
  reply: v.object({ entry: fileEntry }),
  codes: [
    ...(['notFound', 'attachmentsPending', 'fileNameInvalid', 'fileExists', 'fileTooLarge'] as const),
    ...(['filesFull', 'quotaExceeded', 'uploadChecksum', 'diskFull'] as const),
  ],
})

/** A file by a download ticket, whole or the range that is asked for (RFC 9110 §14). */
export const downloadFile = endpoint({
  method: 'GET',
  path: 'webmail/files/download.action',
  fields: { sid: text(200), id: text(100), inline: withDefault(flag(), false) },
  anonymous: true,
  codes: ['notFound', 'ticketExpired'],
  body: 'bytesOut',
})

/** Files, and folders with all in them, as one archive. */
export const downloadFiles = endpoint({
  method: 'GET',
  path: 'webmail/files/downloadFiles.action',
  fields: { sid: text(200), ids: list(fileLimits.zipped, 100) },
  anonymous: true,
  codes: ['notFound', 'noFileSelected', 'ticketExpired'],
  body: 'bytesOut',
})

/** A small picture of a picture; `notFound` where none can be made. */
export const fileThumbnail = endpoint({
  method: 'GET',
  path: 'webmail/files/thumbnail.action',
  fields: { sid: text(200), id: text(100) },
  anonymous: true,
  codes: ['notFound', 'ticketExpired', 'tooManyTries'],
  body: 'bytesOut',
})

/** The first letters of a text: shown as text and as nothing else (TRUST S9). */
export const fileText = endpoint({
  method: 'POST',
  path: 'webmail/files/text.action',
  fields: { id: text(100) },
  reply: v.object({ text: v.string(), isCut: v.boolean() }),
  codes: ['notFound'],
})
