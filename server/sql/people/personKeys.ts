/** By what people and groups are found and put in order: kept beside them, so that a key pressed costs one look through short texts. */
import { readableAddress } from '#contract/mail/domainSpelling'
import { foldedName } from '#contract/mail/plainName'
import { simplified } from '../../kit/chineseScripts'
import { type Reading, soundOf } from './chineseSound'

export type PersonKeys = {
  /** Every beginning of a word that means them, each after a space. */
  readonly search_key: string
  /** Names in the order of pinyin and of the alphabet. */
  readonly order_key: string
}

const mostCharacters = 4_000
/** Up to so many syllables, any of them may be typed by its first letters alone. */
const mixedSyllables = 4

export async function personKeys(name: string, address = ''): Promise<PersonKeys> {
  const folded = foldedName(name)
  const email = address.toLowerCase()
  const readable = readableAddress(email)
  const words = [
    ...folded.split(' '),
    ...folded.split(/[\s.,()"'-]+/),
    ...wordForm(folded).split(/[\s.,()"-]+/),
    ...[email, readable].flatMap((it) => [it, ...it.split(/[@._+-]/)]),
  ]
  const { readings, inOrder } = await soundOf(folded)
  const spoken = readings.flat().flatMap(waysToType)
  const found = withoutBeginnings([...words.map(wordForm), ...spoken])
  return {
    search_key: ` ${found.join(' ')}`.slice(0, mostCharacters),
    order_key: inOrder || email,
  }
}

/** What a LIKE with `\` as its escape asks of a `search_key` for one typed word. Other than Latin names are found from within too. */
export function likeWord(word: string): string {
  const plain = wordForm(word).replaceAll(/[\\%_]/g, '\\$&')
  return /[^\p{ASCII}]/u.test(plain) ? `%${plain}%` : `% ${plain}%`
}

/** The apostrophe of `xi'an` only tells syllables apart, and O'Brien is found without it. */
function wordForm(word: string): string {
  return simplified(word).replaceAll("'", '')
}

/** From each syllable on: in full, by initials, and mixed. What is typed is the beginning of one of these. */
function waysToType(reading: Reading): readonly string[] {
  return reading.flatMap((_, from) => {
    const rest = reading.slice(from)
    const last = spellings(rest.at(-1) ?? '')
    const before = rest.slice(0, -1)
    if (rest.length <= mixedSyllables)
      return before.reduceRight(
        (ends, syllable) =>
          [...spellings(syllable), ...initials(syllable)].flatMap((it) => ends.map((end) => it + end)),
        last,
      )
    const short = before.map((syllable) => syllable.slice(0, 1)).join('')
    return last.flatMap((end) => [before.join('') + end, short + end])
  })
}

/** `lü` is typed as `lv`, written `lyu` in passports and `lu` where the dots are missing. */
function spellings(syllable: string): readonly string[] {
  return syllable.includes('v') ? ['v', 'yu', 'u'].map((vowel) => syllable.replace('v', vowel)) : [syllable]
}

function initials(syllable: string): readonly string[] {
  const [pair] = /^[zcs]h/.exec(syllable) ?? []
  return pair === undefined ? [syllable.slice(0, 1)] : [pair.slice(0, 1), pair]
}

/** What begins another of them is found with that other. */
function withoutBeginnings(texts: readonly string[]): readonly string[] {
  const sorted = [...new Set(texts)].filter((text) => text !== '').sort()
  return sorted.filter((text, at) => !sorted[at + 1]?.startsWith(text))
}
