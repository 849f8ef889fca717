/** The messages that a file holds, whatever kind of file it is: one message, an archive of such files, or an mbox. */
import { limits } from '../../src/contract/limits'
import { Refusal } from '../core/refusal'
import { safeFileName } from '../kit/fileName'
import { isMbox, mboxMessages } from '../kit/message/mbox'
import { type RangedBytes, zippedFiles } from '../kit/zip/zipFile'

export type FoundMessage = {
  /** As it is called within its file. */
  readonly name: string
  readonly bytes: () => AsyncIterable<Uint8Array>
  /** Bytes of the file that are done with once this message is. */
  readonly upTo: number
}

/**
 * Throws what `zippedFiles` throws, and `Refusal('tooLarge')` before the first file of an archive that would be opened after more than
 * `unpackedMost` bytes have come out of it.
 */
export async function* messagesOf(
  file: RangedBytes,
  name: string,
  unpackedMost: number = limits.importedUnpackedBytes,
): AsyncGenerator<FoundMessage> {
  const start = await startOf(file)
  if (start.toString('latin1', 0, 2) === 'PK') return yield* zippedMessages(file, unpackedMost)
  if (isMbox(start)) return yield* mboxed(file)
  const single = async function* () {
    yield* await file.from(0)
  }
  yield { name: safeFileName(name), bytes: single, upTo: file.size }
}

async function startOf(file: RangedBytes): Promise<Buffer> {
  for await (const chunk of await file.from(0)) return Buffer.from(chunk.subarray(0, 16))
  return Buffer.alloc(0)
}

/** What programs put beside the files that a person chose. */
const isAside = (path: string) => path.endsWith('/') || path.startsWith('__MACOSX/') || path.endsWith('.DS_Store')

async function* zippedMessages(file: RangedBytes, unpackedMost: number): AsyncGenerator<FoundMessage> {
  let unpacked = 0
  let upTo = 0
  for await (const { name, packed, open } of zippedFiles(file, limits.importedMails)) {
    upTo = Math.min(file.size, upTo + packed)
    if (isAside(name)) continue
    if (unpacked > unpackedMost) throw new Refusal('tooLarge')
    yield {
      name: safeFileName(name),
      bytes: () =>
        counted(open(), (length) => {
          unpacked += length
        }),
      upTo,
    }
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, count: (length: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    count(chunk.length)
    yield chunk
  }
}

async function* mboxed(file: RangedBytes): AsyncGenerator<FoundMessage> {
  let read = 0
  const whole = counted(await file.from(0), (length) => {
    read += length
  })
  let number = 0
  for await (const message of mboxMessages(whole)) {
    number += 1
    if (number > limits.importedMails) throw new Refusal('tooLarge')
    yield { name: `${number}.eml`, bytes: () => message, upTo: Math.min(file.size, read) }
  }
}
