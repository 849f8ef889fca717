/** Archives that are written while their files come. */
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { distinctFileNames } from '#server/kit/fileName'
import { zipStream } from '#server/kit/zip/zipStream'
import { bytesOf } from '#tests/support/gateway/gateway'
import { madeZip } from '#tests/support/mail/madeZip'
import { readZip } from '#tests/support/mail/readZip'

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}
const entry = (name: string, ...texts: string[]) => ({ name, open: async () => chunks(...texts) })

function changed(archive: Buffer, at: number): Buffer {
  const other = Buffer.from(archive)
  other.writeUInt8(archive.readUInt8(at) ^ 1, at)
  return other
}

function isRead(archive: Buffer, before: number): boolean {
  try {
    readZip(archive, before)
    return true
  } catch {
    return false
  }
}

describe('an archive', () => {
  it('holds each file byte for byte, whatever pieces it came in', async () => {
    const archive = await bytesOf(zipStream([entry('a.txt', 'one ', 'two'), entry('合同.txt', '你好'), entry('none')]))
    const files = readZip(archive)
    expect([...files.keys()]).toEqual(['a.txt', '合同.txt', 'none'])
    expect(files.get('a.txt')?.toString()).toBe('one two')
    expect(files.get('合同.txt')?.toString()).toBe('你好')
  })

  it.each([
    ['below 4 GiB', 0],
    ['beyond 4 GiB', 5 * 1024 ** 3],
  ])('%s has no byte that could be another', async (_where, before) => {
    const archive = await bytesOf(zipStream([entry('a.txt', 'one'), entry('合同.txt', '你好')], before))
    expect([...readZip(archive, before).keys()]).toEqual(['a.txt', '合同.txt'])
    const accepted = [...archive.keys()].filter((at) => isRead(changed(archive, at), before))
    expect(accepted).toEqual([])
    const cut = [...archive.keys()].filter((length) => isRead(archive.subarray(0, length), before))
    expect(cut).toEqual([])
  })

  it('of another writer, packed and with sums before the data, is read by the same reader', () => {
    const long = Buffer.from('long '.repeat(1_000))
    const sums = { size: long.length, crc: crc32(long) }
    const packed = { name: 'packed', method: 8, packed: deflateRawSync(long), ...sums }
    const files = readZip(madeZip([packed, { name: 'stored', method: 0, packed: long, ...sums }], { remark: 'ours' }))
    expect([...files]).toEqual([
      ['packed', long],
      ['stored', long],
    ])
  })

  it('S27: asks for a file only when the one before is written', async () => {
    const asked: string[] = []
    const lazy = (name: string) => ({
      name,
      open: async () => {
        asked.push(name)
        return chunks('x'.repeat(70_000), 'x'.repeat(70_000))
      },
    })
    const stream = zipStream([lazy('a'), lazy('b'), lazy('c')])
    const pieces = stream[Symbol.asyncIterator]()
    await pieces.next()
    await pieces.next()
    expect(asked).toEqual(['a'])
    stream.destroy()
  })

  it('leaves a file out that says so when its turn comes', async () => {
    const gone = { name: 'b', open: async () => null }
    const archive = await bytesOf(zipStream([entry('a', 'x'), gone, entry('c', 'y')]))
    expect([...readZip(archive).keys()]).toEqual(['a', 'c'])
  })

  it('holds more files than the old format counts, and the last is found', async () => {
    const count = 70_000
    const entries = (function* () {
      for (let at = 0; at < count; at += 1) yield entry(`${at}.eml`, String(at))
    })()
    const files = readZip(await bytesOf(zipStream(entries)))
    expect(files.size).toBe(count)
    expect(files.get('69999.eml')?.toString()).toBe('69999')
  })

  it('tells where a file lies beyond 4 GiB', async () => {
    const before = 5 * 1024 ** 3
    const archive = await bytesOf(zipStream([entry('a', 'one'), entry('b', 'two')], before))
    const from = archive.lastIndexOf('PK\x01\x02')
    expect(archive.readUInt32LE(from + 42)).toBe(0xffff_ffff)
    const place = Number(archive.readBigUInt64LE(from + 46 + 'b'.length + 4)) - before
    expect(archive.toString('latin1', place, place + 4)).toBe('PK\x03\x04')
    expect(archive.toString('latin1', place + 30, place + 34)).toBe('btwo')
    const record = archive.indexOf('PK\x06\x06')
    expect(archive.readBigUInt64LE(record + 32)).toBe(2n)
    const directory = Number(archive.readBigUInt64LE(record + 48)) - before
    expect(directory).toBe(archive.indexOf('PK\x01\x02'))
  })

  it('breaks off where a file is gone, and is no archive then', async () => {
    const gone = { name: 'b', open: () => Promise.reject(new Error('gone')) }
    await expect(bytesOf(zipStream([entry('a', 'x'), gone]))).rejects.toThrow('gone')
  })
})

describe('the names within', () => {
  it('S10: never lead out of the folder that an archive is opened in', () => {
    const hostile = ['../../etc/passwd', 'C:\\Windows\\x.dll', '/abs', '..', 'a\u0000b', 'con.txt', '']
    for (const name of distinctFileNames(hostile)) {
      expect(name).not.toMatch(/[/\\\p{Cc}:]/u)
      expect(['', '.', '..']).not.toContain(name)
      expect(name).not.toMatch(/^con(\.|$)/i)
    }
  })

  it('S31: hold no sign that turns the direction of writing', () => {
    expect(distinctFileNames(['invoice\u202efdp.exe'])).toEqual(['invoicefdp.exe'])
  })

  it('stand there once each, also for a system that knows no small letters', () => {
    expect(distinctFileNames(['a.txt', 'a.txt', 'A.TXT', 'a (2).txt', 'b', 'b'])).toEqual([
      'a.txt',
      'a (2).txt',
      'A (3).TXT',
      'a (2) (2).txt',
      'b',
      'b (2)',
    ])
  })

  it('are as many as the files, of which 2,000 have the same name', () => {
    expect(new Set(distinctFileNames(Array.from({ length: 2_000 }, () => 'a.txt'))).size).toBe(2_000)
  })
})
