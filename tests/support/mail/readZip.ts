/** Reads a ZIP archive by PKWARE APPNOTE 6.3 and proves each field; shares no code with the writer. */
import { crc32, inflateRawSync } from 'node:zlib'

/** In a field of 16 or 32 bits: the value stands in the ZIP64 record or extra field (4.4.1.4). */
const elsewhere16 = 0xffff
const elsewhere32 = 0xffff_ffff
const has = { descriptor: 1 << 3, utf8: 1 << 11 } as const
const stored = 0
const deflated = 8

const utf8 = new TextDecoder('utf-8', { fatal: true })

function prove(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`The archive is wrong: ${what}`)
}

/** Takes one field after the other, little-endian (4.4.1.1). */
function fieldsAt(archive: Buffer, start: number, what: string) {
  let at = start
  const take = (length: number) => {
    prove(at >= 0 && at + length <= archive.length, `${what} lies beyond its end`)
    at += length
    return archive.subarray(at - length, at)
  }
  return {
    at: () => at,
    bytes: take,
    u16: () => take(2).readUInt16LE(),
    u32: () => take(4).readUInt32LE(),
    u64: () => Number(take(8).readBigUInt64LE()),
    signature: (text: string) => prove(take(4).toString('latin1') === text, `no ${what} where one is due`),
  }
}
type Fields = ReturnType<typeof fieldsAt>

/** Each extra field by its id (4.5.1); they fill their room to the last byte. */
function extraFields(extra: Buffer): ReadonlyMap<number, Buffer> {
  const fields = fieldsAt(extra, 0, 'extra field')
  const found = new Map<number, Buffer>()
  while (fields.at() < extra.length) {
    const id = fields.u16()
    prove(!found.has(id), `extra field ${id} stands twice`)
    found.set(id, fields.bytes(fields.u16()))
  }
  return found
}

/** End of central directory (4.3.16), and ZIP64 where a field says so (4.3.14, 4.3.15). */
function directoryOf(archive: Buffer, before: number) {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const last = fieldsAt(archive, end, 'end of the directory')
  last.signature('PK\x05\x06')
  const disks = [last.u16(), last.u16()]
  const counts = [last.u16(), last.u16()]
  const [length, offset] = [last.u32(), last.u32()]
  last.bytes(last.u16())
  prove(last.at() === archive.length, 'bytes follow its end')
  prove(
    disks.every((disk) => disk === 0),
    'it lies on several disks',
  )
  prove(counts[0] === counts[1], 'its counts differ')
  const small = { count: counts[0] ?? 0, length, start: offset - before, end }
  if (small.count !== elsewhere16 && length !== elsewhere32 && offset !== elsewhere32) return small

  const locator = fieldsAt(archive, end - 20, 'ZIP64 locator')
  locator.signature('PK\x06\x07')
  prove(locator.u32() === 0, 'its ZIP64 record lies on another disk')
  const recordAt = locator.u64() - before
  prove(locator.u32() === 1, 'its disks are not one')
  const record = fieldsAt(archive, recordAt, 'ZIP64 record')
  record.signature('PK\x06\x06')
  prove(record.u64() === 44, 'its ZIP64 record has another length')
  const versions = [record.u16(), record.u16()]
  prove(
    versions.every((version) => version === 45),
    'ZIP64 needs version 4.5',
  )
  prove(record.u32() === 0 && record.u32() === 0, 'its ZIP64 record names other disks')
  const large = { count: record.u64(), same: record.u64(), length: record.u64(), start: record.u64() - before }
  prove(record.at() === end - 20, 'its ZIP64 record does not end at the locator')
  prove(large.count === large.same, 'the counts of its ZIP64 record differ')
  const agrees = (field: number, mark: number, value: number) => field === mark || field === value
  prove(agrees(small.count, elsewhere16, large.count), 'its two ends count differently')
  prove(agrees(length, elsewhere32, large.length), 'its two ends give the directory two lengths')
  prove(agrees(offset, elsewhere32, large.start + before), 'its two ends give the directory two places')
  return { ...large, end: recordAt }
}

/** What local and directory headers have in common (4.3.7, 4.3.12). */
function sharedHeader(fields: Fields) {
  const [version, flags, method, time, day] = [fields.u16(), fields.u16(), fields.u16(), fields.u16(), fields.u16()]
  const [crc, packed, size] = [fields.u32(), fields.u32(), fields.u32()]
  return { version, flags, method, time, day, crc, packed, size, nameLength: fields.u16(), extraLength: fields.u16() }
}

