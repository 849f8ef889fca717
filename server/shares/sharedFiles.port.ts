/** What guests get of My files: what was chosen, and what is in its folders (decision 69). */
import type { FileEntry } from '#contract/files/fileRules'
import type { AccountId } from '../core/account'
import type { OutgoingFile } from '../core/outgoingFile'

/** What was chosen: nothing beside or above it is given. */
export type Chosen = { readonly account: AccountId; readonly ids: readonly string[] }

export type FolderPage = {
  readonly entries: readonly FileEntry[]
  /** From the folder that was chosen to this one. */
  readonly path: readonly { readonly id: string; readonly name: string }[]
  readonly next: string
  readonly total: number
}

/** Each throws `Refusal('notFound')` for what is not within the chosen, or in the trash. */
export type SharedFiles = {
  /** Those of the chosen that lie in no trash, in their order. */
  readonly there: (chosen: Chosen) => Promise<readonly FileEntry[]>
  readonly folder: (chosen: Chosen, folder: string, cursor: string) => Promise<FolderPage>
  /** Whole, or the range that the headers ask for. */
  readonly file: (
    chosen: Chosen,
    id: string,
    headers: Readonly<Record<string, string | undefined>>,
  ) => Promise<SizedFile>
  /** What is named, or all. */
  readonly zip: (chosen: Chosen, ids: readonly string[]) => Promise<SizedFile>
  readonly thumbnail: (chosen: Chosen, id: string) => Promise<OutgoingFile>
}

/** `bytes` that it gives at the most; nothing is read before it is opened. */
export type SizedFile = { readonly bytes: number; readonly open: () => Promise<OutgoingFile> }
