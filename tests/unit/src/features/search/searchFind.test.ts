import { describe, expect, it } from 'vitest'
import { findOf, queryFault, readSearch, searchParams } from '#src/features/search/searchFind'
import { parseQuery } from '#src/features/search/searchQuery'

describe('a question', () => {
  it('reads as the same from the address that it wrote', () => {
    const query = { ...parseQuery('发票 from:"wang li" is:unread in:inbox'), location: 'subject' } as const
    expect(readSearch(new URLSearchParams(searchParams(query)))).toEqual(query)
  })

  it('goes to the simple search while it has words alone', () => {
    expect(findOf(parseQuery('发票 in:sent'))).toEqual({
      params: { keyword: '发票', location: 'all', folder: 'sent' },
      ask: { kind: 'simple', form: { keyword: '发票', location: 'all', folder: 'sent' } },
    })
  })

  it('says days as instants of where the person is, the last one excluded', () => {
    const { ask } = findOf(parseQuery('after:2026-11-20 before:2026-11-21 larger:1K -has:attachment'))
    expect(ask).toEqual({
      kind: 'advanced',
      form: {
        location: 'all',
        startDate: new Date(2026, 10, 20).getTime(),
        endDate: new Date(2026, 10, 21).getTime() - 1,
        minSize: 1_024,
        hasAttachment: false,
      },
    })
  })

  it('cannot be asked with fewer than two characters, nor with nothing', () => {
    expect(queryFault(parseQuery('a'))).toBe('keywordTooShort')
    expect(queryFault(parseQuery('a is:unread'))).toBe('keywordTooShort')
    expect(queryFault(parseQuery('in:inbox'))).toBe('keywordTooShort')
    expect(queryFault(parseQuery('是的'))).toBeNull()
    expect(queryFault(parseQuery('is:unread'))).toBeNull()
  })
})