function directoryEntry(archive: Buffer, at: number) {
  const fields = fieldsAt(archive, at, 'entry of the directory')
  fields.signature('PK\x01\x02')
  const madeBy = fields.u16()
  const header = sharedHeader(fields)
  const commentLength = fields.u16()
  prove(fields.u16() === 0, 'an entry begins on another disk')
  const attributes = [fields.u16(), fields.u32()]
  let offset = fields.u32()
  const name = fields.bytes(header.nameLength)
  const large = extraFields(fields.bytes(header.extraLength)).get(1)
  fields.bytes(commentLength)
  // The format leaves these to the writer; the product's archives say nothing there.
  prove(madeBy === header.version && attributes.every((one) => one === 0), 'an entry has attributes')
  const isFar = offset === elsewhere32
  prove(header.packed < elsewhere32 && header.size < elsewhere32, 'a file of 4 GiB or more')
  prove(header.version === (isFar ? 45 : 20), 'an entry needs another version')
  prove(isFar === (large !== undefined), 'an entry has no ZIP64 field, or one for nothing')
  if (large !== undefined) {
    // Only what is marked stands there (4.5.3).
    const values = fieldsAt(large, 0, 'ZIP64 field')
    offset = values.u64()
    prove(values.at() === large.length, 'a ZIP64 field is too long')
  }
  return { ...header, offset, name, next: fields.at() }
}
type Entry = ReturnType<typeof directoryEntry>

/** The file of an entry, and where what belongs to it ends. */
function contentOf(archive: Buffer, entry: Entry, before: number): { readonly bytes: Buffer; readonly end: number } {
  const fields = fieldsAt(archive, entry.offset - before, 'local header')
  fields.signature('PK\x03\x04')
  const local = sharedHeader(fields)
  const name = fields.bytes(local.nameLength)
  extraFields(fields.bytes(local.extraLength))
  prove(name.equals(entry.name), 'a file has two names')
  prove(local.version === 20, 'a file needs another version')
  for (const field of ['flags', 'method', 'time', 'day'] as const)
    prove(local[field] === entry[field], `the two headers of a file differ in ${field}`)
  const packed = fields.bytes(entry.packed)
  const sums = [local.crc, local.packed, local.size]
  const due = [entry.crc, entry.packed, entry.size]
  const isSame = (given: readonly number[]) => given.every((value, index) => value === due[index])
  if (entry.flags & has.descriptor) {
    prove(
      sums.every((value) => value === 0),
      'a local header knows what only the descriptor can',
    )
    fields.signature('PK\x07\x08')
    prove(isSame([fields.u32(), fields.u32(), fields.u32()]), 'a data descriptor differs from the directory')
  } else prove(isSame(sums), 'a local header differs from the directory')
  prove(entry.method === stored || entry.method === deflated, 'a file is packed in an unknown way')
  const bytes = entry.method === stored ? packed : inflateRawSync(packed)
  prove(bytes.length === entry.size, 'a file has another length')
  prove(crc32(bytes) === entry.crc, 'a file is not what its check sum says')
  return { bytes, end: fields.at() }
}

/** Days and months count from one, seconds stand in twos (4.4.6). */
function isMoment({ time, day }: Entry): boolean {
  const within = (value: number, least: number, most: number) => value >= least && value <= most
  const isDay = within(day & 31, 1, 31) && within((day >> 5) & 15, 1, 12)
  return isDay && within(time & 31, 0, 29) && within((time >> 5) & 63, 0, 59) && within(time >> 11, 0, 23)
}

function nameOf({ name, flags }: Entry): string {
  prove((flags & ~(has.descriptor | has.utf8)) === 0, 'a file has unknown flags')
  const text = utf8.decode(name)
  prove(Boolean(flags & has.utf8) || /^[\x20-\x7e]*$/.test(text), 'a name is in no known charset')
  return text
}

/** Each file by its name; `before` bytes stand before the archive, and its offsets count them. */
export function readZip(archive: Buffer, before = 0): ReadonlyMap<string, Buffer> {
  const directory = directoryOf(archive, before)
  const files = new Map<string, Buffer>()
  let at = directory.start
  let fileAt = 0
  for (let left = directory.count; left > 0; left -= 1) {
    const entry = directoryEntry(archive, at)
    prove(entry.offset - before === fileAt, 'files overlap, or something lies between them')
    prove(isMoment(entry), 'a file has no date')
    const name = nameOf(entry)
    prove(!files.has(name), `${name} stands there twice`)
    const { bytes, end } = contentOf(archive, entry, before)
    files.set(name, bytes)
    fileAt = end
    at = entry.next
  }
  prove(fileAt === directory.start, 'something lies between the files and the directory')
  prove(at === directory.end && at - directory.start === directory.length, 'the directory has another length')
  return files
}
