import { describe, expect, it } from 'vitest'
import { listKey, listSearch, pageCount, readListQuery } from '#src/features/mailbox/listData/listQuery'

const read = (search: string) => readListQuery('inbox', 50, new URLSearchParams(search))

describe('the query of a list', () => {
  it.each([
    ['', 1],
    ['page=3', 3],
    ['page=-1', 1],
    ['page=0', 1],
    ['page=1.5', 1],
    ['page=abc', 1],
    ['page=999999999999', 1_000_000_000],
    ['page=99999999999999999999', 1],
  ])('reads the page of "%s" as %i', (search, page) => {
    expect(read(search).page).toBe(page)
  })

  it('takes only known filters and orders', () => {
    expect(read('filter=unread&sort=size')).toMatchObject({ filter: 'unread', sort: 'size' })
    expect(read('filter=__proto__&sort=x')).toMatchObject({ filter: 'all', sort: 'date' })
  })

  it('leaves defaults out of the address', () => {
    expect(Object.values(listSearch(read(''))).filter((value) => value !== undefined)).toEqual([])
    expect(listSearch(read('page=2&filter=flagged'))).toMatchObject({ page: 2, filter: 'flagged' })
  })

  it('keeps lists of different queries apart', () => {
    expect(listKey(read('page=2'))).not.toBe(listKey(read('')))
  })

  it('has at least one page', () => {
    expect([pageCount(0, 50), pageCount(50, 50), pageCount(51, 50)]).toEqual([1, 1, 2])
  })
})
