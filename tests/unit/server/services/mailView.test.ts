import { describe, expect, it } from 'vitest'
import { summaryView } from '#server/mail/mailView'

const summary = {
  ...{ id: 'm', folder: 'inbox', from: { name: '', address: 'a@x.example' }, subject: '', preview: null },
  ...{ receivedAt: 0, sentAt: null, size: 1, seen: false, flagged: false, answered: false, forwarded: false },
  ...{ hasAttachment: false, urgent: false, threadId: null, threadCount: 1 },
} as const
const named = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({ name, address: `${String(index).padStart(10, 'a')}@x.example` }))
const shown = (to: ReturnType<typeof named>) => summaryView({ ...summary, to }, 'UTC').to

describe('S27: a row of a list', () => {
  it('names all recipients whose names and addresses have 4,000 characters together', () => {
    const to = named(100, 'n'.repeat(20))
    expect(shown(to)).toEqual(to)
  })

  it('names the first of those that have more, and one at least, with its whole address', () => {
    const to = named(100, 'n'.repeat(21))
    expect(shown(to)).toEqual(to.slice(0, 97))
    const [long] = named(1, 'n'.repeat(5_000))
    expect(shown(long ? [long, long] : [])).toEqual([long])
  })

  it('makes of 200 such rows less than 2 MB', () => {
    const rows = Array.from({ length: 200 }, () => shown(named(100, '汉'.repeat(1_000))))
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThan(2_000_000)
  })
})
