/** Files that were dropped, those within dropped folders with the folders that lead to them. */
import type { ChosenFile } from './fileUploads'

export async function droppedFiles(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  // Before anything is waited for: afterwards the browser has emptied the list.
  const entries = [...transfer.items].flatMap((item) => (item.kind === 'file' ? [item.webkitGetAsEntry()] : []))
  const plain = [...transfer.files].map((file) => ({ file, folders: [] }))
  if (!entries.some((entry) => entry?.isDirectory)) return plain
  const found = await Promise.all(entries.map(async (entry) => (entry === null ? [] : filesOf(entry, []))))
  return found.flat()
}

async function filesOf(entry: FileSystemEntry, folders: readonly string[]): Promise<readonly ChosenFile[]> {
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)))
    return file === null ? [] : [{ file, folders }]
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return []
  const reader = entry.createReader()
  const all: ChosenFile[] = []
  for (;;) {
    // A browser tells a hundred entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (some.length === 0) return all
    for (const one of some) all.push(...(await filesOf(one, [...folders, entry.name])))
  }
}
