/** The files of notes: lines are appended, a crash costs at most the last of them, and a file of mostly old lines is written anew. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { syncFolder } from '#server/kit/files/syncFolder'
import { messageEnding } from '../spoolSweep'
import { type MessageNote, notesName, readMessageNote } from './noteFormat'

/** A line feed stands before each line, so that one which a crash cut spoils none after it. */
const asLines = (lines: readonly string[]) => lines.map((line) => `\n${line}`).join('')

/** `isDurable`: answers when they are safe on the disk. */
export async function appendLines(directory: string, lines: readonly string[], isDurable: boolean): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = await open(join(directory, notesName), 'a', 0o600)
  try {
    const isNew = (await file.stat()).size === 0
    await file.writeFile(asLines(lines))
    if (!isDurable) return
    await file.datasync()
    if (isNew) await syncFolder(directory)
  } finally {
    await file.close()
  }
}

/** Temporary name, fsync, rename, fsync of the directory: whoever reads it sees the old file or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Its own in each process and call: in containers two processes can even have the same pid.
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await unlink(temporary).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

export type ReadNotes = { readonly last: ReadonlyMap<string, MessageNote>; readonly lines: number }

/** The last note about each message of a directory, which holds a 256th of all. */
export async function readNotes(directory: string): Promise<ReadNotes> {
  const last = new Map<string, MessageNote>()
  let lines = 0
  const path = join(directory, notesName)
  if (!(await exists(path))) return { last, lines }
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '') continue
    lines += 1
    const note = readMessageNote(line)
    if (note !== null) last.set(note.message, note)
  }
  return { last, lines }
}

/** Leaves the last note about each message that is still there, once more than half of the lines say nothing else. */
export async function compactNotes(directory: string): Promise<void> {
  const { last, lines } = await readNotes(directory)
  const kept: string[] = []
  for (const note of last.values())
    if (note.mails.length > 0 || (await exists(join(directory, note.message + messageEnding))))
      kept.push(JSON.stringify(note))
  if (lines > 2 * kept.length) await replaceFile(join(directory, notesName), asLines(kept))
}

export async function notesSize(directory: string): Promise<number> {
  return stat(join(directory, notesName)).then(
    ({ size }) => size,
    () => 0,
  )
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
