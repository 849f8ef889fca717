/** How Chinese names sound (Hanyu Pinyin without tones): every way in which a person may type them. */
import { simplified } from '../../kit/chineseScripts'

/** One way to read a name, a syllable for each character. */
export type Reading = readonly string[]

type Pinyin = typeof import('pinyin-pro')['pinyin']
type Asked = { readonly isSurnameFirst?: boolean }

/** Names of Chinese characters, as far as only spaces stand between them. */
const chinese = /\p{Script=Han}+(?: +\p{Script=Han}+)*/gu

/** Names with more ways than these are long enough to be found by fewer. */
const mostReadings = 8

export type Sound = {
  /** Each Chinese part of the text as it may be read, the likeliest reading first. */
  readonly readings: readonly (readonly Reading[])[]
  /** The text with its Chinese parts as they are read first: by this, names stand in the order of pinyin. */
  readonly inOrder: string
}

let loading: Promise<{ readonly pinyin: Pinyin }> | null = null

/** The tables of sounds are loaded with the first Chinese name. */
export async function soundOf(text: string): Promise<Sound> {
  const parts = text.match(chinese)
  if (parts === null) return { readings: [], inOrder: text }
  loading ??= import('pinyin-pro')
  const { pinyin } = await loading
  const readings = parts.map((part) => readingsOfPart(part.replaceAll(' ', ''), pinyin))
  let at = 0
  return { readings, inOrder: text.replace(chinese, () => `${(readings[at++]?.[0] ?? []).join(' ')} `).trim() }
}

function readingsOfPart(part: string, pinyin: Pinyin): readonly Reading[] {
  const plain = simplified(part)
  const first = read(pinyin, plain, { isSurnameFirst: true })
  const readings = [first, read(pinyin, plain), read(pinyin, part)]
  // A character that is read otherwise elsewhere may be so in a name: one at a time, since no name is odd in every character.
  const written = [...part]
  for (const [at, character] of [...plain].entries())
    for (const other of soundsOf(pinyin, character, written[at] ?? character))
      readings.push(first.map((syllable, index) => (index === at ? other : syllable)))
  const once = new Map(readings.map((reading) => [reading.join(' '), reading]))
  return [...once.values()].slice(0, mostReadings)
}

function read(pinyin: Pinyin, text: string, { isSurnameFirst = false }: Asked = {}): Reading {
  const options = { toneType: 'none', type: 'array', v: true, surname: isSurnameFirst ? 'head' : 'off' } as const
  return pinyin(text, options).map((syllable) => syllable.toLowerCase())
}

function soundsOf(pinyin: Pinyin, character: string, written: string): readonly string[] {
  const options = { toneType: 'none', type: 'array', v: true, multiple: true } as const
  return [...new Set([...pinyin(character, options), ...pinyin(written, options)])]
}
