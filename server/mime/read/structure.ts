/** The tree of a message's parts with byte ranges (RFC 2046), found in one pass that holds one chunk in memory. */
import { isWesternSet } from '../../kit/charset'
import { fieldOf, type HeaderField, readFields, readStructured, type Structured } from '../header/headerFields'
import { mimeLimits } from '../mimeLimits'
import type { ByteSource } from './byteSource'

export type Entity = {
  part: string
  fields: readonly HeaderField[]
  type: string
  params: Structured['params']
  disposition: string
  dispositionParams: Structured['params']
  encoding: string
  charset: string | null
  start: number
  end: number
  readonly children: Entity[]
}
export type Structure = { readonly root: Entity; readonly truncated: boolean }
type Open = { entity: Entity; boundary: string | null; closed: boolean }

/** A line end, and what begins every boundary (RFC 2046 section 5.1.1). */
const dashes = Buffer.from('\n--')
const none: Structured['params'] = new Map()

export function readStructure(source: ByteSource): Structure {
  const scan = makeScan()
  let carry: Buffer[] = []
  let carried = 0
  let lineStart = 0
  let whole = true
  const emit = (line: Buffer, next: number) => {
    scan.line(line, lineStart, next, whole)
    lineStart = next
  }
  for (let at = 0; at < source.size; at += mimeLimits.chunkBytes) {
    const chunk = source.read(at, at + mimeLimits.chunkBytes)
    if (chunk.length === 0) break
    let from = 0
    // Within a body only a line that begins with `--` can mean anything: all before it is one piece.
    const endOfPiece = () => {
      const isPlain = carried === 0 && whole && scan.isInBody() && !(chunk[from] === 0x2d && chunk[from + 1] === 0x2d)
      if (!isPlain) return chunk.indexOf(10, from)
      const next = chunk.indexOf(dashes, from)
      const last = next >= 0 ? next : chunk.lastIndexOf(10)
      return last >= from ? last : -1
    }
    for (let feed = endOfPiece(); feed >= 0; feed = endOfPiece()) {
      const piece = chunk.subarray(from, feed + 1)
      emit(carried === 0 ? piece : Buffer.concat([...carry, piece]), at + feed + 1)
      carry = []
      carried = 0
      whole = true
      from = feed + 1
    }
    const rest = chunk.subarray(from)
    if (rest.length === 0) continue
    carry.push(Buffer.from(rest))
    carried += rest.length
    // A line without end is handed on in pieces: nothing may gather a whole message in memory.
    if (carried >= mimeLimits.headerBytes) {
      emit(Buffer.concat(carry), at + chunk.length)
      carry = []
      carried = 0
      whole = false
    }
  }
  if (carried > 0) emit(Buffer.concat(carry), source.size)
  return scan.finish(source.size)
}

