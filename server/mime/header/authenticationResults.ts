/** The grammar of one Authentication-Results field (RFC 8601 section 2.2), read in one pass without recursion. */
import { asciiDomain } from '../../../src/contract/mail/domainSpelling'

export type MethodResult = {
  /** Such as `spf`, `dkim`, `dmarc`; in lower case, like `result`. */
  readonly method: string
  readonly result: string
  /** Property values by `ptype.property`, such as `header.d`; the first of doubled ones counts. */
  readonly properties: ReadonlyMap<string, string>
}

export type AuthenticationResults = {
  /** Who wrote the field, as `asciiDomain` writes names. */
  readonly server: string
  readonly results: readonly MethodResult[]
  /** True where a quoted string or a comment has no end, so that the rest of the field is not known. */
  readonly isBroken: boolean
}

const token = /[^\s()<>@,;:\\"/[\]?=]+/y
const keyword = /[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?/iy
const digits = /\d{1,9}/y
/** Values are written without quotes far beyond the grammar, such as URLs and addresses. */
const loose = /[^\s;()"\\]+/y

/** @param value The unfolded body of the field, bytes held as Latin-1. Null where it does not even name a server. */
export function parseAuthenticationResults(value: string): AuthenticationResults | null {
  const scanner = makeScanner(value)
  scanner.skip()
  const server = scanner.quoted() ?? scanner.take(token)
  if (server === null || server === '') return null
  scanner.skip()
  const version = scanner.take(digits)
  scanner.skip()
  if (version !== null && Number(version) !== 1) return null
  if (!scanner.isEnd() && !scanner.literal(';')) return null
  const results: MethodResult[] = []
  while (!scanner.isEnd()) {
    const found = readResult(scanner)
    if (found !== null) results.push(found)
    scanner.skipItem()
  }
  const name = asciiDomain(Buffer.from(server, 'latin1').toString('utf8'))
  return { server: name, results, isBroken: scanner.isBroken() }
}

/** `method [ "/" version ] "=" result`, and what follows; null for `none` and for what is no result. */
function readResult(scanner: Scanner): MethodResult | null {
  scanner.skip()
  const method = scanner.take(keyword)
  scanner.skip()
  if (method === null) return null
  if (scanner.literal('/')) {
    scanner.skip()
    // Results of a version that is not known say nothing (RFC 8601 section 2.2).
    if (scanner.take(digits) !== '1') return null
    scanner.skip()
  }
  if (!scanner.literal('=')) return null
  scanner.skip()
  const result = scanner.take(keyword)
  if (result === null || !scanner.isBetween()) return null
  return { method: method.toLowerCase(), result: result.toLowerCase(), properties: readProperties(scanner) }
}

function readProperties(scanner: Scanner): ReadonlyMap<string, string> {
  const properties = new Map<string, string>()
  for (scanner.skip(); !scanner.isEnd() && !scanner.isAt(';'); scanner.skip()) {
    const ptype = scanner.take(keyword)
    scanner.skip()
    const property = ptype !== null && scanner.literal('.') ? nameOf(scanner) : null
    scanner.skip()
    // `reason=…`, and what some servers add without a ptype, is passed over.
    if (!scanner.literal('=')) {
      scanner.pass()
      continue
    }
    scanner.skip()
    const value = scanner.value()
    const name = `${ptype?.toLowerCase()}.${property?.toLowerCase()}`
    if (property !== null && !properties.has(name)) properties.set(name, value)
  }
  return properties
}

function nameOf(scanner: Scanner): string | null {
  scanner.skip()
  return scanner.take(keyword)
}

type Scanner = ReturnType<typeof makeScanner>

function makeScanner(text: string) {
  let at = 0
  let broken = false
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    at += found?.length ?? 0
    return found
  }
  /** Past a comment, however deeply it nests (RFC 5322 section 3.2.2). */
  const comment = () => {
    let depth = 0
    for (; at < text.length; at += 1) {
      const char = text[at]
      if (char === '\\') at += 1
      else if (char === '(') depth += 1
      else if (char === ')') {
        depth -= 1
        if (depth === 0) break
      }
    }
    if (depth > 0) broken = true
    at = Math.min(at + 1, text.length)
  }
  const skip = () => {
    for (;;) {
      const char = text[at]
      if (char === '(') comment()
      else if (char === ' ' || char === '\t' || char === '\r' || char === '\n') at += 1
      else return
    }
  }
  const literal = (char: string): boolean => {
    if (text[at] !== char) return false
    at += 1
    return true
  }
  const quoted = (): string | null => {
    if (text[at] !== '"') return null
    let content = ''
    for (at += 1; at < text.length; at += 1) {
      const char = text[at] ?? ''
      if (char === '"') {
        at += 1
        return content
      }
      if (char === '\\') at += 1
      content += text[at] ?? ''
    }
    broken = true
    return content
  }
  /** A value, or an address whose local part may be quoted. */
  const value = (): string => {
    let whole = ''
    for (;;) {
      const piece = quoted() ?? take(loose)
      if (piece === null) return whole
      whole += piece
    }
  }
  /** Past whatever stands here: a quoted string, a run of letters, or one odd character. */
  const pass = () => {
    if (quoted() === null && take(loose) === null && text[at] !== ';' && text[at] !== '(') at += 1
  }
  return {
    take,
    skip,
    literal,
    quoted,
    value,
    pass,
    isEnd: () => at >= text.length,
    isAt: (char: string) => text[at] === char,
    /** Whether a word ends here: nothing may follow a result directly but space, a comment or the next item. */
    isBetween: () => at >= text.length || /[\s;(]/.test(text[at] ?? ''),
    isBroken: () => broken,
    /** Past the next semicolon that separates. */
    skipItem: () => {
      for (skip(); at < text.length && !literal(';'); skip()) pass()
    },
  }
}
