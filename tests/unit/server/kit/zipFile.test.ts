/** Archives of other programs, damaged ones, and those that are made to do harm. */
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#server/core/refusal'
import { type RangedBytes, zippedFiles } from '#server/kit/zip/zipFile'
import { zipStream } from '#server/kit/zip/zipStream'
import { bytesOf } from '#tests/support/gateway/gateway'
import { madeZip, type Zipped } from '#tests/support/mail/madeZip'

/** Gives its bytes in small pieces, and counts how many were asked for. */
function ranged(bytes: Buffer, piece = 1_000): RangedBytes & { given: () => number } {
  let given = 0
  async function* from(start: number) {
    for (let at = start; at < bytes.length; at += piece) {
      const chunk = bytes.subarray(at, at + piece)
      given += chunk.length
      yield chunk
    }
  }
  return { size: bytes.length, from: async (start) => from(start), given: () => given }
}

async function unpacked(bytes: Buffer, most = 100): Promise<[string, string][]> {
  const files: [string, string][] = []
  for await (const { name, open } of zippedFiles(ranged(bytes), most)) {
    const text = await textOf(open()).catch((error) => (error instanceof Refusal ? `refused: ${error.code}` : 'thrown'))
    files.push([name, text])
  }
  return files
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all).toString()
}

const deflated = (name: string, text: string): Zipped => {
  const bytes = Buffer.from(text)
  return { name, method: 8, packed: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) }
}

describe('an archive', () => {
  it('of the product’s own, with sizes behind the data, is read back', async () => {
    const open = async () => [Buffer.from('Text')].values()
    async function* chunks() {
      yield* await open()
    }
    const bytes = await bytesOf(zipStream([{ name: '一.eml', open: async () => chunks() }]))
    expect(await unpacked(bytes)).toEqual([['一.eml', 'Text']])
  })

  it('that is packed, with a remark at its end and names in GB18030, is read', async () => {
    const long = 'long '.repeat(10_000)
    const gbk = Buffer.from([0xd3, 0xca, 0xbc, 0xfe, 0x2e, 0x65, 0x6d, 0x6c])
    const bytes = madeZip([deflated('a', long), { ...deflated('b', 'B'), bareName: gbk }], { remark: 'PK of mine' })
    expect(await unpacked(bytes)).toEqual([
      ['a', long],
      ['邮件.eml', 'B'],
    ])
  })

  it('is refused where it is cut, is none, or holds more files than it may', async () => {
    const bytes = madeZip([deflated('a', 'A'), deflated('b', 'B')])
    for (const damaged of [bytes.subarray(0, -30), Buffer.from('PK no archive'), Buffer.alloc(0)])
      await expect(unpacked(damaged)).rejects.toMatchObject({ code: 'archiveUnreadable' })
    await expect(unpacked(bytes, 1)).rejects.toMatchObject({ code: 'tooLarge' })
  })

  it('refuses a file that is damaged, encrypted or packed in another way, and gives the others', async () => {
    const bytes = madeZip([
      { ...deflated('sum', 'A'), crc: 1 },
      { ...deflated('hidden', 'B'), flags: 1 },
      { ...deflated('other', 'C'), method: 14 },
      { ...deflated('broken', 'D'), packed: Buffer.from([0xff, 0xff, 0xff]) },
      deflated('whole', 'E'),
    ])
    const no = 'refused: archiveUnreadable'
    expect(await unpacked(bytes)).toEqual([
      ['sum', no],
      ['hidden', no],
      ['other', no],
      ['broken', no],
      ['whole', 'E'],
    ])
  })

  it('S27: whose files share their bytes is a bomb, and refused', async () => {
    const bomb = deflated('a', 'x'.repeat(100_000))
    const bytes = madeZip(
      Array.from({ length: 50 }, () => bomb),
      { shared: true },
    )
    await expect(unpacked(bytes)).rejects.toMatchObject({ code: 'archiveUnreadable' })
  })

  it('S27: is unpacked no further than it is read', async () => {
    const bytes = madeZip([deflated('bomb', '\0'.repeat(50_000_000)), deflated('next', 'N')])
    const source = ranged(bytes)
    for await (const { open } of zippedFiles(source, 10)) {
      for await (const chunk of open()) {
        expect(chunk.length).toBeLessThanOrEqual(65_536)
        break
      }
      break
    }
    expect(source.given()).toBeLessThan(bytes.length * 2)
  })
})
