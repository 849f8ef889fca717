/** Address lists (RFC 5322 section 3.4) in one pass without recursion: no nesting can exhaust a stack (TRUST S27, S30). */
import type { Address } from '../core/mail'
import { decodeHeader, safeText, wordEnd } from './headerText'

export type AddressList = { readonly list: readonly Address[]; readonly truncated: boolean }

type Item = { words: string; angle: string | null; comment: string }

const fresh = (): Item => ({ words: '', angle: null, comment: '' })

/** Mailboxes of a header value held as Latin-1, groups flattened, at most `most` of them. */
export function readAddresses(raw: string, hint: string | null, most: number): AddressList {
  const list: Address[] = []
  let item = fresh()
  let comments = 0
  let quoted = false
  let inAngle = false
  const finish = () => {
    const address = toAddress(item, hint)
    if (address !== null) list.push(address)
    item = fresh()
  }
  for (let at = 0; at < raw.length; at += 1) {
    if (list.length >= most) return { list, truncated: true }
    const char = raw[at] ?? ''
    if (comments > 0) {
      if (char === '\\') at += 1
      else if (char === '(') comments += 1
      else if (char === ')') comments -= 1
      if (comments > 0 && item.comment.length < 1_000) item.comment += raw[at] ?? ''
    } else if (quoted) {
      if (char === '\\') {
        at += 1
        item.words += raw[at] ?? ''
      } else if (char === '"') quoted = false
      else item.words += char
    } else if (inAngle) {
      if (char === '>') inAngle = false
      else item.angle = (item.angle ?? '') + char
    } else if (char === '=' && raw[at + 1] === '?' && wordEnd(raw, at) > at) {
      const end = wordEnd(raw, at)
      item.words += raw.slice(at, end)
      at = end - 1
    } else if (char === '"') quoted = raw.indexOf('"', at + 1) > 0
    else if (char === '(') comments = 1
    else if (char === '<') {
      inAngle = true
      item.angle = ''
    } else if (char === ',' || char === ';') finish()
    else if (char === ':' && !item.words.includes('@')) item = fresh()
    else item.words += char
  }
  finish()
  return { list, truncated: false }
}

function toAddress(item: Item, hint: string | null): Address | null {
  const words = item.words.trim()
  const angle = item.angle === null ? '' : item.angle.replace(/^@[^:]*:/, '').replace(/[\s<]/g, '')
  if (angle !== '') return { name: nameText(words === '' ? item.comment : words, hint), address: addressText(angle) }
  const spec = words
    .split(/\s+/)
    .filter((word) => word.includes('@') && !word.startsWith('=?'))
    .at(-1)
  if (spec !== undefined) {
    const rest = words.replace(spec, '').trim()
    return { name: nameText(rest === '' ? item.comment : rest, hint), address: addressText(spec) }
  }
  const name = nameText(words, hint)
  return name === '' ? null : { name, address: '' }
}

const nameText = (raw: string, hint: string | null): string => {
  const name = decodeHeader(raw, hint)
  return (/^'[^']*'$/.test(name) ? name.slice(1, -1) : name).slice(0, 500)
}

/** The addr-spec as it stands: an encoded word in it is never decoded into another address (TRUST S31). */
const addressText = (raw: string): string =>
  safeText(Buffer.from(raw, 'latin1').toString('utf8')).replace(/\s/g, '').slice(0, 1_000)
