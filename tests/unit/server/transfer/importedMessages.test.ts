import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import type { RangedBytes } from '#server/kit/zip/zipFile'
import { messagesOf } from '#server/transfer/importedMessages'
import { madeZip } from '#tests/support/mail/madeZip'

const bytes = Buffer.from('0123456789')
const stored = (name: string) => ({ name, method: 0, packed: bytes, size: bytes.length, crc: crc32(bytes) })
const archive = madeZip(['a.eml', 'b.eml', 'c.eml'].map(stored))

const file: RangedBytes = {
  size: archive.length,
  from: async (start) =>
    (async function* () {
      yield archive.subarray(start)
    })(),
}

/** The names of the files that are opened, each of which is read to its end. */
async function opened(...most: readonly number[]): Promise<readonly string[]> {
  const names: string[] = []
  for await (const message of messagesOf(file, 'a.zip', ...most)) {
    names.push(message.name)
    for await (const _chunk of message.bytes());
  }
  return names
}

describe('what comes out of an archive', () => {
  it('S27: is counted, and no file is opened after more bytes than an import may unpack', async () => {
    expect(await opened(20)).toEqual(['a.eml', 'b.eml', 'c.eml'])
    await expect(opened(19)).rejects.toMatchObject({ code: 'tooLarge' })
  })

  it('S27: is 8 GB at the most where nobody says otherwise', async () => {
    expect(limits.importedUnpackedBytes).toBe(8 * 1024 ** 3)
    expect(await opened()).toHaveLength(3)
  })
})
