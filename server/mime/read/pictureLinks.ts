/**
 * The pictures that a text shows (RFC 2392, RFC 2557): each gets one plain Content-ID, in the text
 * and in the list of files, so that whoever shows or answers the mail compares letters alone.
 */
import { createHash } from 'node:crypto'
import { plainContentId } from '../../../src/contract/compose/contentIds'
import type { Attachment } from '../../core/mail'
import { fieldOf } from '../header/headerFields'
import { decodeHeader } from '../header/headerText'
import { mimeLimits } from '../mimeLimits'
import type { Entity } from './structure'

export type LinkedPictures = { readonly html: string | null; readonly attachments: readonly Attachment[] }

/** By part where a mail's files say they come from, and what relative addresses are relative to. */
export type PictureLocations = { readonly files: ReadonlyMap<string, string>; readonly bases: readonly string[] }

/** Characters of one reference, and references that are followed. */
const longest = 2_000
const referencesMost = 4 * mimeLimits.parts
const basesMost = 8
/** What addresses without any base are relative to (RFC 2557 section 5). */
const thisMessage = 'thismessage:/'

/** `attachments` bear their senders' Content-IDs; those that may be shown in place are `inline`. */
export function linkPictures(
  html: string | null,
  attachments: readonly Attachment[],
  { files, bases }: PictureLocations,
): LinkedPictures {
  const shown = new Set<string>()
  const found = (cid: string | undefined): string | null => {
    if (cid === undefined) return null
    shown.add(cid)
    return `cid:${cid}`
  }
  const ids = attachments.map(({ part, cid }) => plainId(cid, files.get(part)))
  const keys = attachments.flatMap(({ cid = '' }, at) => keysOf(cid).map((key, rank) => ({ key, rank, id: ids[at] })))
  // What a sender wrote goes before what it might be read as.
  const byId = firstOf(
    keys.toSorted((a, b) => Math.min(a.rank, 1) - Math.min(b.rank, 1)).map(({ key, id }) => [key, id]),
  )
  const known = [...bases, ...baseIn(html ?? ''), thisMessage]
  const byLocation = firstOf(
    attachments.flatMap(({ part }, at) =>
      addressesOf(files.get(part) ?? '', known).map((key) => [key, ids[at]] as const),
    ),
  )
  const located =
    html === null || byLocation.size === 0
      ? html
      : replaced(html, /\b(?:src|background)\s*=\s*|\burl\(\s*/gi, (address) =>
          /^cid:/i.test(address)
            ? null
            : found(addressesOf(address, known).flatMap((key) => byLocation.get(key) ?? [])[0]),
        )
  const linked =
    located === null
      ? null
      : replaced(located, /(?=\bcid:)/gi, (reference) =>
          found(keysOf(reference.slice(4)).flatMap((key) => byId.get(key) ?? [])[0]),
        )
  return {
    html: linked,
    attachments: attachments.map(({ cid: given, ...file }, at) => {
      const cid = ids[at]
      const isShown = cid !== undefined && shown.has(cid)
      const isKnown = given !== undefined || isShown
      return { ...file, inline: file.inline && isShown, ...(cid !== undefined && isKnown ? { cid } : {}) }
    }),
  }
}

/** Of several with one name the first counts. */
function firstOf(pairs: readonly (readonly [string, string | undefined])[]): ReadonlyMap<string, string> {
  const map = new Map<string, string>()
  for (const [key, id] of pairs) if (key !== '' && id !== undefined && !map.has(key)) map.set(key, id)
  return map
}

function plainId(given: string | undefined, location: string | undefined): string | undefined {
  if (given === undefined && location === undefined) return undefined
  if (given !== undefined && plainContentId.test(given)) return given
  const sum = createHash('sha256').update(given ?? `location ${location}`)
  return `${sum.digest('hex').slice(0, 32)}@part`
}

/** A Content-ID without its angle brackets; `hint` is the charset of the mail's text. */
export function contentIdOf(raw: string, hint: string | null): string {
  const withoutComment = decodeHeader(raw, hint).replace(/(?<=>)\s*\([^()]*\)\s*$/, '')
  return bare(withoutComment).slice(0, 500)
}

/** The Content-Locations of a mail's files, and the bases of its other parts. */
export function locationsOf(root: Entity, files: readonly Entity[], hint: string | null): PictureLocations {
  const locationOf = ({ fields }: Entity, name: string) =>
    // White space comes of folding alone (RFC 2557 section 4.4.1).
    decodeHeader((fieldOf(fields, name) ?? '').slice(0, longest), hint).replaceAll(/^"|"$|\s+/g, '')
  const own = new Set(files)
  const bases: string[] = []
  const queue: Entity[] = [root]
  for (let entity = queue.pop(); entity !== undefined && bases.length < basesMost; entity = queue.pop()) {
    if (own.has(entity)) continue
    bases.push(...['content-base', 'content-location'].map((name) => locationOf(entity, name)).filter(isAbsolute))
    queue.push(...entity.children.toReversed())
  }
  const located = files.map((entity) => [entity.part, locationOf(entity, 'content-location')] as const)
  return { files: new Map(located.filter(([, location]) => location !== '')), bases }
}

const isAbsolute = (address: string): boolean => address.includes(':') && URL.canParse(address)

function baseIn(html: string): readonly string[] {
  const address = /<base\s[^<>]{0,200}?href\s*=\s*["']?([^"'\s<>]{1,2000})/i.exec(html.slice(0, 100_000))?.[1]
  return address !== undefined && isAbsolute(address) ? [address] : []
}

/** Under what an address may be known: as it stands, and as it is from each base. */
function addressesOf(address: string, bases: readonly string[]): readonly string[] {
  const text = address.trim()
  if (text === '' || text.length > longest) return []
  const resolved = bases.flatMap((base) => (URL.canParse(text, base) ? [new URL(text, base).href] : []))
  return [...new Set([text, ...resolved].map((one) => key(unescaped(one))))]
}

/** Under what a Content-ID may be known: senders encode it, or change its case, on either side. */
function keysOf(id: string): readonly string[] {
  const text = bare(id)
  const decoded = text.includes('=?') ? [bare(decodeHeader(text, null))] : []
  const keys = [text, unescaped(text), ...decoded].map(key)
  return [...new Set([...keys, ...keys.map((one) => one.toLowerCase())])]
}

const key = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

const bare = (id: string): string => id.trim().replaceAll(/^<|>$/g, '').trim()

/** Percent signs read as UTF-8, or else as whatever charset they seem to be. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    const bytes = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return /[^\0-\xff]/.test(bytes) ? text : decodeHeader(bytes, null)
  }
}

const entities = new Map([
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', ' '],
])

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities.get(String(name).toLowerCase()) ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** What ends an address, by what stands before it: within quotes it may hold spaces. */
const quote = /(["'(]|&quot;|&apos;|&#3[49];)\s*$/i
const afterBare = /[\s"'<>)]/

/** The HTML with the address that `exchange` knows for each; `before` finds where they begin. */
function replaced(html: string, before: RegExp, exchange: (address: string) => string | null): string {
  const answers = new Map<string, string | null>()
  const pieces: string[] = []
  let done = 0
  let count = 0
  for (const match of html.matchAll(before)) {
    count += 1
    if (count > referencesMost) break
    const found = addressAt(html, match.index + match[0].length)
    if (found === null || found.start < done) continue
    const address = withoutEntities(html.slice(found.start, found.end)).trim()
    const answer = answers.get(address) ?? exchange(address)
    answers.set(address, answer)
    // Written in plain letters even where only its entities were not.
    if (answer === null || answer === html.slice(found.start, found.end)) continue
    pieces.push(html.slice(done, found.start), answer)
    done = found.end
  }
  return pieces.length === 0 ? html : `${pieces.join('')}${html.slice(done)}`
}

function addressAt(html: string, at: number): { readonly start: number; readonly end: number } | null {
  const opening = /^(?:["']|&quot;|&apos;|&#3[49];)\s*/i.exec(html.slice(at, at + 100))?.[0] ?? ''
  const start = at + opening.length
  const mark = opening === '' ? quote.exec(html.slice(Math.max(0, at - 100), at))?.[1] : opening.trim()
  const rest = html.slice(start, start + longest)
  const length = mark === undefined ? rest.search(afterBare) : rest.indexOf(mark === '(' ? ')' : mark)
  if (length > 0) return { start, end: start + length }
  return length < 0 && rest.length < longest && mark === undefined ? { start, end: start + rest.length } : null
}
