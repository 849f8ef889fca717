/** Cards of a file one by one, each as a contact or with the reason why it is none. */

import { type FileEntry, type FileRefusal, contactFileLimits as most, shown } from '../../core/contactFile'
import { contactOfCard } from './cardFields'
import { type ContentLine, makeLineSplitter, type PhysicalLine, readContentLine } from './vCardLines'

/** The open card; its lines are read at its end, since VERSION may stand anywhere. */
type OpenCard = {
  readonly line: number
  readonly lines: string[]
  current: OpenLine | null
  isOld: boolean
  characters: number
  dropped: number
  refusal: FileRefusal | null
  /** Cards within the card (AGENT), which are passed over. */
  depth: number
}
/** In pieces: to put a long line together anew for each fold takes time by the square. */
type OpenLine = {
  readonly pieces: string[]
  characters: number
  isCut: boolean
  readonly isQuoted: boolean
  readonly isBase64: boolean
}
type Mark = 'begin' | 'end' | null

/** Expects slices as `decodeBlocks` gives them, which lets other work have its turn. */
export async function* readVCards(
  text: AsyncIterable<string>,
  entries: number = most.entries,
): AsyncGenerator<FileEntry> {
  const state: { card: OpenCard | null; line: number } = { card: null, line: 0 }
  let count = 0
  for await (const line of physicalLines(text)) {
    const entry = readLine(state, line)
    if (entry === null) continue
    count += 1
    if (count > entries) return yield { line: entry.line, refusal: { reason: 'tooMany' }, cells: [] }
    yield entry
  }
  if (state.card !== null) yield refusedCard(state.card, { reason: 'cardNotEnded' })
  else if (count === 0) yield { line: 1, refusal: { reason: 'noCards' }, cells: [] }
}

async function* physicalLines(text: AsyncIterable<string>): AsyncGenerator<PhysicalLine> {
  const splitter = makeLineSplitter()
  for await (const slice of text) yield* splitter.push(slice)
  yield* splitter.end()
}

/** The card that this line ends, or null. */
function readLine(state: { card: OpenCard | null; line: number }, { text, isCut }: PhysicalLine): FileEntry | null {
  state.line += 1
  const { card } = state
  const mark = card !== null && isFolded(card, text) ? null : markOf(text)
  if (card === null) {
    if (mark === 'begin') state.card = openCard(state.line)
    return null
  }
  if (mark === 'begin' && !isWithin(card)) {
    state.card = openCard(state.line)
    return refusedCard(card, { reason: 'cardNotEnded' })
  }
  if (mark === 'end' && card.depth === 0) {
    state.card = null
    return closedCard(card)
  }
  if (mark === 'begin') card.depth += 1
  else if (mark === 'end') card.depth -= 1
  else if (card.depth === 0) addLine(card, text, isCut)
  return null
}

const openCard = (line: number): OpenCard => ({
  line,
  lines: [],
  current: null,
  isOld: false,
  characters: 0,
  dropped: 0,
  refusal: null,
  depth: 0,
})

function markOf(text: string): Mark {
  if (text.length > 100) return null
  const bare = text.replaceAll(/\s/g, '').toUpperCase()
  if (bare === 'BEGIN:VCARD') return 'begin'
  return bare === 'END:VCARD' ? 'end' : null
}

/** The rest of a value may read like the end of its card (RFC 6350 section 3.2). */
const isFolded = (card: OpenCard, text: string) =>
  card.depth === 0 && card.current !== null && /^[ \t]/.test(text) && !isWithin(card)

/** A card within a card follows an empty AGENT (vCard 2.1); another within that is none. */
const isWithin = ({ depth, current }: OpenCard) =>
  depth === 0 && current?.pieces.length === 1 && /^(?:[\w-]{1,100}\.)?AGENT[^:]*:\s*$/i.test(current.pieces[0] ?? '')

/** A line end of quoted-printable that is no part of the text. */
const softEnd = /=[ \t]*$/

function addLine(card: OpenCard, text: string, isCut: boolean): void {
  const { current } = card
  const more = current === null ? null : continuationOf(current, text, card.isOld)
  if (current !== null && more !== null) append(card, current, more, isCut)
  else if (text.trim() === '') {
    // It ends base64 whose lines are not indented.
    if (current?.isBase64 === true) closeLine(card)
  } else if (isProperty(text)) beginLine(card, text, isCut)
}

