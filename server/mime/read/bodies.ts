/** Which parts are read as the mail's text and which are files (RFC 2046, RFC 2387, RFC 3676). */
import { convert } from 'html-to-text'
import { decodePart } from '../../kit/charset'
import { strippedText } from '../../kit/message/strippedText'
import { wellFormed } from '../header/headerText'
import { mimeLimits } from '../mimeLimits'
import { countOf } from '../text/countOf'
import { enrichedToPlain, isEnriched } from '../text/enrichedText'
import type { ByteSource } from './byteSource'
import { readableName } from './listedFiles'
import { isForeignChoice, isForeignText, isReportPart } from './reportTypes'
import type { Entity } from './structure'
import { decodeAll } from './transferDecoding'

export type Bodies = {
  readonly html: string | null
  readonly text: string | null
  readonly files: readonly Entity[]
  readonly truncated: boolean
}
type Shown = { html: string | null; text: string | null }

export function readBodies(source: ByteSource, whole: Entity): Bodies {
  const root = withoutReport(whole)
  const files: Entity[] = []
  const namedTexts: Entity[] = []
  let truncated = false
  let budget: number = mimeLimits.textCharacters

  const textOf = (entity: Entity): string => {
    const bytes = source.read(entity.start, Math.min(entity.end, entity.start + mimeLimits.textBytes))
    const written = decodePart(decodeAll(bytes, entity.encoding), entity)
    // Two characters of a line end become one; marks are no text and are read to the end.
    const text = isEnriched(entity.type)
      ? enrichedToPlain(lineFeeds(written), entity.type)
      : lineFeeds(written.slice(0, 2 * budget + 2))
    const kept = text.slice(0, budget)
    if (kept.length < text.length || entity.end - entity.start > mimeLimits.textBytes) truncated = true
    budget -= kept.length
    return wellFormed(kept.replaceAll('\u0000', ''))
  }
  const plainOf = (entity: Entity): string => {
    const text = textOf(entity)
    return entity.params.get('format')?.toLowerCase() === 'flowed' ? unflow(text, entity) : text
  }
  // Depth is bounded by the structure's own limit, so recursion here is too.
  const show = (entity: Entity, isOpening: boolean): Shown => {
    if (entity.children.length > 0) {
      // A message within is one file, whatever its Content-Disposition: text and files are its own.
      if (!entity.type.startsWith('multipart/')) {
        files.push(entity)
        return { html: null, text: null }
      }
      const isChoice = entity.type === 'multipart/alternative'
      const own = entity.children.filter((child) => !isForeignChoice(entity.type, child, child.children))
      const shown = own.map((child, at) => show(child, isChoice || (isOpening && at === 0)))
      if (!isChoice) return join(shown)
      const chosen = choose(shown)
      const others = isBlank(chosen) ? entity.children.flatMap((child) => [child, ...child.children]) : []
      const foreign = others.find(({ type, disposition }) => isForeignText(type) && disposition !== 'attachment')
      return foreign ? { html: textOf(foreign), text: null } : chosen
    }
    if (entity.type.startsWith('multipart/') && entity.params.has('boundary') && entity !== root)
      return { html: null, text: null }
    const isFile = !isBody(entity)
    if (isFile) files.push(entity)
    if (isFile && entity.type === 'text/plain' && isInlineText(entity)) namedTexts.push(entity)
    // The text that a message opens with is its own even where it has a file name: it is shown and stays a file.
    const isShown = !isFile || (isOpening && isInlineText(entity))
    if (!isShown) return { html: null, text: null }
    if (entity.type === 'text/html') return { html: textOf(entity), text: null }
    return { html: null, text: plainOf(entity) }
  }
  let shown = show(root, true)
  // A message that opens with nothing says what it has to say in the first text with a name.
  for (const entity of namedTexts) if (isBlank(shown)) shown = { html: null, text: plainOf(entity) }
  return { ...shown, files, truncated }
}

const runMost = 65_536

/** Run by run: all matches of a long text take far more memory than the text. */
function lineFeeds(text: string): string {
  if (!text.includes('\r')) return text
  let read = ''
  for (let at = 0, next = 0; at < text.length; at = next) {
    next = at + runMost
    if (text[next - 1] === '\r' && text[next] === '\n') next += 1
    read += text.slice(at, next).split('\r\n').join('\n').split('\r').join('\n')
  }
  return read
}

const isBlank = ({ html, text }: Shown): boolean => (html ?? '').trim() === '' && (text ?? '').trim() === ''

