/** My files as the guests of a share have them (docs/decisions/0069, TRUST S9, S10, S21). */
import { type FileEntry, fileLimits } from '../../src/contract/files/fileRules'
import type { OutgoingFile } from '../core/outgoingFile'
import { Refusal } from '../core/refusal'
import type { Chosen, SharedFiles } from '../shares/sharedFiles.port'
import type { FileBook, FoundFile } from './fileBook.store'
import { archiveOf, fileOf, readFileRange } from './fileTransfers'
import { type ThumbnailDeps, thumbnailOf } from './thumbnails'

/** The steps from a chosen folder down; throws where none of the chosen is above. */
async function stepsWithin(files: FileBook, { account, ids }: Chosen, folder: string) {
  const path = (await files.path(account, folder)) ?? []
  const at = path.findIndex(({ id }) => ids.includes(id))
  if (at < 0) throw new Refusal('notFound')
  return path.slice(at)
}

/** Throws unless it is one of the chosen, or lies in a folder of them, and in no trash. */
async function refuseOutside(files: FileBook, chosen: Chosen, { id, parent, goesAt }: FileEntry): Promise<void> {
  if (goesAt !== undefined) throw new Refusal('notFound')
  if (!chosen.ids.includes(id)) await stepsWithin(files, chosen, parent)
}

async function fileWithin(files: FileBook, chosen: Chosen, id: string): Promise<FileEntry> {
  const entry = await fileOf(files, chosen.account, id)
  await refuseOutside(files, chosen, entry)
  return entry
}

export function makeSharedFiles(deps: ThumbnailDeps): SharedFiles {
  const { files } = deps
  return {
    there: async ({ account, ids }) => {
      const live = new Map((await files.findLive(account, ids)).map((entry) => [entry.id, entry]))
      return ids.flatMap((id) => live.get(id) ?? [])
    },
    folder: async (chosen, folder, cursor) => {
      const path = await stepsWithin(files, chosen, folder)
      const query = { folder, words: [], trash: false, onlyFolders: false, sort: 'name', order: 'asc' } as const
      const { entries, next, total } = await files.page(chosen.account, query, {
        cursor,
        size: fileLimits.pageRowsAsked,
      })
      return { entries, path, next, total }
    },
    file: async (chosen, id, headers) => {
      const entry = await fileWithin(files, chosen, id)
      const { size, open } = readFileRange(files, chosen.account, entry, headers)
      // Never within a page, and kept by no cache: the share may end at any time.
      return { bytes: size, open: async () => ({ ...(await open()), inline: false, isFresh: true }) }
    },
    zip: (chosen, named) => zipWithin(files, chosen, named),
    thumbnail: async (chosen, id): Promise<OutgoingFile> => {
      const entry = await fileWithin(files, chosen, id)
      return { ...(await thumbnailOf(deps, chosen.account, entry, `guests ${chosen.account}`)), isFresh: true }
    },
  }
}

async function zipWithin(files: FileBook, chosen: Chosen, named: readonly string[]) {
  const { account } = chosen
  const ids = named.length === 0 ? chosen.ids : named
  const roots = await files.findLive(account, ids)
  if (named.length > 0 && roots.length < new Set(named).size) throw new Refusal('notFound')
  for (const root of roots) await refuseOutside(files, chosen, root)
  const found: FoundFile[] = []
  for await (const file of files.within(account, ids)) found.push(file)
  const bytes = found.reduce((sum, { size }) => sum + size, 0)
  const [only] = roots
  const name = roots.length === 1 && only !== undefined ? only.name : 'files'
  return { bytes, open: async () => ({ ...archiveOf(files, account, found, name), isFresh: true as const }) }
}
