/** The words of text/enriched (RFC 1896) and text/richtext (RFC 1341 section 7.3) without their marks, in time linear to the text. */

const enrichedToken = /<<|<\/?[a-z0-9-]{1,60}>|\n+|[^<\n]+|</gi
const richToken = /<\/?[a-z0-9-]{1,60}>|\n|[^<\n]+|</gi

/** What stands between these marks is for programs. */
const isSilent = (mark: string): boolean => mark === 'param' || mark === 'comment'

export function isEnriched(type: string): boolean {
  return type === 'text/enriched' || type === 'text/richtext'
}

/** @param text with `\n` at the ends of lines */
export function enrichedToPlain(text: string, type: string): string {
  const isRich = type === 'text/richtext'
  const out: string[] = []
  let silent = 0
  let unfilled = 0
  for (const [token] of text.matchAll(isRich ? richToken : enrichedToken)) {
    const mark = /^<(\/?)(.+)>$/.exec(token)
    if (mark !== null) {
      const name = (mark[2] ?? '').toLowerCase()
      const step = mark[1] === '/' ? -1 : 1
      if (isSilent(name)) silent = Math.max(0, silent + step)
      else if (name === 'nofill') unfilled = Math.max(0, unfilled + step)
      else if (isRich && silent === 0) out.push(richWord(name, step > 0))
    } else if (silent === 0) out.push(token.startsWith('\n') ? lineEnds(token.length, unfilled > 0) : literal(token))
  }
  return out.join('')
}

const literal = (token: string): string => (token === '<<' ? '<' : token)

/** One line end is a space, and of several the first is none (RFC 1896 section 3). */
function lineEnds(count: number, isUnfilled: boolean): string {
  if (isUnfilled) return '\n'.repeat(count)
  return count === 1 ? ' ' : '\n'.repeat(count - 1)
}

function richWord(name: string, isOpening: boolean): string {
  if (name === 'lt') return isOpening ? '<' : ''
  if (name === 'nl') return isOpening ? '\n' : ''
  if (name === 'np') return isOpening ? '\n\n' : ''
  return name === 'paragraph' && !isOpening ? '\n' : ''
}
