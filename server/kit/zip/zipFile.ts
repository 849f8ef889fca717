/**
 * Reads a ZIP archive by its directory (PKWARE APPNOTE 4.3, 4.5.3), of which a piece at a time is in memory. Nothing is believed that
 * the archive says of itself: sizes are counted, check sums proven, and files that share bytes are refused (TRUST S27).
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { Refusal } from '../../core/refusal'

/** Bytes that can be read from any place on. */
export type RangedBytes = {
  readonly size: number
  readonly from: (start: number) => Promise<AsyncIterable<Uint8Array>>
}

export type ZippedFile = {
  readonly name: string
  /** Bytes within the archive. */
  readonly packed: number
  /** Throws `Refusal('archiveUnreadable')` where it is damaged, encrypted, or packed in a way that is not read here. */
  readonly open: () => AsyncIterable<Uint8Array>
}

const unreadable = () => new Refusal('archiveUnreadable')
const endBytes = 22
const most16 = 0xffff
const most32 = 0xffff_ffff

type End = { readonly count: number; readonly at: number; readonly length: number }

/** The files of an archive in the order of its directory. Throws `Refusal`: `archiveUnreadable`, and `tooLarge` beyond `mostFiles`. */
export async function* zippedFiles(bytes: RangedBytes, mostFiles: number): AsyncGenerator<ZippedFile> {
  const end = await endOf(bytes)
  if (end.count > mostFiles) throw new Refusal('tooLarge')
  const reader = readerOf(await bytes.from(end.at))
  let packedSum = 0
  try {
    for (let left = end.count; left > 0; left -= 1) {
      const head = await reader.take(46)
      if (head.toString('latin1', 0, 4) !== 'PK\x01\x02') throw unreadable()
      const name = await reader.take(head.readUInt16LE(28))
      const extra = await reader.take(head.readUInt16LE(30))
      await reader.take(head.readUInt16LE(32))
      const isUtf8 = (head.readUInt16LE(8) & 0x0800) !== 0
      const entry = placed(head, extra)
      packedSum += entry.packed
      if (packedSum > bytes.size) throw unreadable()
      yield { name: nameOf(name, isUtf8), packed: entry.packed, open: () => contentOf(bytes, entry) }
    }
  } finally {
    await reader.close()
  }
}

/** Old archives write names in the charset of their country; here that is GB18030. */
function nameOf(bytes: Buffer, isUtf8: boolean): string {
  if (isUtf8) return bytes.toString('utf8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

async function endOf(bytes: RangedBytes): Promise<End> {
  const from = Math.max(0, bytes.size - endBytes - most16)
  const tail = await readerOf(await bytes.from(from)).rest(endBytes + most16)
  const at = tail.lastIndexOf('PK\x05\x06', tail.length - endBytes, 'latin1')
  if (at < 0 || tail.length < endBytes) throw unreadable()
  const end = { count: tail.readUInt16LE(at + 10), length: tail.readUInt32LE(at + 12), at: tail.readUInt32LE(at + 16) }
  if (end.count < most16 && end.length < most32 && end.at < most32) return checked(end, bytes.size)
  const locator = at - 20
  if (locator < 0 || tail.toString('latin1', locator, locator + 4) !== 'PK\x06\x07') return checked(end, bytes.size)
  const reader = readerOf(await bytes.from(Number(tail.readBigUInt64LE(locator + 8))))
  const record = await reader.take(56)
  await reader.close()
  if (record.toString('latin1', 0, 4) !== 'PK\x06\x06') throw unreadable()
  const number = (offset: number) => Number(record.readBigUInt64LE(offset))
  return checked({ count: number(32), length: number(40), at: number(48) }, bytes.size)
}

function checked(end: End, size: number): End {
  if (end.at + end.length > size || end.count * 46 > end.length) throw unreadable()
  return end
}

type Placed = {
  readonly at: number
  readonly packed: number
  readonly method: number
  readonly crc: number
  readonly isHidden: boolean
}

function placed(head: Buffer, extra: Buffer): Placed {
  let [packed, size, at] = [head.readUInt32LE(20), head.readUInt32LE(24), head.readUInt32LE(42)]
  for (let place = 0; place + 4 <= extra.length; ) {
    const [id, length] = [extra.readUInt16LE(place), extra.readUInt16LE(place + 2)]
    if (id === 1 && place + 4 + length <= extra.length) {
      const values = extra.subarray(place + 4, place + 4 + length)
      let next = 0
      const large = (value: number) => {
        if (value !== most32 || next + 8 > values.length) return value
        next += 8
        return Number(values.readBigUInt64LE(next - 8))
      }
      size = large(size)
      packed = large(packed)
      at = large(at)
    }
    place += 4 + length
  }
  const isHidden = (head.readUInt16LE(8) & 0x2041) !== 0
  return { at, packed, method: head.readUInt16LE(10), crc: head.readUInt32LE(16), isHidden }
}

async function* contentOf(
  bytes: RangedBytes,
  { at, packed, method, crc, isHidden }: Placed,
): AsyncGenerator<Uint8Array> {
  if (isHidden || (method !== 0 && method !== 8)) throw unreadable()
  const reader = readerOf(await bytes.from(at))
  try {
    const head = await reader.take(30)
    if (head.toString('latin1', 0, 4) !== 'PK\x03\x04') throw unreadable()
    await reader.take(head.readUInt16LE(26) + head.readUInt16LE(28))
    let sum = 0
    for await (const chunk of method === 0 ? reader.next(packed) : inflated(reader.next(packed))) {
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (sum !== crc) throw unreadable()
  } finally {
    await reader.close()
  }
}

async function* inflated(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw()
  const source = Readable.from(packed)
  pipeline(source, inflate).catch(() => undefined)
  try {
    for await (const chunk of inflate) yield chunk
  } catch (error) {
    const isDamage = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isDamage ? unreadable() : error
  } finally {
    source.destroy()
    inflate.destroy()
  }
}

/** Takes just so many bytes from a stream as are asked for. */
function readerOf(stream: AsyncIterable<Uint8Array>) {
  const chunks = stream[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { done, value } = await chunks.next()
    if (done) return false
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    return true
  }
  const close = async () => {
    await chunks.return?.()
  }
  return {
    close,
    take: async (length: number): Promise<Buffer> => {
      while (held.length < length) if (!(await more())) throw unreadable()
      const taken = held.subarray(0, length)
      held = held.subarray(length)
      return taken
    },
    /** All that is left, which must not be more than `most`. */
    rest: async (most: number): Promise<Buffer> => {
      while (await more()) if (held.length > most) throw unreadable()
      return held
    },
    next: async function* (length: number): AsyncGenerator<Uint8Array> {
      let left = length
      while (left > 0) {
        if (held.length === 0 && !(await more())) throw unreadable()
        const piece = held.subarray(0, left)
        held = held.subarray(piece.length)
        left -= piece.length
        yield piece
      }
    },
  }
}
