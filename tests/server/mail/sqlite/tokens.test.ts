import { describe, expect, it } from 'vitest'
import { textMatch } from '#server/mail/sqlite/search/textMatch'
import { mimeLimits } from '#server/mime/mimeLimits'
import { bodyWords } from '#server/mime/text/bodyWords'
import { indexText } from '#server/mime/text/searchTokens'
import { plainMail } from '#tests/support/mail/plainMime'

describe('words of the index', () => {
  it('are whole in Latin and pairs in Chinese, under the mark of the mailbox', () => {
    expect(indexText('Invoice 增值税 A', 'm1x')).toBe('m1xinvoice m1x增值 m1x值税 m1x税 m1xa')
    expect(indexText('2024年', '')).toBe('2024 年')
    expect(indexText('Ｃafé …', '')).toBe('cafe')
  })

  it('keep characters beyond the basic plane whole', () => {
    expect(indexText('𠮷野家', '')).toBe('𠮷野 野家 家')
  })

  it('S27: hold the first 64 characters of a Latin word, and a search for a longer one asks for as many', () => {
    const [whole, longer] = ['a'.repeat(64), 'a'.repeat(65)]
    expect(indexText(`${whole} ${longer} b`, 'm')).toBe(`m${whole} m${whole} mb`)
    expect(textMatch(whole, 'all', '')).toBe(`("${whole}" *)`)
    expect(textMatch(longer, 'all', '')).toBe(`("${whole}" *)`)
  })

  it('S27: are those of the first 100,000 characters and 40,000 tokens of a text, which docs/operations.md tells', () => {
    const text = `${'a '.repeat(49_997)}first second`
    expect(bodyWords({ html: null, text })).toBe(text.slice(0, 100_000))
    const tokens = indexText('汉'.repeat(40_001), '', mimeLimits.bodyTokens).split(' ')
    expect([mimeLimits.bodyTokens, tokens.length]).toEqual([40_000, 40_000])
  })

  it('S27: are cut off at the number of tokens that a store can take at once', () => {
    expect(indexText('一二三 a b', 'm', 4)).toBe('m一二 m二三 m三 ma')
    expect(indexText('一二三 a b', 'm', 5)).toBe('m一二 m二三 m三 ma mb')
  })
})

describe('the match of a search', () => {
  it('is one phrase for each piece, open at its end where a word may go on', () => {
    expect(textMatch('invoice 发票', 'all', 'm1x')).toBe('("m1xinvoice" * AND ("m1x发票" OR "m1x發票" OR "m1x髮票"))')
    expect(textMatch('增值税', 'subject', 'm1x')).toBe('{subject} : (("m1x增值 m1x值税" OR "m1x增值 m1x值稅"))')
    expect(textMatch('a@b.cn', 'from', '')).toBe('{sender} : ("a b cn" *)')
    expect(textMatch('2024年', 'all', '')).toBe('("2024 年" *)')
  })

  it('S27: holds 12 pieces of a keyword, and none after them', () => {
    const pieces = Array.from({ length: 13 }, (_, at) => `w${at + 1}`)
    const phrasesOf = (count: number) =>
      pieces
        .slice(0, count)
        .map((piece) => `"${piece}" *`)
        .join(' AND ')
    expect(textMatch(pieces.slice(0, 12).join(' '), 'all', '')).toBe(`(${phrasesOf(12)})`)
    expect(textMatch(pieces.join(' '), 'all', '')).toBe(`(${phrasesOf(12)})`)
  })

  it('S13: holds nothing but letters, digits and what this code wrote', () => {
    expect(textMatch('"*" OR (x:', 'all', '')).toBe('("or" * AND "x" *)')
    expect(textMatch('"*^(){}:-', 'all', '')).toBeNull()
  })
})

describe('the words of a body', () => {
  const tokensIn = (mail: { readonly html: string | null; readonly text: string | null }) =>
    indexText(bodyWords(mail), '').split(' ')

  it('come from both where the HTML says one thing and the text beside it another', () => {
    const text = 'Please open this in a program that reads HTML.\n请用网页方式查看'
    const found = tokensIn({ text, html: '<p>Parcel <b>wombat17</b> 包裹已寄出</p>' })
    expect(found).toEqual(expect.arrayContaining(['parcel', 'wombat17', '包裹', 'program', '网页']))
  })

  it('stand there once where both say the same', () => {
    const text = 'Dear Lin,\n包裹已寄出\nTrack: https://example.com/t'
    const found = tokensIn({
      text,
      html: '<p>Dear Lin,</p><div>包裹已寄出</div><a href="https://example.com/t">Track</a>',
    })
    expect(found.filter((token) => token === 'dear' || token === '包裹')).toEqual(['dear', '包裹'])
    expect(found).toContain('example')
  })

  it('come from the text where the HTML has none', () => {
    expect(bodyWords({ text: 'plain', html: '<img src="cid:a">&nbsp;' })).toBe('plain')
  })

  it('are the letters that HTML names', () => {
    expect(tokensIn({ text: null, html: 'Sch&ouml;ne Gr&uuml;&szlig;e, &Aring;se, ca&shy;fe' })).toEqual(
      tokensIn({ text: 'Schöne Grüße, Åse, cafe', html: null }),
    )
  })

  it('come from HTML without tags, styles and scripts', () => {
    const html = '<style>p{color:red}</style><p title="no">&#21457;&#x7968;</p><script>evil()</script>&nbsp;end<b'
    expect(
      bodyWords({ ...plainMail, html })
        .replace(/\s+/g, ' ')
        .trim(),
    ).toBe('发票 end')
    expect(bodyWords(plainMail)).toBe('')
  })
})
