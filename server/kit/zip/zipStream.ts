/**
 * A ZIP archive without compression, written as its files come (PKWARE APPNOTE 4.3): memory holds a chunk and the directory. What goes
 * beyond 65,535 files or 4 GiB is written as ZIP64 (4.5.3); a single file stays below 4 GiB.
 */
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

export type ZipEntry = {
  /** Safe and the only one of its name: `distinctFileNames` makes it so. */
  readonly name: string
  /** Asked for when its turn comes; null leaves the file out. */
  readonly open: () => Promise<AsyncIterable<Uint8Array> | null>
}

/** From these on a field says only that its value stands elsewhere. */
const most32 = 0xffff_ffff
const most16 = 0xffff

type Written = { readonly name: Buffer; readonly crc: number; readonly size: number; readonly at: number }

/** Ends with an error rather than with an archive that lacks a file. `startsAt` bytes stand before it in the same file. */
export function zipStream(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>, startsAt = 0): Readable {
  return Readable.from(archive(entries, startsAt), { objectMode: false })
}

async function* archive(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  startsAt: number,
): AsyncGenerator<Buffer> {
  const directory = makeDirectory()
  let at = startsAt
  for await (const { name, open } of entries) {
    const chunks = await open()
    if (chunks === null) continue
    const bytes = Buffer.from(name)
    const header = Buffer.concat([signed('PK\x03\x04'), sharedHeader(20, 0, 0, bytes.length), Buffer.alloc(2), bytes])
    yield header
    let crc = 0
    let size = 0
    for await (const chunk of chunks) {
      crc = crc32(chunk, crc)
      size += chunk.length
      if (size >= most32) throw new Error('Too many bytes for one file')
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    }
    const check = Buffer.alloc(16)
    check.write('PK\x07\x08', 0, 'latin1')
    check.writeUInt32LE(crc, 4)
    check.writeUInt32LE(size, 8)
    check.writeUInt32LE(size, 12)
    yield check
    directory.add({ name: bytes, crc, size, at })
    at += header.length + size + check.length
  }
  yield* directory.pieces()
  yield end(directory.count(), directory.length(), at)
}

const signed = (signature: string) => Buffer.from(signature, 'latin1')

/** What both headers have in common, up to the length of the name: sizes after the data, names in UTF-8, stored, 1 January 1980. */
function sharedHeader(version: number, crc: number, size: number, nameLength: number): Buffer {
  const header = Buffer.alloc(24)
  header.writeUInt16LE(version, 0)
  header.writeUInt16LE(0x0808, 2)
  header.writeUInt16LE(0x21, 8)
  header.writeUInt32LE(crc, 10)
  header.writeUInt32LE(size, 14)
  header.writeUInt32LE(size, 18)
  header.writeUInt16LE(nameLength, 22)
  return header
}

/** Entries are kept as they will be written, many in one piece: a hundred thousand small ones would cost more than they hold. */
function makeDirectory() {
  const pieces: Buffer[] = []
  let last: Buffer[] = []
  let count = 0
  let length = 0
  const merge = () => {
    if (last.length > 0) pieces.push(Buffer.concat(last))
    last = []
  }
  return {
    add: (written: Written) => {
      const entry = directoryEntry(written)
      last.push(entry)
      count += 1
      length += entry.length
      if (last.length === 512) merge()
    },
    count: () => count,
    length: () => length,
    pieces: () => {
      merge()
      return pieces
    },
  }
}

function directoryEntry({ name, crc, size, at }: Written): Buffer {
  const isFar = at >= most32
  const extra = Buffer.alloc(isFar ? 12 : 0)
  if (isFar) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(at), 4)
  }
  const rest = Buffer.alloc(16)
  rest.writeUInt16LE(extra.length, 0)
  rest.writeUInt32LE(isFar ? most32 : at, 12)
  const version = isFar ? 45 : 20
  const shared = sharedHeader(version, crc, size, name.length)
  return Buffer.concat([signed('PK\x01\x02'), Buffer.from([version, 0]), shared, rest, name, extra])
}

function end(count: number, length: number, at: number): Buffer {
  const isLarge = count >= most16 || length >= most32 || at >= most32
  const last = Buffer.alloc(22)
  last.write('PK\x05\x06', 0, 'latin1')
  last.writeUInt16LE(Math.min(count, most16), 8)
  last.writeUInt16LE(Math.min(count, most16), 10)
  last.writeUInt32LE(Math.min(length, most32), 12)
  last.writeUInt32LE(Math.min(at, most32), 16)
  return isLarge ? Buffer.concat([largeEnd(count, length, at), last]) : last
}

/** The record of ZIP64 and what points to it. */
function largeEnd(count: number, length: number, at: number): Buffer {
  const record = Buffer.alloc(76)
  record.write('PK\x06\x06', 0, 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(length), 40)
  record.writeBigUInt64LE(BigInt(at), 48)
  record.write('PK\x06\x07', 56, 'latin1')
  record.writeBigUInt64LE(BigInt(at + length), 64)
  record.writeUInt32LE(1, 72)
  return record
}
