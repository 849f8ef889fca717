/** Writes what a person typed as an FTS5 expression. Only letters and digits get through, so nothing typed is ever syntax. */
import { formsOf } from '#server/kit/chineseScripts'
import { indexText, runs, tokensOf } from '#server/mime/text/searchTokens'
import type { TextQuery } from '../../mail.store'

const columns: Readonly<Record<TextQuery['location'], string>> = {
  all: '',
  subject: '{subject} : ',
  from: '{sender} : ',
  to: '{recipients} : ',
  body: '{body} : ',
  attachment: '{attachment} : ',
}

/** Pieces of a keyword beyond this add cost and no meaning. */
const piecesMost = 12

/** Null when the keyword holds nothing that can be searched. All pieces between spaces must be found, in any order. */
export function textMatch(keyword: string, location: TextQuery['location'], mark: string): string | null {
  const phrases = keyword
    .split(/\s+/u)
    .map((piece) => anyForm(piece, mark))
    .filter((piece) => piece !== null)
    .slice(0, piecesMost)
  return phrases.length === 0 ? null : `${columns[location]}(${phrases.join(' AND ')})`
}

/** The index holds what was written; simplified and traditional characters meet in what is asked (docs/decisions/0009). */
function anyForm(piece: string, mark: string): string | null {
  const phrases = formsOf(piece)
    .map(phraseOf)
    .filter((it) => it !== null)
    .map(({ tokens, isOpen }) => `"${tokens.map((token) => mark + token).join(' ')}"${isOpen ? ' *' : ''}`)
  const asked = [...new Set(phrases)]
  if (asked.length < 2) return asked[0] ?? null
  return `(${asked.join(' OR ')})`
}

/** Whether one text alone fits the keyword, as the index would find it: its words, in any order. */
export function isTextMatch(text: string, keyword: string): boolean {
  const words = ` ${indexText(text, '')} `
  const isIn = (form: string) => {
    const asked = phraseOf(form)
    return asked === null || words.includes(` ${asked.tokens.join(' ')}${asked.isOpen ? '' : ' '}`)
  }
  return keyword
    .split(/\s+/u)
    .filter(Boolean)
    .every((piece) => formsOf(piece).some(isIn))
}

/** One piece is a phrase; its last word may go on, unless it ends in a whole pair. */
function phraseOf(piece: string): { readonly tokens: readonly string[]; readonly isOpen: boolean } | null {
  const parts = runs(piece)
  const last = parts.at(-1)
  if (last === undefined) return null
  const tokens = parts.flatMap((part, index) => tokensOf(part, index === parts.length - 1))
  return { tokens, isOpen: !last.isCjk || [...last.text].length === 1 }
}
