import { expect, it } from 'vitest'
import { likelyNext } from '#src/features/mailbox/list/usePrefetch'
import { prefetchLimits, worthFetching } from '#src/store/mail/cache/prefetch'
import { plainMail } from '#tests/support/mail/plainMail'

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

it('wants the neighbours of the open mail first, then the unread mails in sight', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => plainMail(id, { seen: id === 'e' || id === 'b' }))
  expect(ids(likelyNext(rows, 'c', { first: 0, last: 4 }))).toEqual(['d', 'b', 'a'])
  expect(ids(likelyNext(rows, null, { first: 0, last: 2 }))).toEqual(['a', 'c'])
  expect(ids(likelyNext(rows, 'f', { first: 0, last: -1 }))).toEqual(['e'])
})

it('R19: wants no more than so many mails and bytes, none that is large, and no draft', () => {
  const many = Array.from({ length: 40 }, (_, index) => plainMail(`m${index}`))
  expect(worthFetching(many)).toHaveLength(prefetchLimits.mails)
  const heavy = many.map((mail) => ({ ...mail, size: prefetchLimits.ofOne }))
  expect(worthFetching(heavy)).toHaveLength(prefetchLimits.bytes / prefetchLimits.ofOne)
  expect(
    worthFetching([plainMail('large', { size: prefetchLimits.ofOne + 1 }), plainMail('d', { folder: 'draft' })]),
  ).toEqual([])
})
