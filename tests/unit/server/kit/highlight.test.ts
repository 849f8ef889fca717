import { describe, expect, it } from 'vitest'
import { highlightRanges } from '#server/kit/highlight'

const shown = (text: string, ...words: string[]) =>
  highlightRanges(text, words).map(({ start, end }) => text.slice(start, end))

describe('the places of words', () => {
  it('are found whatever case, width, accent and Chinese script', () => {
    expect(shown('ＡＢＣ abc', 'Abc')).toEqual(['ＡＢＣ', 'abc'])
    expect(shown('Résumé re\u0301sume\u0301', 'resume')).toEqual(['Résumé', 're\u0301sume\u0301'])
    expect(shown('電子發票', '发票')).toEqual(['發票'])
    expect(shown('电子发票', '發票')).toEqual(['发票'])
  })

  it('count in the text itself, where folding changes a length', () => {
    expect(shown('🙂 ﬃx İstanbul', 'ffix', 'istanbul')).toEqual(['ﬃx', 'İstanbul'])
    expect(highlightRanges('🙂 发票', ['发票'])).toEqual([{ start: 3, end: 5 }])
  })

  it('are none for a word that is empty or absent', () => {
    expect(shown('abc', '', 'd')).toEqual([])
    expect(shown('(a.c) abc', 'a.c')).toEqual(['a.c'])
  })

  it.each(['a', '发', 'İ', '🙂'])(
    'S30: are looked for only where a row can show them, before “%s”, and no further',
    (bit) => {
      const line = (length: number) => `${bit.repeat(length / bit.length)}xyz`
      expect(highlightRanges(line(1_900), ['xyz'])).toHaveLength(1)
      expect(highlightRanges(line(2_000), ['xyz'])).toEqual([])
      expect(highlightRanges(line(1_000_000), ['xyz', `${bit.repeat(60)}b`])).toEqual([])
    },
  )
})