/** What a receipt says to programs is no file for a person (RFC 8098 section 3); its text says the same in words. */
function withoutReport(root: Entity): Entity {
  const isReceipt =
    root.type === 'multipart/report' && root.params.get('report-type')?.toLowerCase() === 'disposition-notification'
  return isReceipt ? { ...root, children: root.children.filter(({ type }) => !isReportPart(type)) } : root
}

export const fileNameOf = ({ dispositionParams, params }: Pick<Entity, 'dispositionParams' | 'params'>): string =>
  readableName(dispositionParams.get('filename'), params.get('name'))

function isBody(entity: Entity): boolean {
  if (entity.type.startsWith('multipart/')) return true
  return isInlineText(entity) && fileNameOf(entity) === ''
}

const isInlineText = ({ type, disposition }: Entity): boolean =>
  disposition !== 'attachment' && /^text\/(?:plain|html|enriched|richtext|markdown)$/.test(type)

function choose(shown: readonly Shown[]): Shown {
  const text = shown.find((one) => one.text !== null)?.text ?? null
  const html = shown.findLast((one) => one.html !== null)?.html ?? null
  // Some programs send an empty page beside what they have to say.
  const isEmpty = html !== null && text !== null && text.trim() !== '' && showsNothing(html)
  return { html: isEmpty ? null : html, text }
}

/** Characters of a page with nothing on it; a longer one is not looked through. */
const emptyMost = 20_000

/** Neither a word nor anything that draws a picture. */
function showsNothing(html: string): boolean {
  if (html.length > emptyMost) return false
  const words = strippedText(html, { lineBreaks: false, most: emptyMost })
  // Some fill it with signs that nobody sees.
  const isBare = words.replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '') === ''
  return isBare && !/<(?:img|svg|video|audio|object|embed|canvas|input|hr)\b|background/i.test(html)
}

function join(shown: readonly Shown[]): Shown {
  const told = shown.filter((one) => one.html !== null || one.text !== null)
  if (told.length <= 1) return told[0] ?? { html: null, text: null }
  const anyHtml = told.some((one) => one.html !== null)
  const html = anyHtml ? told.map((one) => one.html ?? escapeText(one.text ?? '')).join('<br>\n') : null
  const everyText = told.every((one) => one.text !== null)
  return { html, text: everyText || !anyHtml ? told.map((one) => one.text ?? '').join('\n') : null }
}

function escapeText(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  return `<div>${safe.replaceAll('\n', '<br>\n')}</div>`
}

/** RFC 3676: soft breaks joined within one quote depth. */
function unflow(text: string, entity: Entity): string {
  const deleteSpace = entity.params.get('delsp')?.toLowerCase() === 'yes'
  const out: string[] = []
  // What the line at the end of `out` is: an object for each of millions of lines is more than a worker has.
  let last = { depth: -1, soft: false }
  for (const line of text.split('\n')) {
    let depth = 0
    while (line[depth] === '>') depth += 1
    const body = line.slice(line[depth] === ' ' ? depth + 1 : depth)
    const soft = body.endsWith(' ') && body !== '-- '
    const piece = soft && deleteSpace ? body.slice(0, -1) : body
    if (last.soft && last.depth === depth && body !== '-- ') out.push(`${out.pop() ?? ''}${piece}`)
    else out.push(depth === 0 ? piece : `${'>'.repeat(depth)} ${piece}`)
    if (last.soft !== soft || last.depth !== depth) last = { depth, soft }
  }
  return out.join('\n')
}

/** The first words of what is shown of a mail, on one line. */
export function previewOf({ html, text }: Pick<Bodies, 'html' | 'text'>): string {
  const line = onOneLine(wordsOf(html ?? '')) || onOneLine((text ?? '').slice(0, 4_000))
  return wellFormed(line.slice(0, mimeLimits.previewCharacters))
}

const onOneLine = (words: string): string => words.replace(/\s+/g, ' ').trim()

/** Tags in the beginning of a mail up to which it is laid out for its preview: more are no writing. */
const tagsMost = 5_000

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } }))

function wordsOf(html: string): string {
  if (html === '') return ''
  const start = html.slice(0, 100_000)
  const stripped = () => strippedText(start, { lineBreaks: false, most: 4_000 })
  if (countOf(start, '<', tagsMost) >= tagsMost) return stripped()
  const laidOut = convert(start, {
    wordwrap: false,
    limits: { maxDepth: 60, maxChildNodes: 2_000, ellipsis: '' },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'hr', format: 'skip' },
      ...headings,
    ],
  })
  // What is nested too deeply to be laid out has its words all the same.
  return laidOut.trim() === '' ? stripped() : laidOut.slice(0, 4_000)
}
