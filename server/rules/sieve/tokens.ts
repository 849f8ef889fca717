/** Sieve cut into tokens (RFC 5228 section 8.1), so that a marker within somebody's string is not taken for ours. */
export type SieveToken = {
  readonly kind: 'comment' | 'string' | 'word' | 'mark'
  /** A string's value, unescaped; else as it stands. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Null where the text is no Sieve. Takes Latin-1 as well as UTF-16: whatever carries meaning is ASCII. */
export function sieveTokens(script: string): readonly SieveToken[] | null {
  const { tokens, fault } = cutTokens(script)
  return fault === null ? tokens : null
}

type Cut = { readonly tokens: readonly SieveToken[]; readonly fault: number | null }

/** With the place of what is no token; ends where there are more than `most`. */
export function cutTokens(script: string, most = Number.POSITIVE_INFINITY): Cut {
  const tokens: SieveToken[] = []
  let at = 0
  while (at < script.length && tokens.length <= most) {
    const token = tokenAt(script, at)
    if (token === null) return { tokens, fault: at }
    if (token.kind !== 'space') tokens.push({ kind: token.kind, text: token.text, start: at, end: token.end })
    at = token.end
  }
  return { tokens, fault: null }
}

type Found = { readonly kind: SieveToken['kind'] | 'space'; readonly text: string; readonly end: number }

const marks = '[](){},;'
const space = /[ \t\r\n]+/y
const word = /:?[A-Za-z_0-9][A-Za-z_0-9]*/y
const multiLine = /text:[ \t]*(?:#[^\n]*)?\r?\n/iy
const quotedString = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/y

/** By the first character: a hostile file is made of nothing but short tokens (TRUST S27). */
function tokenAt(script: string, at: number): Found | null {
  const first = script[at] ?? ''
  if (marks.includes(first)) return { kind: 'mark', text: first, end: at + 1 }
  const found = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(script)
  }
  const blank = found(space)
  if (blank) return { kind: 'space', text: '', end: at + blank[0].length }
  if (script[at] === '#') {
    const end = lineEnd(script, at)
    return { kind: 'comment', text: script.slice(at, end).replace(/\r$/, ''), end }
  }
  if (script.startsWith('/*', at)) {
    const close = script.indexOf('*/', at + 2)
    return close < 0 ? null : { kind: 'comment', text: script.slice(at, close + 2), end: close + 2 }
  }
  if (script[at] === '"') {
    const string = found(quotedString)
    if (!string) return null
    return { kind: 'string', text: (string[1] ?? '').replace(/\\([\s\S])/g, '$1'), end: at + string[0].length }
  }
  const opening = first === 't' || first === 'T' ? found(multiLine) : null
  if (opening) return multiLineAt(script, at + opening[0].length)
  const name = found(word)
  return name && { kind: 'word', text: name[0], end: at + name[0].length }
}

function multiLineAt(script: string, from: number): Found | null {
  const lines: string[] = []
  for (let at = from; at < script.length; ) {
    const end = lineEnd(script, at)
    const line = script.slice(at, end).replace(/\r$/, '')
    if (line === '.') return { kind: 'string', text: lines.join(''), end }
    lines.push(`${line.replace(/^\.\./, '.')}\r\n`)
    at = end + 1
  }
  return null
}

function lineEnd(script: string, from: number): number {
  const end = script.indexOf('\n', from)
  return end < 0 ? script.length : end
}

/** The extensions that a script asks for. */
export function requiredBy(tokens: readonly SieveToken[]): ReadonlySet<string> {
  const required = new Set<string>()
  let isRequire = false
  for (const { kind, text } of tokens) {
    if (kind === 'word') isRequire = text.toLowerCase() === 'require'
    else if (kind === 'mark' && text === ';') isRequire = false
    else if (kind === 'string' && isRequire) required.add(text.toLowerCase())
  }
  return required
}

/** Whether a command stands where it can ever be reached: other programs keep rules that are off within `if false { … }`. */
export function hasCommand(tokens: readonly SieveToken[], command: string): boolean {
  const live = tokens.filter(({ kind }) => kind !== 'comment')
  for (let at = 0; at < live.length; at += 1) {
    if (isWord(live[at], 'if') && isWord(live[at + 1], 'false')) at = blockEnd(live, at)
    else if (isWord(live[at], command)) return true
  }
  return false
}

const isWord = (token: SieveToken | undefined, word: string) =>
  token?.kind === 'word' && token.text.toLowerCase() === word

function blockEnd(tokens: readonly SieveToken[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'mark', text: '' }
    if (kind !== 'mark') continue
    if (text === '{') depth += 1
    if (text === '}' && --depth === 0) return at
  }
  return tokens.length
}
