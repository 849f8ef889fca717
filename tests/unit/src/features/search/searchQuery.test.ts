import { describe, expect, it } from 'vitest'
import {
  emptyQuery,
  formatQuery,
  isAdvanced,
  parseQuery,
  readDay,
  readSize,
  type SearchQuery,
  writeSize,
} from '#src/features/search/searchQuery'
import { seededRandom } from '#tests/support/seededRandom'

describe('a question as text', () => {
  it.each<[string, Partial<SearchQuery>]>([
    ['发票 2024', { words: '发票 2024' }],
    ['from:wang 发票', { from: 'wang', words: '发票' }],
    ['FROM:"wang li" to:me@ep.test', { from: 'wang li', to: 'me@ep.test' }],
    ['from:a from:b', { from: 'a b' }],
    ['has:attachment is:unread is:flagged', { hasAttachment: true, seen: false, flagged: true }],
    [
      '-has:attachment is:read -is:flagged -is:urgent',
      { hasAttachment: false, seen: true, flagged: false, urgent: false },
    ],
    ['after:2026-1-2 before:2026/11/21', { after: '2026-01-02', before: '2026-11-21' }],
    ['larger:5M smaller:20k', { larger: 5_242_880, smaller: 20_480 }],
    ['in:"my folder" filename:a.pdf', { folder: 'my folder', filename: 'a.pdf' }],
    ['subject:', { words: 'subject:' }],
    ['http://x.test is:odd after:2026-02-30', { words: 'http://x.test is:odd after:2026-02-30' }],
    ['"from a" "open', { words: 'from a open' }],
    ['"from:a" b', { words: 'from:a b' }],
    ['is:constructor in:__proto__', { words: 'is:constructor', folder: '__proto__' }],
  ])('%s', (text, expected) => {
    expect(parseQuery(text)).toEqual({ ...emptyQuery, ...expected })
  })

  it('is the same question after it was written and read again', () => {
    const random = seededRandom(19)
    const pick = <T>(...choices: readonly [T, ...T[]]): T => choices[random(choices.length)] ?? choices[0]
    const text = () => pick('', 'wang', '发票', 'wang li', 'a@b.test', 'é 🙂', "o'neil (x)", 'http://x.test')
    const choice = () => pick(null, true, false)
    const size = () => pick(null, 0, 1, 1_000, 20_480, 5_242_880)
    for (let round = 0; round < 2_000; round += 1) {
      const query: SearchQuery = {
        ...emptyQuery,
        words: text(),
        folder: pick('', 'inbox', 'my folder'),
        from: text(),
        to: text(),
        subject: text(),
        body: text(),
        filename: text(),
        hasAttachment: choice(),
        seen: choice(),
        flagged: choice(),
        urgent: choice(),
        after: pick('', '2026-01-31'),
        before: pick('', '2026-11-21'),
        larger: size(),
        smaller: size(),
      }
      expect(parseQuery(formatQuery(query))).toEqual(query)
    }
  })

  it('stays as it is once it was understood, whatever was typed', () => {
    const random = seededRandom(7)
    const pieces = [
      'from:',
      'in:',
      'has:attachment',
      '"',
      ' ',
      '-',
      'is:unread',
      'a',
      '发',
      'larger:',
      '5M',
      ':',
      '\t',
      'after:2026-01-01',
    ]
    for (let round = 0; round < 2_000; round += 1) {
      const typed = Array.from({ length: 8 }, () => pieces[random(pieces.length)]).join('')
      const query = parseQuery(typed)
      expect(parseQuery(formatQuery(query))).toEqual(query)
    }
  })

  it('is advanced as soon as it asks for more than words in a place', () => {
    expect(isAdvanced(parseQuery('发票 in:inbox'))).toBe(false)
    expect(isAdvanced(parseQuery('is:unread'))).toBe(true)
  })

  it('reads days that exist and sizes that are meant', () => {
    expect([readDay('2024-02-29'), readDay('2026-02-29'), readDay('tomorrow')]).toEqual(['2024-02-29', null, null])
    expect([readSize('5MB'), readSize('7'), readSize('-1'), readSize('5G')]).toEqual([5_242_880, 7, null, null])
    expect([writeSize(5_242_880), writeSize(1_024), writeSize(1_025), writeSize(0)]).toEqual(['5M', '1K', '1025', '0'])
  })
})
