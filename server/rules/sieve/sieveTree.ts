/** Sieve as a tree of commands (RFC 5228 section 8.2). */
import { Refusal } from '../../core/refusal'
import { cutTokens, type SieveToken } from './tokens'

export type SieveTest = {
  readonly name: string
  readonly args: readonly SieveArg[]
  readonly tests: readonly SieveTest[]
}
export type SieveArg =
  | { readonly kind: 'tag' | 'number'; readonly text: string }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
export type SieveCommand = SieveTest & {
  readonly block: readonly SieveCommand[] | null
  /** Of its first word, from 1. */
  readonly line: number
  /** The last comment before it. */
  readonly comment: string
  /** How it begins, as it stands in the file. */
  readonly words: string
}

/** Blocks and tests within one another. */
const deepest = 30
/** Units of how a command begins. */
const wordsMost = 100
/** A tree is made in one piece: a hundred rules need no more (TRUST S27). */
const tokensMost = 30_000

/** Throws `Refusal('badField')` with the line, and `tooLarge`. */
export function sieveTree(script: string): readonly SieveCommand[] {
  const { tokens, fault } = cutTokens(script, tokensMost)
  if (tokens.length > tokensMost) throw new Refusal('tooLarge', { payload: { what: 'commands' } })
  if (fault !== null) throw faultAt(makeLineOf(script)(fault))
  const reader = makeReader(tokens, script)
  const all = block(reader, 0)
  return reader.next() === undefined ? all : reader.fail()
}

type Reader = ReturnType<typeof makeReader>

/** Goes through tokens, past comments, of which it knows the last. */
function makeReader(tokens: readonly SieveToken[], script: string) {
  const lineOf = makeLineOf(script)
  let at = 0
  let comment = ''
  const next = (): SieveToken | undefined => {
    for (; tokens[at]?.kind === 'comment'; at += 1) comment = tokens[at]?.text ?? ''
    return tokens[at]
  }
  const isMark = (mark: string): boolean => {
    const token = next()
    return token?.kind === 'mark' && token.text === mark
  }
  const fail = (): never => {
    throw faultAt(lineOf(next()?.start ?? script.length))
  }
  const step = (): void => {
    at += 1
  }
  return {
    next,
    isMark,
    fail,
    step,
    lineOf,
    /** What stands from a place to the next token, or the beginning of it. */
    wordsFrom: (start: number): string => {
      const end = next()?.start ?? script.length
      if (end - start <= wordsMost) return script.slice(start, end)
      return `${script.slice(start, start + wordsMost).replace(/[\uD800-\uDBFF]$/, '')}…`
    },
    take: (mark: string): void => (isMark(mark) ? step() : fail()),
    /** Each stands before one command. */
    takeComment: (): string => {
      const taken = comment
      comment = ''
      return taken
    },
  }
}

function block(reader: Reader, depth: number): readonly SieveCommand[] {
  if (depth > deepest) return reader.fail()
  const commands: SieveCommand[] = []
  for (let token = reader.next(); token !== undefined && !reader.isMark('}'); token = reader.next()) {
    const line = reader.lineOf(token.start)
    const comment = reader.takeComment()
    const command = { line, comment, name: word(reader), args: args(reader), tests: tests(reader, 0) }
    const isBlock = reader.isMark('{')
    const words = reader.wordsFrom(token.start)
    reader.take(isBlock ? '{' : ';')
    commands.push({ ...command, words, block: isBlock ? block(reader, depth + 1) : null })
    if (isBlock) reader.take('}')
  }
  return commands
}

function word(reader: Reader): string {
  const token = reader.next()
  if (token?.kind !== 'word' || !/^[a-z_]/i.test(token.text)) return reader.fail()
  reader.step()
  return token.text.toLowerCase()
}

function tests(reader: Reader, depth: number): readonly SieveTest[] {
  if (depth > deepest) return reader.fail()
  const one = (): SieveTest => ({ name: word(reader), args: args(reader), tests: tests(reader, depth + 1) })
  if (reader.next()?.kind === 'word') return [one()]
  if (!reader.isMark('(')) return []
  const all: SieveTest[] = []
  do {
    reader.step()
    all.push(one())
  } while (reader.isMark(','))
  reader.take(')')
  return all
}

function args(reader: Reader): readonly SieveArg[] {
  const found: SieveArg[] = []
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    if (reader.isMark('[')) {
      found.push({ kind: 'texts', texts: strings(reader) })
      continue
    }
    const arg = argOf(token)
    if (arg === null) break
    found.push(arg)
    reader.step()
  }
  return found
}

function argOf({ kind, text }: SieveToken): SieveArg | null {
  if (kind === 'string') return { kind: 'texts', texts: [text] }
  if (kind !== 'word') return null
  if (text.startsWith(':')) return { kind: 'tag', text: text.toLowerCase() }
  return /^\d+[kmg]?$/i.test(text) ? { kind: 'number', text } : null
}

function strings(reader: Reader): readonly string[] {
  const texts: string[] = []
  do {
    reader.step()
    const token = reader.next()
    if (token?.kind !== 'string') return reader.fail()
    texts.push(token.text)
    reader.step()
  } while (reader.isMark(','))
  reader.take(']')
  return texts
}

function faultAt(line: number): Refusal {
  return new Refusal('badField', { field: 'script', payload: { line } })
}

/** Lines of ascending places. */
function makeLineOf(script: string): (place: number) => number {
  const starts = [0]
  for (let at = script.indexOf('\n'); at >= 0; at = script.indexOf('\n', at + 1)) starts.push(at + 1)
  return (place) => {
    let low = 0
    for (let high = starts.length; high - low > 1; ) {
      const middle = Math.floor((low + high) / 2)
      if ((starts[middle] ?? 0) <= place) low = middle
      else high = middle
    }
    return low + 1
  }
}
