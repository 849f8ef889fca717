/**
 * A message that goes along within another: it may not be encoded as a whole (RFC 2046 section
 * 5.2.1), and not every server takes 8-bit bytes (RFC 6152) or lines over 998 (RFC 5321 section
 * 4.5.3.1.6). Where it has such, its own parts are encoded. One whose signature that would break
 * goes byte for byte as `message/global`, which may be encoded as a whole (RFC 6532 section 3.7).
 */
import { Readable } from 'node:stream'
import { fieldOf, readFields, readStructured } from '../header/headerFields'
import { mimeLimits } from '../mimeLimits'
import { decoding } from '../read/transferDecoding'
import type { DraftFile } from './messageDraft'

type Encoding = '7bit' | 'quoted-printable' | 'base64'
export type CarriedFile = DraftFile & { readonly encoding?: Encoding }

/** How which of its parts, by their order, are encoded anew; `isFixed` where nothing may change. */
type Survey = {
  readonly encodings: ReadonlyMap<number, Encoding>
  readonly isFixed: boolean
  readonly isClean: boolean
}

const longestLine = 998
const line76 = 57

export async function carried(file: DraftFile): Promise<CarriedFile> {
  if (file.type.toLowerCase() !== 'message/rfc822') return file
  const { encodings, isFixed, isClean } = await surveyed(await file.open())
  if (isClean) return { ...file, encoding: '7bit' }
  if (isFixed) return { ...file, type: 'message/global', encoding: 'base64' }
  const open = async () => Readable.from(rewritten(await file.open(), encodings), { objectMode: false })
  return { ...file, encoding: '7bit', open }
}

type Piece =
  /** A whole header section with its empty line; `part` counts them. */
  | { readonly kind: 'header'; readonly bytes: Buffer; readonly part: number; readonly isComposite: boolean }
  /** Of the content of a part that has none within it. */
  | { readonly kind: 'content'; readonly bytes: Buffer; readonly part: number }
  /** Boundaries and what stands around parts. */
  | { readonly kind: 'frame'; readonly bytes: Buffer }

async function surveyed(stream: Readable): Promise<Survey> {
  const found = new Map<number, { eight: number; total: number; isText: boolean }>()
  const unfit = new Set<number>()
  let isFixed = false
  let watched = ''
  let watch = lineWatch()
  for await (const piece of piecesOf(stream)) {
    const name = `${piece.kind} ${'part' in piece ? piece.part : ''}`
    if (name !== watched) watch = lineWatch()
    watched = name
    const isFit = watch(piece.bytes)
    if (piece.kind === 'header') {
      const fields = readFields(piece.bytes.toString('latin1'))
      const { value } = readStructured(fieldOf(fields, 'content-type') ?? 'text/plain', null)
      // A signature of DKIM was the arriving server's to check; few programs open `message/global`.
      const isSigned = /^multipart\/(?:signed|encrypted)$/.test(value)
      if (isSigned || !isFit) isFixed = true
      found.set(piece.part, { eight: 0, total: 0, isText: value.startsWith('text/') })
    } else if (piece.kind === 'content') {
      if (!isFit) unfit.add(piece.part)
      const counted = found.get(piece.part)
      if (counted === undefined) continue
      counted.total += piece.bytes.length
      for (const byte of piece.bytes) if (byte > 127) counted.eight += 1
    } else if (!isFit) {
      isFixed = true
      unfit.add(-1)
    }
    if (piece.kind === 'header' && !isFit) unfit.add(-1)
  }
  const encodings = new Map(
    [...unfit].flatMap((part): [number, Encoding][] => {
      const counted = found.get(part)
      if (counted === undefined) return []
      return [[part, counted.isText && counted.eight * 4 < counted.total ? 'quoted-printable' : 'base64']]
    }),
  )
  return { encodings, isFixed, isClean: unfit.size === 0 }
}

