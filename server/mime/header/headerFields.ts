/** Header fields and their parameters (RFC 5322 section 2.2, RFC 2045 section 5.1, RFC 2231), read without recursion. */
import { decodeText } from '../../kit/charset'
import { decodeHeader, trimBlank } from './headerText'

/** A field as it stands, its bytes held as Latin-1, unfolded. */
export type HeaderField = { readonly name: string; readonly value: string }

export type Structured = { readonly value: string; readonly params: ReadonlyMap<string, string> }

const fieldName = /^[!-9;-~]{1,120}[ \t]*:/

/** Whether a line begins a field; any other one belongs to the field before, or to none. */
export const startsField = (line: string): boolean => fieldName.test(line)

/** Fields of a header block given as Latin-1; a line that is no field continues a Content field, whose folding senders break. */
export function readFields(block: string): HeaderField[] {
  const fields: { name: string; lines: string[] }[] = []
  for (const raw of block.split('\n')) {
    const whole = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const last = fields.at(-1)
    // Nothing stands before the first field that it could continue.
    const line = last === undefined ? trimBlank(whole) : whole
    if (!startsField(line)) {
      if (/^[ \t]/.test(line)) last?.lines.push(line)
      else if (last?.name.toLowerCase().startsWith('content-')) last.lines.push(` ${line}`)
      continue
    }
    const colon = line.indexOf(':')
    fields.push({ name: trimBlank(line.slice(0, colon)), lines: [line.slice(colon + 1)] })
  }
  return fields.map(({ name, lines }) => ({ name, value: trimBlank(lines.join('')) }))
}

/** Of a block that was cut within From no sender is taken: more may have stood there (TRUST S31). */
export function withoutCutSender(fields: readonly HeaderField[], isCut: boolean): readonly HeaderField[] {
  return isCut && fields.at(-1)?.name.toLowerCase() === 'from' ? fields.slice(0, -1) : fields
}

export function fieldOf(fields: readonly HeaderField[], name: string): string | null {
  const wanted = name.toLowerCase()
  return fields.find((field) => field.name.toLowerCase() === wanted && field.value !== '')?.value ?? null
}

/** A value and its parameters, decoded; the first of doubled parameters counts. */
export function readStructured(raw: string, hint: string | null): Structured {
  const pieces = splitParams(raw)
  const simple = new Map<string, string>()
  const extended = new Map<string, { index: number; encoded: boolean; value: string }[]>()
  for (const piece of pieces.slice(1, 200)) {
    const equals = piece.indexOf('=')
    if (equals < 0) continue
    const name = trimBlank(piece.slice(0, equals)).toLowerCase()
    const value = unquote(trimBlank(piece.slice(equals + 1)))
    const star = /^([^*]+)\*(?:(\d{1,4}))?(\*)?$/.exec(name)
    if (star === null) {
      if (!simple.has(name)) simple.set(name, value)
      continue
    }
    const key = star[1] ?? name
    const list = extended.get(key) ?? []
    list.push({ index: Number(star[2] ?? 0), encoded: star[2] === undefined || star[3] !== undefined, value })
    extended.set(key, list)
  }
  const params = new Map<string, string>()
  for (const [name, value] of simple) params.set(name, decodeHeader(value, hint))
  for (const [name, list] of extended) params.set(name, joinExtended(list, hint))
  return { value: (pieces[0] ?? '').replace(/\(.*$/s, '').trim().toLowerCase(), params }
}

function splitParams(raw: string): string[] {
  const pieces: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw[at]
    if (char === '\\' && quoted) at += 1
    else if (char === '"') quoted = !quoted && raw.indexOf('"', at + 1) > 0
    else if (char === ';' && !quoted) {
      pieces.push(raw.slice(start, at))
      start = at + 1
    }
  }
  pieces.push(raw.slice(start))
  return pieces
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value
  let end = 1
  while (end < value.length && value[end] !== '"') end += value[end] === '\\' ? 2 : 1
  return value.slice(1, end).replace(/\\(["\\])/g, '$1')
}

function joinExtended(list: { index: number; encoded: boolean; value: string }[], hint: string | null): string {
  const sorted = [...list].sort((a, b) => a.index - b.index)
  let charset: string | null = null
  const bytes = sorted.map(({ encoded, value }, place) => {
    const lead = place === 0 && encoded ? /^([^']*)'[^']*'/.exec(value) : null
    if (lead !== null) charset = lead[1] ?? null
    const rest = lead === null ? value : value.slice(lead[0].length)
    return encoded ? percentBytes(rest) : Buffer.from(rest, 'latin1')
  })
  const joined = Buffer.concat(bytes)
  // Some senders wrap an encoded word in RFC 2231: once more, as text.
  const once = decodeText(joined, charset ?? hint)
  return once.includes('=?') ? decodeHeader(Buffer.from(once).toString('latin1'), 'utf-8') : once
}

function percentBytes(value: string): Buffer {
  const text = value.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}
