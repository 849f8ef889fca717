/** MAPI properties as TNEF writes them (MS-OXTNEF section 2.1.3.4), one after the other and without recursion. */
import { mimeLimits } from '../mimeLimits'
import { decodePage, withoutNul } from './codePage'
import { type DecodedBytes, TnefFault } from './decodedBytes'

/** Property types (MS-OXCDATA section 2.11.1). */
export const propertyType = { object: 0x0d, string8: 0x1e, unicode: 0x1f, binary: 0x102 } as const

export type Property = {
  readonly id: number
  readonly type: number
  /** Where the value's bytes lie within the decoded part. */
  readonly start: number
  readonly end: number
}

const fixedBytes: Readonly<Record<number, number>> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
}
const multiple = 0x1000

/** Yields each property with the bytes standing at its value; whoever takes it may read that or leave it. */
export function* propertiesOf(bytes: DecodedBytes, end: number): Generator<Property> {
  const count = bytes.read(4).readUInt32LE(0)
  for (let done = 0; done < Math.min(count, mimeLimits.tnefProperties) && bytes.position() < end; done += 1) {
    const head = bytes.read(4)
    const type = head.readUInt16LE(0)
    const id = head.readUInt16LE(2)
    if (id >= 0x8000) skipName(bytes, end)
    const size = fixedBytes[type & ~multiple]
    const isVariable = size === undefined
    if (isVariable && !isKnown(type & ~multiple)) throw new TnefFault('a property has an unknown type')
    const values = isVariable || (type & multiple) !== 0 ? bytes.read(4).readUInt32LE(0) : 1
    for (let value = 0; value < values; value += 1) {
      const length = isVariable ? bytes.read(4).readUInt32LE(0) : size
      const start = bytes.position()
      if (length > end - start) throw new TnefFault('a property is longer than what holds it')
      // Of several values the first is enough for whatever is asked for here.
      if (value === 0 && (type & multiple) === 0) yield { id, type, start, end: start + length }
      bytes.skipTo(start + length + (isVariable ? (4 - (length % 4)) % 4 : 0))
    }
  }
}

const isKnown = (type: number): boolean => Object.values(propertyType).some((known) => known === type)

/** A named property's set, kind and name or number. */
function skipName(bytes: DecodedBytes, end: number): void {
  const kind = bytes.read(20).readUInt32LE(16)
  const length = bytes.read(4).readUInt32LE(0)
  if (kind === 0) return
  if (length > end - bytes.position()) throw new TnefFault('a name is longer than what holds it')
  bytes.skipTo(bytes.position() + length + ((4 - (length % 4)) % 4))
}

/** The value's bytes, at most `most` of them. */
export function readValue(bytes: DecodedBytes, { start, end }: Property, most: number): Buffer {
  return Buffer.from(bytes.read(Math.min(end - start, most)))
}

/** The value as text; '' for one that is no string. `page` is the code page of 8-bit strings. */
export function readText(
  bytes: DecodedBytes,
  property: Property,
  page: number,
  most: number = mimeLimits.tnefNameBytes,
): string {
  const { type } = property
  if (type !== propertyType.unicode && type !== propertyType.string8) return ''
  return withoutNul(decodePage(readValue(bytes, property, most), type === propertyType.unicode ? 1200 : page))
}

export function readNumber(bytes: DecodedBytes, property: Property): number {
  return property.end - property.start >= 4 ? bytes.read(4).readUInt32LE(0) : 0
}