/** Whether each piece is 7-bit without a line too long; a line may go on in the next piece. */
function lineWatch(): (bytes: Buffer) => boolean {
  let length = 0
  return (bytes) => {
    let isFit = true
    for (const byte of bytes) {
      length = byte === 10 ? 0 : length + 1
      // The CR of a line end counts to none of the 998.
      if (byte > 127 || byte === 0 || length > longestLine + 1 || (length > longestLine && byte !== 13)) isFit = false
    }
    return isFit
  }
}

async function* rewritten(stream: Readable, encodings: ReadonlyMap<number, Encoding>): AsyncGenerator<Buffer> {
  let open: { part: number; step: ReturnType<typeof decoding>; encode: ReturnType<typeof encoder> } | null = null
  let from = ''
  const end = (): Buffer => {
    const last = open === null ? Buffer.alloc(0) : Buffer.concat([open.encode.push(open.step.end()), open.encode.end()])
    open = null
    return last
  }
  for await (const piece of piecesOf(stream)) {
    if (piece.kind === 'content') {
      const encoding = encodings.get(piece.part)
      if (encoding === undefined) yield piece.bytes
      else {
        open ??= { part: piece.part, step: decoding(from), encode: encoder(encoding) }
        yield open.encode.push(open.step.push(piece.bytes))
      }
      continue
    }
    yield end()
    if (piece.kind === 'frame') yield piece.bytes
    else {
      const header = piece.bytes.toString('latin1')
      from = encodingIn(header)
      const to = encodings.get(piece.part) ?? (piece.isComposite && /^(?:8bit|binary)$/.test(from) ? '7bit' : null)
      // What says nothing of MIME is to be read by it from now on.
      const head =
        piece.part === 1 && to !== null && !/^mime-version[ \t]*:/im.test(header) ? 'MIME-Version: 1.0\r\n' : ''
      yield to === null ? piece.bytes : Buffer.from(head + withEncoding(header, to), 'latin1')
    }
  }
  yield end()
}

function encodingIn(header: string): string {
  const raw = fieldOf(readFields(header), 'content-transfer-encoding') ?? '7bit'
  return raw.toLowerCase().replace(/[\s;(].*$/s, '')
}

function withEncoding(header: string, encoding: Encoding): string {
  if (!/(?:^|\n)\r?\n$/.test(header)) return header
  const others = header.replace(/^content-transfer-encoding[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*/gim, '')
  const end = /\r?\n$/.exec(others)?.[0] ?? '\r\n'
  return `${others.slice(0, others.length - end.length)}Content-Transfer-Encoding: ${encoding}${end}${end}`
}

function encoder(encoding: Encoding) {
  let rest: Buffer = Buffer.alloc(0)
  const take = (bytes: Buffer, isLast: boolean): Buffer => {
    const all = Buffer.concat([rest, bytes])
    const cut = isLast
      ? all.length
      : encoding === 'base64'
        ? all.length - (all.length % line76)
        : all.lastIndexOf(10) + 1
    rest = all.subarray(cut)
    return Buffer.from(encoding === 'base64' ? base64Lines(all.subarray(0, cut)) : quotedLines(all.subarray(0, cut)))
  }
  return { push: (bytes: Buffer) => take(bytes, false), end: () => take(Buffer.alloc(0), true) }
}

function base64Lines(bytes: Buffer): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += line76) lines.push(bytes.toString('base64', at, at + line76))
  return lines.map((line) => `${line}\r\n`).join('')
}

/** RFC 2045 section 6.7. */
function quotedLines(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .split(/(?<=\n)/)
    .map((line) => {
      const [words = '', end = ''] = [line.replace(/\r?\n$/, ''), /\r?\n$/.exec(line)?.[0]]
      const quoted = words.replace(/[^\t -<>-~]|[\t ]$/g, (byte) => `=${hex(byte)}`)
      return `${(quoted.match(/(?:=..|[^=]){1,70}/g) ?? []).map(softly).join('')}${end}`
    })
    .join('')
}

/** At most 70 signs of which each may be three characters: broken again where that is too long. */
const softly = (piece: string, at: number, all: readonly string[]): string => {
  const short = piece.match(/(?:=..|[^=]){1,24}/g) ?? []
  return `${piece.length > 72 ? short.join('=\r\n') : piece}${at < all.length - 1 ? '=\r\n' : ''}`
}

