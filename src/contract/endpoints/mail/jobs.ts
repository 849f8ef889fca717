/** Long work over mail: one request starts it, the gateway does it behind, tells how far it is and can be told to stop. */
import * as v from 'valibot'
import { refusalCodes } from '../../codes'
import { endpoint } from '../../endpoint'
import { list, optional, text, whole, withDefault, word } from '../../field'
import { limits } from '../../limits'
import { filters, marks, searchFields } from './mail'

/** A file whose mails are taken in. */
export const importedFile = /* @__PURE__ */ v.object({
  name: v.string(),
  /** Bytes, and how many of them have been gone through. */
  size: v.number(),
  read: v.number(),
  state: v.picklist(['waiting', 'reading', 'read', 'refused']),
  /** Mails that were kept, and those that were not. */
  kept: v.number(),
  refused: v.number(),
  /** The first of those that were not kept, each by its name within the file; the file's own name where it is the whole. */
  refusals: v.array(v.object({ name: v.string(), reason: v.picklist(refusalCodes) })),
})
export type ImportedFile = v.InferOutput<typeof importedFile>

export const mailJob = /* @__PURE__ */ v.object({
  id: v.string(),
  kind: v.picklist(['mark', 'move', 'remove', 'export', 'import', 'rules', 'rulesUndo']),
  folder: v.string(),
  mark: v.nullable(v.picklist(marks)),
  target: v.nullable(v.string()),
  state: v.picklist(['running', 'done', 'cancelled', 'failed']),
  /** Mails that it was about when it was asked for, files of an import; and how many mails it has dealt with by now. */
  total: v.number(),
  done: v.number(),
  /** Why it failed. */
  reason: v.nullable(v.picklist(refusalCodes)),
  /** Of an import. */
  files: v.optional(v.array(importedFile)),
})
export type MailJob = v.InferOutput<typeof mailJob>

export const startMailJob = endpoint({
  method: 'POST',
  path: 'webmail/jobs/startMailJob.action',
  fields: {
    kind: word(['mark', 'move', 'remove']),
    folder: text(200),
    filter: withDefault(word(filters), 'all'),
    /** For `mark`. */
    mark: optional(word(marks)),
    /** For `move`. */
    target: optional(text(200)),
  },
  reply: v.object({ job: mailJob }),
  codes: ['notFound', 'notAllowed', 'tooManyTries', 'noMailSelected'],
})

/** The same over all that a search finds, asked by the fields of `advancedSearch`; its `folder` is empty. */
export const startFoundJob = endpoint({
  method: 'POST',
  path: 'webmail/jobs/startFoundJob.action',
  fields: {
    ...searchFields,
    kind: word(['mark', 'move', 'remove']),
    mark: optional(word(marks)),
    target: optional(text(200)),
  },
  reply: v.object({ job: mailJob }),
  codes: ['keywordTooShort', 'notFound', 'notAllowed', 'tooManyTries', 'noMailSelected'],
})

/** The one that is named; without a name those that run and those that ended within the last minute. */
export const mailJobs = endpoint({
  method: 'GET',
  path: 'webmail/jobs/mailJobs.action',
  fields: { id: optional(text(100)) },
  reply: v.object({ jobs: v.array(mailJob) }),
  codes: ['notFound'],
})

/** What it has done by then stays done. One that has ended stays as it is. */
export const cancelMailJob = endpoint({
  method: 'POST',
  path: 'webmail/jobs/cancelMailJob.action',
  fields: { id: text(100) },
  reply: v.object({ job: mailJob }),
  codes: ['notFound'],
})

/**
 * Puts on record that the named mails, or all that a folder and a filter hold, are to leave as one archive. The archive is made while
 * `downloadExport` fetches it; what nobody fetches is given up.
 */
export const startExport = endpoint({
  method: 'POST',
  path: 'webmail/jobs/startExport.action',
  fields: {
    ids: list(limits.exportedIds, 200),
    /** In place of `ids`. */
    folder: optional(text(200)),
    filter: withDefault(word(filters), 'all'),
  },
  reply: v.object({ job: mailJob }),
  codes: ['notFound', 'noMailSelected', 'tooManyTries'],
})

/** `name` is the archive's, without its ending. */
export const downloadExport = endpoint({
  method: 'GET',
  path: 'webmail/jobs/downloadExport.action',
  fields: { sid: text(200), id: text(100), name: withDefault(text(200), 'mail') },
  anonymous: true,
  codes: ['notFound', 'ticketExpired'],
  body: 'bytesOut',
})

/** Begins the upload of a file of mails; it goes on and ends as that of an attachment does. */
export const startImportUpload = endpoint({
  method: 'POST',
  path: 'webmail/jobs/startImportUpload.action',
  fields: { name: text(1_000), type: text(200), size: whole(0, Number.MAX_SAFE_INTEGER) },
  reply: v.object({ uploadId: v.string(), offset: v.number() }),
  codes: ['tooLarge', 'quotaExceeded', 'uploadsFull', 'diskFull'],
})

/** Takes the mails of finished uploads into a folder: single messages, and archives of them. */
export const startImport = endpoint({
  method: 'POST',
  path: 'webmail/jobs/startImport.action',
  fields: { folder: text(200), uploads: list(limits.importedFiles, 200) },
  reply: v.object({ job: mailJob }),
  codes: ['notFound', 'notAllowed', 'attachmentUnknown', 'attachmentsPending', 'tooManyTries'],
})
