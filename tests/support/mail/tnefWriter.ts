/** Writes TNEF streams (MS-OXTNEF) for tests: attributes, properties and attachments as Outlook puts them. */

type Value = string | Buffer | number
/** `type` as in MS-OXCDATA section 2.11.1. */
export type WrittenProperty = {
  readonly id: number
  readonly type: number
  readonly value: Value
  readonly name?: string
}

const types = { long: 0x03, bool: 0x0b, object: 0x0d, string8: 0x1e, unicode: 0x1f, time: 0x40, binary: 0x102 } as const
export const tnefTypes = types

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, at * 4)
  return bytes
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

export function attribute(level: 1 | 2, id: number, data: Buffer): Buffer {
  const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0)
  return Buffer.concat([Buffer.from([level]), u32(id, data.length), data, Buffer.from([sum & 0xff, sum >> 8])])
}

export function properties(list: readonly WrittenProperty[]): Buffer {
  return Buffer.concat([u32(list.length), ...list.map(written)])
}

function written({ id, type, value, name }: WrittenProperty): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(name === undefined ? id : 0x8000, 2)
  const text = Buffer.from(`${name ?? ''}\0`, 'utf16le')
  const named = name === undefined ? [] : [Buffer.alloc(16), u32(1, text.length), padded(text)]
  return Buffer.concat([head, ...named, content(type, value)])
}

function content(type: number, value: Value): Buffer {
  if (typeof value === 'number') return type === types.time ? u32(value, 0) : u32(value)
  const bytes = Buffer.isBuffer(value)
    ? value
    : Buffer.from(`${value}\0`, type === types.unicode ? 'utf16le' : 'latin1')
  return Buffer.concat([u32(1, bytes.length), padded(bytes)])
}

export type WrittenAttachment = {
  readonly title?: Buffer
  readonly data?: Buffer
  readonly properties?: readonly WrittenProperty[]
}

export function tnef(
  message: readonly WrittenProperty[],
  attachments: readonly WrittenAttachment[] = [],
  page = 1252,
): Buffer {
  return Buffer.concat([
    u32(0x223e9f78),
    Buffer.from([1, 0]),
    attribute(1, 0x00089006, u32(0x10000)),
    attribute(1, 0x00069007, u32(page, 0)),
    attribute(1, 0x00069003, properties(message)),
    ...attachments.flatMap((one) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      ...(one.title === undefined ? [] : [attribute(2, 0x00018010, one.title)]),
      ...(one.data === undefined ? [] : [attribute(2, 0x0006800f, one.data)]),
      ...(one.properties === undefined ? [] : [attribute(2, 0x00069005, properties(one.properties))]),
    ]),
  ])
}

/** The value of PR_ATTACH_DATA_OBJ that holds a message. */
export const embedded = (stream: Buffer): Buffer =>
  Buffer.concat([Buffer.from('0703020000000000c000000000000046', 'hex'), stream])

/** RTF with its head, not compressed (MS-OXRTFCP section 2.1.3.1). */
export function plainRtf(rtf: string): Buffer {
  const bytes = Buffer.from(rtf, 'latin1')
  return Buffer.concat([u32(bytes.length + 12, bytes.length, 0x414c454d, 0), bytes])
}

/** A mail with a text and the stream as `winmail.dat`. */
export function winmail(stream: Buffer, text = '', type = 'application/ms-tnef'): Buffer {
  const encoded = stream.toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from(
    [
      'From: Li Wang <li@example.cn>',
      'Subject: Files',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '--b',
      `Content-Type: ${type}; name="winmail.dat"`,
      'Content-Disposition: attachment; filename="winmail.dat"',
      'Content-Transfer-Encoding: base64',
      '',
      encoded,
      '--b--',
      '',
    ].join('\r\n'),
  )
}