function makeScan() {
  let truncated = false
  let parts = 1
  let header: string[] | null = []
  let headerBytes = 0
  let newline = 0
  let hint: string | null = null
  const root = emptyEntity('', 'text/plain')
  const chain: Open[] = [{ entity: root, boundary: null, closed: false }]

  const top = (): Open => chain.at(-1) ?? { entity: root, boundary: null, closed: false }

  const endHeader = (next: number, fallback: string) => {
    const { entity } = top()
    readHeader(entity, (header ?? []).join(''), fallback, hint)
    // Programs that write raw bytes into names write them as the text before.
    if (entity.charset !== null && !isWesternSet(entity.charset)) hint ??= entity.charset
    header = null
    entity.start = next
    const boundary = entity.type.startsWith('multipart/') ? (entity.params.get('boundary')?.trimEnd() ?? '') : ''
    const open = top()
    if (boundary !== '' && chain.length <= mimeLimits.depth) open.boundary = boundary.slice(0, 1_000)
    else if (entity.type.startsWith('multipart/')) {
      if (boundary !== '') truncated = true
      entity.type = entity.fields.length === 0 ? 'text/plain' : entity.type
    } else if (/^message\/(?:rfc822|global)$/.test(entity.type) && /^(?:7bit|8bit|binary|)$/.test(entity.encoding)) {
      // A message that is nothing but another one has it as its only part (RFC 9051 6.4.5.1).
      if (entity === root) root.part = '1'
      if (chain.length > mimeLimits.depth) truncated = true
      else begin(entity, next)
    }
  }

  const begin = (parent: Entity, at: number) => {
    const number = parent.children.length + 1
    const child = emptyEntity(parent.part === '' ? String(number) : `${parent.part}.${number}`, 'text/plain')
    child.start = at
    parts += 1
    if (parts > mimeLimits.parts) truncated = true
    else parent.children.push(child)
    chain.push({ entity: child, boundary: null, closed: false })
    header = []
    headerBytes = 0
  }

  const boundaryAt = (line: Buffer): { level: number; last: boolean } | null => {
    if (line[0] !== 0x2d || line[1] !== 0x2d || line.length > 1_100) return null
    const text = line.toString('latin1').trimEnd().slice(2)
    for (let level = chain.length - 1; level >= 0; level -= 1) {
      const open = chain[level]
      if (open === undefined || open.boundary === null || open.closed) continue
      if (text === open.boundary) return { level, last: false }
      if (text === `${open.boundary}--`) return { level, last: true }
    }
    return null
  }

  const close = (level: number, at: number) => {
    if (header !== null && chain.length - 1 > level) endHeader(at, 'text/plain')
    header = null
    for (const open of chain.splice(level + 1)) open.entity.end = Math.max(open.entity.start, at)
  }

  return {
    isInBody: () => header === null,
    line: (line: Buffer, start: number, next: number, whole: boolean) => {
      const found = whole ? boundaryAt(line) : null
      if (found !== null) {
        const open = chain[found.level]
        close(found.level, Math.max(0, start - newline))
        if (open !== undefined && found.last) open.closed = true
        else if (open !== undefined) begin(open.entity, next)
      } else if (header !== null) {
        const blank = whole && (line.length === 1 || (line.length === 2 && line[0] === 13))
        if (blank && !(chain.length === 1 && header.length === 0)) {
          const parent = chain.at(-2)?.entity
          endHeader(next, parent?.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain')
        } else if (!blank) {
          headerBytes += line.length
          if (headerBytes <= mimeLimits.headerBytes) header.push(line.toString('latin1'))
          else truncated = true
        }
      }
      newline = line.at(-1) === 10 ? (line.at(-2) === 13 ? 2 : 1) : 0
    },
    finish: (size: number): Structure => {
      if (header !== null) endHeader(size, 'text/plain')
      header = null
      for (const { entity } of chain) entity.end = size
      if (root.children.length === 0) root.part = '1'
      return { root, truncated }
    },
  }
}

function emptyEntity(part: string, type: string): Entity {
  return {
    part,
    fields: [],
    type,
    params: none,
    disposition: '',
    dispositionParams: none,
    encoding: '7bit',
    charset: null,
    start: 0,
    end: 0,
    children: [],
  }
}

function readHeader(entity: Entity, block: string, fallback: string, hint: string | null): void {
  entity.fields = readFields(block)
  const contentType = fieldOf(entity.fields, 'content-type')
  const rough = readStructured(contentType ?? fallback, null)
  entity.charset = rough.params.get('charset')?.split(/\s/)[0] ?? null
  const type = readStructured(contentType ?? fallback, entity.charset ?? hint)
  entity.type = typeOf(type.value, contentType === null ? fallback : 'text/plain', type.params)
  entity.params = type.params
  const disposition = readStructured(fieldOf(entity.fields, 'content-disposition') ?? '', entity.charset ?? hint)
  entity.disposition = disposition.value
  entity.dispositionParams = disposition.params
  entity.encoding = (fieldOf(entity.fields, 'content-transfer-encoding') ?? '7bit')
    .toLowerCase()
    .replace(/[\s;(].*$/s, '')
}

function typeOf(value: string, fallback: string, params: Structured['params']): string {
  if (/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(value)) return value
  if (value === 'text' || value === '') return fallback
  const lead = /^([\w!#$&^.+-]+\/[\w!#$&^.+-]+)[\s,]/.exec(value)
  if (lead?.[1] !== undefined) return lead[1]
  return value.startsWith('multipart') && params.has('boundary')
    ? 'multipart/mixed'
    : params.has('name')
      ? 'application/octet-stream'
      : fallback
}
