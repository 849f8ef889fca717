/** Contacts from and to files (SPEC §5, BEHAVIOUR §12). A file comes by `startImportUpload`. */
import * as v from 'valibot'
import { refusalCodes } from '../../codes'
import {
  contactFormats,
  contactTransferLimits,
  csvFields,
  csvMapping,
  csvPresets,
  duplicateChoices,
  fileEncodings,
} from '../../contacts/contactFiles'
import { endpoint } from '../../endpoint'
import { json, list, optional, text, withDefault, word } from '../../field'
import { limits } from '../../limits'
import { contactViews } from './contacts'

/**
 * What a finished upload holds, read with the `encoding` that is named, else with the one found.
 * `rows` are the first ones: of a csv its cells, of a vcf name, address and number.
 */
export const previewContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/previewContacts.action',
  fields: { upload: text(200), encoding: optional(word(fileEncodings)) },
  reply: v.object({
    kind: v.picklist(['csv', 'vcf']),
    encoding: v.picklist(fileEncodings),
    /** Whether the file begins with a byte order mark. */
    marked: v.boolean(),
    preset: v.nullable(v.picklist(csvPresets)),
    /** Whether the first row names the columns. */
    header: v.boolean(),
    columns: v.array(v.picklist(csvFields)),
    rows: v.array(v.array(v.string())),
  }),
  codes: ['attachmentUnknown', 'attachmentsPending', 'notContacts', 'tooLarge'],
})

/** Added, merged, replaced, skipped and refused are all people of the file. */
export const contactImport = /* @__PURE__ */ v.object({
  id: v.string(),
  name: v.string(),
  /** Bytes of the file, and how many of them have been gone through. */
  size: v.number(),
  read: v.number(),
  /** `undone`: all that it did was taken back. */
  state: v.picklist(['running', 'done', 'cancelled', 'failed', 'undone']),
  reason: v.nullable(v.picklist(refusalCodes)),
  /** Whether an Undo would find anything. */
  undoable: v.boolean(),
  added: v.number(),
  merged: v.number(),
  replaced: v.number(),
  skipped: v.number(),
  refused: v.number(),
  /** Photos, lines without a field and groups that were left out. */
  photosDropped: v.number(),
  linesDropped: v.number(),
  groupsDropped: v.number(),
})
export type ContactImport = v.InferOutput<typeof contactImport>

/** Takes in the people of a finished upload; one import of an account runs at a time. */
export const importContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/importContacts.action',
  fields: {
    upload: text(200),
    encoding: word(fileEncodings),
    /** Of a csv. */
    mapping: optional(json(csvMapping, contactTransferLimits.columns * 40)),
    duplicates: word(duplicateChoices),
    /** The id of a group for all of them, or in `newGroup` the name of one that is made. */
    group: withDefault(text(100), ''),
    newGroup: withDefault(text(1_000), ''),
  },
  reply: v.object({ import: contactImport }),
  codes: ['notFound', 'attachmentUnknown', 'attachmentsPending', 'notContacts', 'tooLarge', 'importRuns'],
})

/** The one that is named; else all that can still be undone or still run, the last one first. */
export const contactImports = endpoint({
  method: 'POST',
  path: 'webmail/contact/contactImports.action',
  fields: { id: optional(text(100)) },
  reply: v.object({ imports: v.array(contactImport) }),
  codes: ['notFound'],
})

/** What it did until then stays, and can be undone. */
export const cancelContactImport = endpoint({
  method: 'POST',
  path: 'webmail/contact/cancelImport.action',
  fields: { id: text(100) },
  reply: v.object({ import: contactImport }),
  codes: ['notFound'],
})

/**
 * Takes back what an import did, within a day: those it made go, those it changed are as they were.
 * Who was changed since stays and counts as `unchanged`.
 */
export const undoContactImport = endpoint({
  method: 'POST',
  path: 'webmail/contact/undoImport.action',
  fields: { id: text(100) },
  reply: v.object({ undone: v.number(), unchanged: v.number() }),
  codes: ['notFound', 'importRuns'],
})

/** Who was refused and why, as csv in the `language`. */
export const refusedContacts = endpoint({
  method: 'GET',
  path: 'webmail/contact/refusedContacts.action',
  fields: { sid: text(200), id: text(100), language: word(['zh-CN', 'en-US']) },
  anonymous: true,
  codes: ['notFound', 'ticketExpired'],
  body: 'bytesOut',
})

/** Notes who is to leave: the `ids`, else those of a view, a group, typed words. */
export const startContactExport = endpoint({
  method: 'POST',
  path: 'webmail/contact/startExport.action',
  fields: {
    ids: list(limits.contacts, 100),
    view: withDefault(word(contactViews), 'all'),
    group: withDefault(text(100), ''),
    typed: withDefault(text(320), ''),
    format: word(contactFormats),
    language: word(['zh-CN', 'en-US']),
  },
  reply: v.object({ id: v.string(), total: v.number() }),
  codes: ['notFound'],
  formBytes: limits.textFormBytes,
})

/** The file, within an hour; `name` is its name without the ending. */
export const downloadContacts = endpoint({
  method: 'GET',
  path: 'webmail/contact/downloadContacts.action',
  fields: { sid: text(200), id: text(100), name: withDefault(text(200), 'contacts') },
  anonymous: true,
  codes: ['notFound', 'ticketExpired'],
  body: 'bytesOut',
})