const isProperty = (text: string) => /^[\w.-]{1,200}\s*[;:]/.test(text) && text.includes(':')

/** What a line adds to the one before it, or null. */
function continuationOf({ pieces, isQuoted, isBase64 }: OpenLine, text: string, isOld: boolean): string | null {
  const soft = isQuoted ? softEnd.exec(pieces.at(-1)?.slice(-100) ?? '') : null
  if (soft !== null) {
    pieces.push((pieces.pop() ?? '').slice(0, -soft[0].length))
    return text
  }
  if (text.trim() === '') return null
  // The blank is part of the text in an old one, and of the fold since.
  if (/^[ \t]/.test(text)) return isBase64 ? text.trim() : isOld ? text : text.slice(1)
  if (isProperty(text)) return null
  // A line end that was not escaped.
  return isBase64 ? text.trim() : `\n${text}`
}

function beginLine(card: OpenCard, text: string, isCut: boolean): void {
  closeLine(card)
  const head = text.slice(0, Math.min(text.indexOf(':'), 1_000)).toUpperCase()
  const version = /^VERSION\s*:\s*([\d.]+)/i.exec(text)?.[1]
  if (version !== undefined) card.isOld = version.startsWith('2')
  const isBase64 = /[;=](?:B|BASE64)\s*(?:;|$)/.test(head)
  const isQuoted = head.includes('QUOTED-PRINTABLE')
  card.current = { pieces: [], characters: 0, isCut: false, isQuoted, isBase64 }
  append(card, card.current, text, isCut)
}

function append(card: OpenCard, line: OpenLine, text: string, isCut: boolean): void {
  // A piece without text counts too.
  const characters = text.length + 1
  line.isCut ||= isCut || line.characters + characters > most.lineCharacters
  if (line.isCut || card.refusal !== null) {
    if (line.pieces.length === 0) line.pieces.push(text.slice(0, 100))
    return
  }
  line.pieces.push(text)
  line.characters += characters
  card.characters += characters
  if (card.characters > most.cardCharacters) refuse(card)
}

/** A card that is too large keeps nothing but its place. */
function refuse(card: OpenCard): void {
  card.refusal ??= { reason: 'tooLarge' }
  card.lines.splice(most.shownCells)
}

function closeLine(card: OpenCard): void {
  const { current } = card
  card.current = null
  if (current === null || card.refusal !== null) return
  const text = current.pieces.join('')
  const isPhoto = /^(?:[\w-]{1,100}\.)?PHOTO[;:]/i.test(text)
  if (!current.isCut && card.lines.length < most.cardLines) card.lines.push(text)
  else if (!current.isCut || !isDroppable(text)) refuse(card)
  else {
    card.characters -= current.characters
    // It is counted where photos are.
    if (isPhoto) card.lines.push('PHOTO;VALUE=URI:')
    else card.dropped += 1
  }
}

/** Pictures, sounds and keys are dropped; a text is not cut in silence. */
const isDroppable = (text: string) => /^(?:[\w-]{1,100}\.)?(?:PHOTO|LOGO|SOUND|KEY|X-[\w-]{1,100})[;:]/i.test(text)

function linesOf(card: OpenCard): readonly ContentLine[] {
  return card.lines.flatMap((text) => readContentLine({ text, isOld: card.isOld }) ?? [])
}

function closedCard(card: OpenCard): FileEntry {
  closeLine(card)
  if (card.refusal !== null) return refusedCard(card, card.refusal)
  const { contact, dropped } = contactOfCard(linesOf(card))
  return {
    line: card.line,
    contact,
    dropped: { ...dropped, lines: dropped.lines + card.dropped },
  }
}

function refusedCard(card: OpenCard, refusal: FileRefusal): FileEntry {
  closeLine(card)
  const { name, emails } = contactOfCard(linesOf(card).filter((it) => /^(?:FN|N|EMAIL)$/.test(it.name))).contact
  return { line: card.line, refusal, cells: shown([name, ...emails.map(({ value }) => value)]) }
}
