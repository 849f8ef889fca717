/** A ZIP archive without compression, written as its files come (PKWARE APPNOTE 4.3): memory holds a chunk and the list of names. */
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

export type ZipEntry = {
  /** Safe and the only one of its name: `distinctFileNames` makes it so. */
  readonly name: string
  /** Asked for when its turn comes. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>
}

/** Beyond these an archive needs ZIP64, which this one does not write. */
const mostBytes = 0xffff_ffff
const mostEntries = 0xffff

type Written = { readonly name: Buffer; readonly crc: number; readonly size: number; readonly at: number }

/** Ends with an error rather than with an archive that lacks a file. */
export function zipStream(entries: readonly ZipEntry[]): Readable {
  return Readable.from(archive(entries), { objectMode: false })
}

async function* archive(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  if (entries.length > mostEntries) throw new Error('Too many files for one archive')
  const written: Written[] = []
  let at = 0
  for (const { name, open } of entries) {
    const bytes = Buffer.from(name)
    const header = Buffer.concat([signed('PK\x03\x04'), sharedHeader(0, 0, bytes.length), bytes])
    yield header
    let crc = 0
    let size = 0
    for await (const chunk of await open()) {
      crc = crc32(chunk, crc)
      size += chunk.length
      if (at + size > mostBytes) throw new Error('Too many bytes for one archive')
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    }
    const check = Buffer.alloc(16)
    check.write('PK\x07\x08', 0, 'latin1')
    check.writeUInt32LE(crc, 4)
    check.writeUInt32LE(size, 8)
    check.writeUInt32LE(size, 12)
    yield check
    written.push({ name: bytes, crc, size, at })
    at += header.length + size + check.length
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  if (at + directory.length > mostBytes) throw new Error('Too many bytes for one archive')
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(written.length, 8)
  end.writeUInt16LE(written.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  yield Buffer.concat([directory, end])
}

const signed = (signature: string) => Buffer.from(signature, 'latin1')

/** What both headers have in common: version 2.0, sizes after the data, names in UTF-8, stored, 1 January 1980. */
function sharedHeader(crc: number, size: number, nameLength: number): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(0x0808, 2)
  header.writeUInt16LE(0x21, 8)
  header.writeUInt32LE(crc, 10)
  header.writeUInt32LE(size, 14)
  header.writeUInt32LE(size, 18)
  header.writeUInt16LE(nameLength, 22)
  return header
}

function directoryEntry({ name, crc, size, at }: Written): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(at, 10)
  return Buffer.concat([signed('PK\x01\x02\x14\x00'), sharedHeader(crc, size, name.length), rest, name])
}
