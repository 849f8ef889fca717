/** Keeps imports of contacts: their plan, how far they are, what came of them. */
import * as v from 'valibot'
import { csvMapping, duplicateChoices, fileEncodings } from '#contract/contacts/contactFiles'
import type { ContactImport } from '#contract/endpoints/contacts/transfer'
import type { AccountId } from '../../core/account'
import type { FileEntry, RefusedEntry } from '../../core/contactFile'

/** How a file is read and what becomes of its people. */
export const importPlan = v.object({
  kind: v.picklist(['csv', 'vcf']),
  encoding: v.picklist(fileEncodings),
  /** Of a csv. */
  mapping: v.nullable(csvMapping),
  duplicates: v.picklist(duplicateChoices),
  /** The id of a group for all of them, or the name of one that is made; empty for none. */
  group: v.string(),
  newGroup: v.string(),
})
export type ImportPlan = v.InferOutput<typeof importPlan>

export const importedFile = v.object({ name: v.string(), size: v.number(), uploadId: v.string() })

export const importCounts = v.object({
  added: v.number(),
  merged: v.number(),
  replaced: v.number(),
  skipped: v.number(),
  refused: v.number(),
  photosDropped: v.number(),
  linesDropped: v.number(),
  groupsDropped: v.number(),
})
export type ImportCounts = v.InferOutput<typeof importCounts>

export type StoredImport = {
  readonly id: string
  readonly file: v.InferOutput<typeof importedFile>
  readonly plan: ImportPlan
  /** People of the file that were dealt with, and bytes that were read for them. */
  readonly position: number
  readonly read: number
  readonly counts: ImportCounts
  readonly state: ContactImport['state']
  readonly reason: ContactImport['reason']
  readonly madeAt: number
}

/** People of a file that follow one another, the first of them after `position`. */
export type ImportedPiece = {
  readonly position: number
  readonly read: number
  readonly entries: readonly FileEntry[]
}

export type ContactImportStore = {
  /** On record with its job, which has its id; false where one of the account runs. */
  readonly add: (account: AccountId, begun: Pick<StoredImport, 'id' | 'file' | 'plan' | 'madeAt'>) => Promise<boolean>
  readonly find: (account: AccountId, id: string) => Promise<StoredImport | null>
  /** The last one first. */
  readonly all: (account: AccountId) => Promise<readonly StoredImport[]>
  /**
   * Takes people in, once, up to `most` of the account: false where the import runs no more, or
   * stands elsewhere. `lastNumbers` are those that names were given (`王丽 (2)`).
   */
  readonly take: (
    account: AccountId,
    id: string,
    piece: ImportedPiece,
    at: { readonly now: number; readonly most: number; readonly lastNumbers: Map<string, number> },
  ) => Promise<boolean>
  /** Ends it where it runs. */
  readonly cancel: (account: AccountId, id: string, now: number) => Promise<void>
  /** Notes that it was taken back, and removes the groups that it made where nobody is in them. */
  readonly noteUndone: (account: AccountId, id: string, now: number) => Promise<void>
  readonly refused: (account: AccountId, id: string) => AsyncIterable<RefusedEntry>
  /** Forgets those made before this moment. */
  readonly sweep: (before: number) => Promise<void>
}
