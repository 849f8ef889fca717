import { describe, expect, it } from 'vitest'
import { bodyWords, wordsOfHtml } from '../../../server/adapters/embedded/search/bodyWords'
import { textMatch } from '../../../server/adapters/embedded/search/textMatch'
import { indexText } from '../../../server/adapters/embedded/search/tokens'
import { growth, inProportion } from '../../support/growth'
import { plainMail } from '../../support/plainMime'

describe('words of the index', () => {
  it('are whole in Latin and pairs in Chinese, under the mark of the mailbox', () => {
    expect(indexText('Invoice 增值税 A', 'm1x')).toBe('m1xinvoice m1x增值 m1x值税 m1x税 m1xa')
    expect(indexText('2024年', '')).toBe('2024 年')
    expect(indexText('Ｃafé …', '')).toBe('cafe')
  })

  it('keep characters beyond the basic plane whole', () => {
    expect(indexText('𠮷野家', '')).toBe('𠮷野 野家 家')
  })

  it('S30: are cut from a hostile line in linear time', () => {
    for (const mark of ['<', 'a', '&#', '<style']) {
      const cut = (size: number) => indexText(wordsOfHtml(mark.repeat(size / mark.length)), 'm1x')
      expect(growth(cut, 60_000), mark).toBeLessThan(inProportion)
    }
  })
})

describe('the match of a search', () => {
  it('is one phrase for each piece, open at its end where a word may go on', () => {
    expect(textMatch('invoice 发票', 'all', 'm1x')).toBe('("m1xinvoice" * AND ("m1x发票" OR "m1x發票" OR "m1x髮票"))')
    expect(textMatch('增值税', 'subject', 'm1x')).toBe('{subject} : (("m1x增值 m1x值税" OR "m1x增值 m1x值稅"))')
    expect(textMatch('a@b.cn', 'from', '')).toBe('{sender} : ("a b cn" *)')
    expect(textMatch('2024年', 'all', '')).toBe('("2024 年" *)')
  })

  it('S13: holds nothing but letters, digits and what this code wrote', () => {
    expect(textMatch('"*" OR (x:', 'all', '')).toBe('("or" * AND "x" *)')
    expect(textMatch('"*^(){}:-', 'all', '')).toBeNull()
  })
})

describe('the words of a body', () => {
  it('come from the text, else from the HTML without tags, styles and scripts', () => {
    expect(bodyWords({ ...plainMail, text: 'plain', html: '<p>rich</p>' })).toBe('plain')
    const html = '<style>p{color:red}</style><p title="no">&#21457;&#x7968;</p><script>evil()</script>&nbsp;end<b'
    expect(
      bodyWords({ ...plainMail, html })
        .replace(/\s+/g, ' ')
        .trim(),
    ).toBe('发票 end')
    expect(bodyWords(plainMail)).toBe('')
  })
})
