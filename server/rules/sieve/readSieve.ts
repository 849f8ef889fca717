/**
 * One script holds our rules and whatever else stands in it. Ours lie between two marking comments, with the rules themselves as data in the
 * first lines and a checksum over all of it; what stands before and after is somebody else's and kept byte for byte. Scripts are handled
 * as Latin-1, a character a byte, so that nothing foreign is ever decoded.
 */
import { createHash } from 'node:crypto'
import type { RuleSet } from '../../core/rules/rules'
import { requiredBy, type SieveToken, sieveTokens } from './tokens'
import type { WrittenRules } from './writeSieve'

export type OwnBlock = {
  readonly rules: RuleSet
  /** The person's own scripts that ours runs first. */
  readonly includes: readonly string[]
}

export type ScriptDeps = {
  /** Null where nothing of ours stands in it, or somebody has changed it since: then it is theirs. */
  readonly own: OwnBlock | null
  readonly before: string
  readonly after: string
}

const marks = {
  needs: '# EP Mail: needs',
  needsEnd: '# EP Mail: end of needs',
  rules: '# EP Mail: rules, changed by hand they are no longer shown in EP Mail; checksum ',
  data: '# EP Mail data: ',
  rulesEnd: '# EP Mail: end of rules',
} as const

const lineEnd = '\r\n'

/** A script of foreign parts and our own. `written` is in UTF-16. */
export function composeScript({ before, after }: ScriptDeps, own: OwnBlock, written: WrittenRules): string {
  const inner = `${dataLines(own)}${asBytes(written.code)}`
  return [
    marks.needs,
    ...(written.needs.length > 0 ? [`require [${written.needs.map((need) => `"${need}"`).join(', ')}];`] : []),
    marks.needsEnd,
    `${endedLine(before)}${marks.rules}${checksum(inner)}`,
    `${inner}${marks.rulesEnd}`,
    after,
  ].join(lineEnd)
}

export function readScript(script: string): ScriptDeps {
  const foreign = { own: null, before: script, after: '' }
  const tokens = sieveTokens(script)
  if (tokens === null) return foreign
  const line = (mark: string, from: number) =>
    tokens.find(
      ({ kind, text, start }) =>
        kind === 'comment' && start >= from && text.startsWith(mark) && (start === 0 || script[start - 1] === '\n'),
    )
  const needs = line(marks.needs, 0)
  const needsEnd = line(marks.needsEnd, 0)
  const begin = line(marks.rules, needsEnd?.end ?? 0)
  const end = begin && line(marks.rulesEnd, begin.end)
  if (!needs || !needsEnd || !begin || !end || needs.start !== 0) return foreign
  const before = script.slice(pastLine(script, needsEnd), begin.start)
  const inner = script.slice(pastLine(script, begin), end.start)
  const after = script.slice(pastLine(script, end))
  const own = checksum(inner) === begin.text.slice(marks.rules.length) ? ownOf(inner) : null
  if (own !== null) return { own, before, after }
  // Changed by another hand: from now on it is foreign, with what it needs and without our marks.
  const required = script.slice(pastLine(script, needs), needsEnd.start)
  return { own: null, before: `${required}${before}${withoutData(inner)}`, after }
}

/** What the foreign parts make of `${…}`, since it holds for the whole script. */
export function dollarsIn({ before, after }: ScriptDeps): 'plain' | 'encoded' | 'variables' {
  const required = new Set([before, after].flatMap((part) => [...requiredBy(sieveTokens(part) ?? [])]))
  if (required.has('variables')) return 'variables'
  return required.has('encoded-character') ? 'encoded' : 'plain'
}

/** Whether any command stands in the foreign parts. */
export function hasForeign({ before, after }: ScriptDeps): boolean {
  return [before, after].some((part) => (sieveTokens(part) ?? [null]).some((token) => token?.kind !== 'comment'))
}

export const asBytes = (text: string): string => Buffer.from(text).toString('latin1')

function ownOf(inner: string): OwnBlock | null {
  const encoded = dataIn(inner).join('')
  try {
    // Written by `composeScript`, as the checksum has just shown.
    const own: OwnBlock = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))
    return own
  } catch {
    return null
  }
}

/** In base64, so that no name and no value can end a comment. */
function dataLines(own: OwnBlock): string {
  const encoded = Buffer.from(JSON.stringify(own)).toString('base64')
  return (encoded.match(/.{1,200}/g) ?? []).map((part) => `${marks.data}${part}${lineEnd}`).join('')
}

function dataIn(inner: string): readonly string[] {
  const data: string[] = []
  for (const line of inner.split(/\r?\n/)) {
    if (!line.startsWith(marks.data)) break
    data.push(line.slice(marks.data.length))
  }
  return data
}

function withoutData(inner: string): string {
  const lines = inner.split('\n')
  const first = lines.findIndex((line) => !line.startsWith(marks.data))
  return first < 0 ? '' : lines.slice(first).join('\n')
}

function pastLine(script: string, { end }: SieveToken): number {
  const newline = script.indexOf('\n', end)
  return newline < 0 ? script.length : newline + 1
}

/** A server or another client may change line ends: that is no other rule. */
function checksum(inner: string): string {
  return createHash('sha256').update(inner.replaceAll('\r\n', '\n'), 'latin1').digest('hex')
}

function endedLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}${lineEnd}`
}
