/** HTML without its tags, in one pass whose time and memory grow with the length alone, however the tags are nested. */

type Options = {
  /** Whether a block's tag ends the line; else every tag is a space. */
  readonly lineBreaks: boolean
  /** Characters after which nothing more is read. */
  readonly most: number
}

/** Elements whose content is no text of the page (HTML Living Standard section 15.3.1, "Hidden elements"). */
const hidden: ReadonlySet<string> = new Set(['script', 'style', 'template', 'title'])
/** Elements that begin and end a line (section 15.3, "display: block", and table rows). */
const blocks: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre search section summary table tr ul'
  ).split(' '),
)
const nameMost = 12
const piecesMost = 4_096
/** Characters decoded at once: matches of a pattern take far more memory than the text. */
const runMost = 8_192
/** Characters of the longest character reference. */
const referenceMost = 10

/** Not a sanitizer: what it yields is text, and is never read as HTML again. */
export function strippedText(html: string, { lineBreaks, most }: Options): string {
  const text = lineBreaks ? makeLines() : makeWords()
  let at = 0
  while (at < html.length && text.length() < most) {
    const tag = html.indexOf('<', at)
    const end = tag === -1 ? html.length : tag
    while (at < end) {
      const next = endOfRun(html, at, end)
      text.words(decoded(html.slice(at, next)))
      at = next
    }
    if (tag === -1) break
    const name = tagName(html, tag + 1)
    if (name === '' && !/[/!?]/.test(html[tag + 1] ?? '')) {
      text.words('<')
      at = tag + 1
      continue
    }
    text.tag(blocks.has(name))
    at = endOfTag(html, tag, name)
  }
  return text.whole()
}

/** Not within a character reference. */
function endOfRun(html: string, from: number, end: number): number {
  const to = from + runMost
  if (to >= end) return end
  const mark = html.indexOf('&', to - referenceMost)
  return mark === -1 || mark >= to ? to : mark
}

/** A text that grows by pieces; millions of them take far more memory than the text. */
function makeText() {
  let pieces: string[] = []
  let text = ''
  let length = 0
  return {
    length: () => length,
    add: (piece: string) => {
      pieces.push(piece)
      length += piece.length
      if (pieces.length < piecesMost) return
      text += pieces.join('')
      pieces = []
    },
    whole: () => text + pieces.join(''),
  }
}

/** Words as they stand, with a space for each tag. */
function makeWords() {
  const text = makeText()
  return { length: text.length, words: text.add, tag: () => text.add(' '), whole: text.whole }
}

/** Lines that are not empty, with one space between two words. */
function makeLines() {
  const text = makeText()
  let isLineStart = true
  let isSpaceDue = false
  return {
    length: text.length,
    words: (written: string) => {
      const words = written.replace(/\s+/g, ' ')
      const core = words.trim()
      if (core === '') isSpaceDue ||= words !== ''
      if (core === '') return
      if (isLineStart && text.length() > 0) text.add('\n')
      else if (!isLineStart && (isSpaceDue || words.startsWith(' '))) text.add(' ')
      text.add(core)
      isLineStart = false
      isSpaceDue = words.endsWith(' ')
    },
    tag: (isBlock: boolean) => {
      if (!isBlock) return
      isLineStart = true
      isSpaceDue = false
    },
    whole: text.whole,
  }
}

/** In lower case, without the slash of an end tag; empty for what is no element. */
function tagName(html: string, start: number): string {
  const from = html[start] === '/' ? start + 1 : start
  let to = from
  while (to - from < nameMost && isNameCharacter(html.charCodeAt(to))) to += 1
  return html.slice(from, to).toLowerCase()
}

function isNameCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

function endOfTag(html: string, tag: number, name: string): number {
  if (html.startsWith('<!--', tag)) return after(html, '-->', tag + 4)
  if (hidden.has(name) && html[tag + 1] !== '/') {
    const closing = closingTag(html, name, tag)
    return closing === -1 ? html.length : after(html, '>', closing)
  }
  return after(html, '>', tag)
}

function after(html: string, mark: string, from: number): number {
  const end = html.indexOf(mark, from)
  return end === -1 ? html.length : end + mark.length
}

function closingTag(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at
  }
  return -1
}

/** The characters A0 to FF, in their order (HTML 4.01 section 24.2.1). */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'
const named: ReadonlyMap<string, string> = new Map([
  ...latin1.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '' }),
  ...Object.entries({ OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', zwnj: '\u200c', zwj: '\u200d' }),
])

/** Character references (HTML section 13.5): numbers, Western letters, a space for others. */
function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi,
    (_, digits?: string, hex?: string, name = '') => {
      if (digits !== undefined) return character(Number.parseInt(digits, 10))
      if (hex !== undefined) return character(Number.parseInt(hex, 16))
      return named.get(name) ?? named.get(name.toLowerCase()) ?? ' '
    },
  )
}

function character(point: number): string {
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
}