const hex = (byte: string) => byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')

/** Bytes of a line that are held; a longer one goes on in pieces. */
const heldMost = 65_536
const headerMost = mimeLimits.headerBytes

/** The message in its pieces, in order and without a gap. */
async function* piecesOf(stream: Readable): AsyncGenerator<Piece> {
  const cutter = makeCutter()
  let rest: Buffer = Buffer.alloc(0)
  let isStart = true
  for await (const chunk of stream) {
    let bytes: Buffer = Buffer.concat([rest, Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)])
    for (let feed = bytes.indexOf(10); feed >= 0; feed = bytes.indexOf(10)) {
      yield* cutter.line(bytes.subarray(0, feed + 1), isStart)
      bytes = bytes.subarray(feed + 1)
      isStart = true
    }
    if (bytes.length > heldMost) {
      yield* cutter.line(bytes, false)
      bytes = Buffer.alloc(0)
      isStart = false
    }
    rest = bytes
  }
  if (rest.length > 0) yield* cutter.line(rest, isStart)
  yield* cutter.end()
}

/** The line end before a boundary is the boundary's (RFC 2046 section 5.1.1). */
function makeCutter() {
  const boundaries: string[] = []
  let header: Buffer[] | null = []
  let headerBytes = 0
  let part = 0
  let isLeaf = false
  let lineEnd: Buffer = Buffer.alloc(0)

  const content = (bytes: Buffer): Piece => (isLeaf ? { kind: 'content', bytes, part } : { kind: 'frame', bytes })
  const endHeader = (): Piece => {
    const bytes = Buffer.concat(header ?? [])
    const fields = readFields(bytes.toString('latin1'))
    const { value, params } = readStructured(fieldOf(fields, 'content-type') ?? 'text/plain', null)
    const boundary = value.startsWith('multipart/') ? (params.get('boundary')?.trimEnd() ?? '') : ''
    const isMessage = value === 'message/rfc822' && /^(?:7bit|8bit|binary)$/.test(encodingIn(bytes.toString('latin1')))
    const isOpened = boundaries.length < mimeLimits.depth && (boundary !== '' || isMessage)
    part += 1
    isLeaf = !isOpened
    header = isOpened && isMessage ? [] : null
    headerBytes = 0
    if (isOpened && boundary !== '') boundaries.push(boundary)
    return { kind: 'header', bytes, part, isComposite: isOpened }
  }
  function* take(line: Buffer, isWhole: boolean): Generator<Piece> {
    const text =
      isWhole && line[0] === 45 && line[1] === 45 && line.length < 1_100 ? line.toString('latin1').trimEnd() : ''
    const level = text === '' ? -1 : boundaries.findLastIndex((one) => text === `--${one}` || text === `--${one}--`)
    if (level >= 0) {
      if (header !== null && header.length > 0) yield endHeader()
      const isLast = text === `--${boundaries[level]}--`
      boundaries.length = isLast ? level : level + 1
      yield { kind: 'frame', bytes: Buffer.concat([lineEnd, line]) }
      lineEnd = Buffer.alloc(0)
      isLeaf = false
      header = isLast ? null : []
      headerBytes = 0
    } else if (header !== null) {
      header.push(Buffer.concat([lineEnd, line]))
      lineEnd = Buffer.alloc(0)
      headerBytes += line.length
      const isBlank = isWhole && /^\r?\n$/.test(line.toString('latin1', 0, 3))
      if (isBlank || headerBytes > headerMost) yield endHeader()
    } else {
      const feed = line.at(-1) === 10 ? (line.at(-2) === 13 ? 2 : 1) : 0
      yield content(Buffer.concat([lineEnd, line.subarray(0, line.length - feed)]))
      lineEnd = Buffer.from(line.subarray(line.length - feed))
    }
  }
  function* end(): Generator<Piece> {
    if (header !== null && header.length > 0) yield endHeader()
    if (lineEnd.length > 0) yield content(lineEnd)
  }
  return { line: take, end }
}
