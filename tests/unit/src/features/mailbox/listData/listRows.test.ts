import { describe, expect, it } from 'vitest'
import type { MailSummary } from '#contract/shapes'
import type { ListQuery } from '#src/features/mailbox/listData/listQuery'
import {
  cameOnTop,
  giveBackRows,
  type MailList,
  markInList,
  takeRows,
  withPending,
} from '#src/features/mailbox/listData/listRows'
import { survivorOf } from '#src/features/mailbox/row/useActiveRow'

function mail(id: string, change: Partial<MailSummary> = {}): MailSummary {
  return {
    id,
    folder: 'inbox',
    from: { name: 'Wang', address: 'wang@example.com' },
    to: [],
    subject: id,
    preview: null,
    date: '2026-11-21 09:30:00',
    receivedAt: 0,
    sentAt: null,
    size: 1,
    seen: false,
    flagged: false,
    answered: false,
    forwarded: false,
    hasAttachment: false,
    urgent: false,
    threadId: null,
    threadCount: null,
    ...change,
  }
}

function list(...rows: MailSummary[]): MailList {
  const unread = rows.filter((row) => !row.seen).length
  return {
    rows,
    total: rows.length,
    unread,
    status: 'ready',
    failure: null,
    goesOn: false,
    gaps: {},
    version: 'v',
    askedAt: 1,
    toldAt: 1,
    keptAt: 0,
  }
}

const ids = (rows: readonly MailSummary[]) => rows.map((row) => row.id)

describe('what came on top of the rows that are shown', () => {
  const query: ListQuery = { folder: 'inbox', page: 1, pageSize: 20, sort: 'date', filter: 'all', conversations: false }
  const fresh = [mail('new'), mail('old')]

  it('is held back in a folder that others write to', () => {
    expect(cameOnTop(query, [mail('old')], fresh)).toBe(1)
  })

  it.each(['draft', 'sent', 'outbox', 'scheduled'])('is no news in %s, where the person put it', (folder) => {
    expect(cameOnTop({ ...query, folder }, [mail('old')], fresh)).toBe(0)
  })
})

describe('the rows of a list', () => {
  it('come back where they stood, with their flags, under their new names', () => {
    const rows = [mail('a'), mail('b', { seen: true, flagged: true }), mail('c'), mail('d')]
    const shown = list(...rows)
    takeRows(
      shown,
      'change',
      [rows[1], rows[3]].filter((row) => row !== undefined),
    )
    expect(ids(shown.rows)).toEqual(['a', 'c'])
    expect([shown.total, shown.unread]).toEqual([2, 2])
    giveBackRows(shown, 'change', rows, { b: 'b2' })
    expect(ids(shown.rows)).toEqual(['a', 'b2', 'c', 'd'])
    expect(shown.rows[1]).toMatchObject({ seen: true, flagged: true })
    expect([shown.total, shown.unread]).toEqual([4, 3])
  })

  it('never come back twice', () => {
    const a = mail('a')
    const shown = list(a)
    takeRows(shown, 'change', [a])
    shown.rows = [a]
    giveBackRows(shown, 'change', [a], {})
    expect(ids(shown.rows)).toEqual(['a'])
  })

  it('count a mark once', () => {
    const shown = list(mail('a'), mail('b', { seen: true }))
    markInList(
      shown,
      shown.rows.map((row) => ({ ...row })),
      'seen',
    )
    expect(shown.unread).toBe(0)
    markInList(
      shown,
      shown.rows.map((row) => ({ ...row })),
      'seen',
    )
    expect(shown.unread).toBe(0)
  })

  it('are kept as shown while a change of them waits for its answer', () => {
    const shown = [mail('a', { flagged: true })]
    const fresh = [mail('a'), mail('b'), mail('c')]
    const merged = withPending(fresh, shown, ['a', 'b'])
    expect(ids(merged)).toEqual(['a', 'c'])
    expect(merged[0]?.flagged).toBe(true)
  })
})

describe('the row that the Tab key reaches', () => {
  const former = [mail('a'), mail('b'), mail('c'), mail('d')]

  it.each([
    ['b', ['a', 'b', 'd'], 'b'],
    ['b', ['a', 'd'], 'd'],
    ['d', ['a', 'b'], 'b'],
    ['b', ['x', 'y'], 'x'],
    ['b', [], null],
  ])('is, from %s with %j left, %s', (active, left, next) => {
    expect(
      survivorOf(
        former,
        active,
        left.map((id) => mail(id)),
      ),
    ).toBe(next)
  })
})
