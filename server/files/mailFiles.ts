/** Attachments that are saved as files: copied here, whichever store has the message. */
import { Readable } from 'node:stream'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/files/mailFiles'
import type { SameNameWay } from '../../src/contract/files/fileRules'
import type { Caller } from '../core/caller'
import { Refusal, StoreAway } from '../core/refusal'
import { distinctFileNames } from '../kit/fileName'
import type { PartReader } from '../mail/mimeReader.port'
import { roomForFiles, storedName } from './files'
import type { TransferDeps } from './fileTransfers'
import { fileType, headBytes } from './fileType'

type Saved = { readonly name: string; readonly upload: string; readonly reader: PartReader }

export const makeSaveAttachments =
  (deps: TransferDeps) =>
  async (
    { id, parts, folder, same, key }: Form<typeof entries.saveAttachments>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.saveAttachments>> => {
    const { files, mailStores } = deps
    if (parts.length === 0) throw new Refusal('noFileSelected')
    const found = await mailStores.of(account).parts(id, parts)
    const readers = parts.map((part) => found?.get(part))
    const names = distinctFileNames(readers.map((reader) => reader?.attachment.name ?? ''))
    const wanted: Saved[] = []
    for (const [at, reader] of readers.entries()) {
      if (reader === undefined) throw new Refusal('notFound')
      // Chosen anew in the same dialog, another folder has its own.
      const upload = `saved ${key} ${folder} ${parts[at]}`
      // Stored by a request whose answer was lost.
      if ((await files.findByUpload(account.id, upload)) !== null) continue
      wanted.push({ name: storedName(names[at] ?? ''), upload, reader })
    }
    if (same === 'ask') await files.refuseTaken(account.id, folder, wanted)
    const room = await roomForFiles(deps, account)
    const size = wanted.reduce((sum, { reader }) => sum + reader.attachment.size, 0)
    // By what the message says of them; what really comes is counted as it is stored.
    if (size > room - (await files.bytes(account.id))) throw new Refusal('quotaExceeded')
    let saved = parts.length - wanted.length
    for (const one of wanted) {
      await stored(deps, account, one, { folder, same, room }).catch((error: unknown) => {
        const no = error instanceof StoreAway ? new Refusal('storeAway') : error
        // What came before it stays.
        throw no instanceof Refusal && saved > 0
          ? new Refusal(no.code, { ...no.detail, payload: { ...no.detail.payload, saved } })
          : error
      })
      saved += 1
    }
    return { saved: parts.length }
  }

type Into = { readonly folder: string; readonly same: SameNameWay; readonly room: number }

async function stored(
  { files, clock, fileLimit }: TransferDeps,
  account: Caller['account'],
  { name, upload, reader }: Saved,
  { folder, same, room }: Into,
): Promise<void> {
  const opened = await reader.open()
  try {
    const { type, stream } = await typed(atMost(opened, fileLimit))
    const source = { open: async () => stream, path: null }
    const file = { upload, parent: folder, name, size: null, type, source }
    await files.addFile(account.id, file, same, { now: clock.now(), room })
  } finally {
    // Also where it was refused unread.
    opened.destroy()
  }
}

/** What the bytes are by the first of them, and all: they are fetched once. */
async function typed(source: AsyncIterable<Buffer>): Promise<{ readonly type: string; readonly stream: Readable }> {
  const pieces = source[Symbol.asyncIterator]()
  const first: Buffer[] = []
  for (let size = 0; size < headBytes; ) {
    const next = await pieces.next()
    if (next.done === true) break
    first.push(next.value)
    size += next.value.length
  }
  const all = async function* () {
    yield* first
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return {
    type: fileType(Buffer.concat(first).subarray(0, headBytes)),
    stream: Readable.from(all(), { objectMode: false }),
  }
}

async function* atMost(source: Readable, most: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of source) {
    const bytes = Buffer.from(piece)
    size += bytes.length
    if (size > most) throw new Refusal('fileTooLarge', { payload: { limit: most } })
    yield bytes
  }
}
