/** Shares of My files (SPEC §3): made by their owner, and what a guest does within a visit. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { list, optional, text, whole, withDefault, word } from '../../field'
import { fileLimits } from '../../files/fileRules'
import { shareLimits, shareTimes } from '../../shares/shareRules'
import { share, sharedFile } from './shares'

/** Of files and folders; a folder shows what is in it whenever it is opened. */
export const shareFiles = endpoint({
  method: 'POST',
  path: 'webmail/share/shareFiles.action',
  fields: {
    ids: list(shareLimits.files, 100),
    time: word(shareTimes),
    code: withDefault(text(100), ''),
    mostOpens: optional(whole(1, shareLimits.opens)),
  },
  reply: v.object({ secret: v.string(), share }),
  codes: ['notFound', 'noFileSelected', 'shareCodeInvalid', 'sharesFull', 'tooManyTries'],
})

/** A folder of the share: `path` begins with the one that was shared. */
export const sharedFolder = endpoint({
  method: 'POST',
  path: 'webmail/share/folder.action',
  fields: { visit: text(100), folder: text(100), cursor: withDefault(text(2_000), '') },
  reply: v.object({
    files: v.array(sharedFile),
    path: v.array(v.object({ id: v.string(), name: v.string() })),
    /** Where the next page begins; empty at the end. */
    next: v.string(),
    total: v.number(),
  }),
  codes: ['notFound', 'shareOver', 'tooManyTries'],
  anonymous: true,
})

/** Whole, or the range that is asked for; the visit is in the form, not in an address. */
export const downloadSharedFile = endpoint({
  method: 'POST',
  path: 'webmail/share/file.action',
  fields: { visit: text(100), id: text(100) },
  codes: ['notFound', 'shareOver', 'tooManyTries'],
  anonymous: true,
  body: 'bytesOut',
})

/** What is named, folders with all in them, as one archive; all of the share where nothing is. */
export const zipShared = endpoint({
  method: 'POST',
  path: 'webmail/share/zip.action',
  fields: { visit: text(100), ids: list(fileLimits.zipped, 100) },
  codes: ['notFound', 'shareOver', 'tooManyTries'],
  anonymous: true,
  body: 'bytesOut',
})

/** A small picture of a picture; `notFound` where none can be made. */
export const sharedThumbnail = endpoint({
  method: 'POST',
  path: 'webmail/share/thumbnail.action',
  fields: { visit: text(100), id: text(100) },
  codes: ['notFound', 'shareOver', 'tooManyTries'],
  anonymous: true,
  body: 'bytesOut',
})
