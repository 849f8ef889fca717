import { describe, expect, it } from 'vitest'
import type { MailSummary } from '#contract/shapes'
import { holdsMail, mailsOf } from '#src/features/mailbox/listData/conversationRows'
import {
  giveBackRows,
  heldBack,
  type MailList,
  markInList,
  takeBackMark,
  takeRows,
  withPending,
} from '#src/features/mailbox/listData/listRows'

type Member = { id: string; seen?: boolean; flagged?: boolean }

function conversation(threadId: string, ...members: Member[]): MailSummary {
  const mails = members.map(({ id, seen = false, flagged = false }) => ({ id, seen, flagged, hasAttachment: false }))
  return {
    id: mails[0]?.id ?? '',
    folder: 'inbox',
    from: { name: 'Wang', address: 'wang@example.com' },
    to: [],
    subject: threadId,
    preview: null,
    date: '2026-11-21 09:30:00',
    receivedAt: 0,
    sentAt: null,
    size: 1,
    seen: mails.every(({ seen }) => seen),
    flagged: mails.some(({ flagged }) => flagged),
    answered: false,
    forwarded: false,
    hasAttachment: false,
    urgent: false,
    threadId,
    threadCount: mails.length,
    conversation: { count: mails.length, people: [], mails },
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

const plan = () => conversation('plan', { id: 'p2' }, { id: 'p1', seen: true })
const lunch = () => conversation('lunch', { id: 'l1', seen: true })
const ids = (rows: readonly MailSummary[]) => rows.map((row) => row.id)

describe('a row of conversations', () => {
  it('stands for its mails in the folder, each with marks of its own', () => {
    expect(mailsOf(plan())).toMatchObject([
      { id: 'p2', seen: false, folder: 'inbox' },
      { id: 'p1', seen: true, folder: 'inbox' },
    ])
    expect(mailsOf(plan()).every((mail) => mail.conversation === undefined)).toBe(true)
    expect([holdsMail(plan(), 'p1'), holdsMail(plan(), 'l1'), holdsMail(plan(), null)]).toEqual([true, false, false])
  })

  it('is read when its last unread mail is, counts once, and is unread again when the mark is refused', () => {
    const shown = list(conversation('plan', { id: 'p2' }, { id: 'p1' }), lunch())
    const [first, second] = mailsOf(shown.rows[0] ?? plan())
    markInList(shown, first ? [first] : [], 'seen')
    expect([shown.rows[0]?.seen, shown.unread]).toEqual([false, 1])
    markInList(shown, second ? [second] : [], 'seen')
    expect([shown.rows[0]?.seen, shown.unread]).toEqual([true, 0])
    takeBackMark(shown, second ? [second] : [])
    expect([shown.rows[0]?.seen, shown.unread]).toEqual([false, 1])
    markInList(shown, second ? [second] : [], 'flagged')
    expect(shown.rows[0]?.flagged).toBe(true)
  })

  it('leaves with its mails and comes back whole where it stood, under their new names', () => {
    const shown = list(lunch(), plan())
    const mails = mailsOf(plan())
    takeRows(shown, 'change', mails)
    expect([ids(shown.rows), shown.total, shown.unread]).toEqual([['l1'], 1, 0])
    giveBackRows(shown, 'change', mails, { p2: 'n2', p1: 'n1' })
    expect([ids(shown.rows), shown.total, shown.unread]).toEqual([['l1', 'n2'], 2, 1])
    expect(shown.rows[1]?.conversation?.mails.map(({ id }) => id)).toEqual(['n2', 'n1'])
  })

  it('stays with the mails that did not leave, and gets those back that come', () => {
    const shown = list(plan())
    const newest = mailsOf(plan()).slice(0, 1)
    takeRows(shown, 'change', newest)
    expect(shown.rows[0]).toMatchObject({ id: 'p1', seen: true, conversation: { count: 1 } })
    expect([shown.total, shown.unread]).toEqual([1, 0])
    giveBackRows(shown, 'change', newest, { p2: 'n2' })
    expect(shown.rows[0]).toMatchObject({ id: 'n2', seen: false, conversation: { count: 2 } })
    expect([shown.rows.length, shown.total, shown.unread]).toEqual([1, 1, 1])
  })

  it('is not shown anew while one of its mails is under change', () => {
    const fresh = [conversation('plan', { id: 'p2', seen: true }, { id: 'p1', seen: true })]
    expect(withPending(fresh, [plan()], ['p1'])[0]?.seen).toBe(false)
    expect(withPending(fresh, [], ['p2'])).toEqual([])
  })

  it('stays where it stood in a held list when a mail made it rise', () => {
    const risen = conversation('plan', { id: 'p3' }, { id: 'p2' }, { id: 'p1', seen: true })
    expect(ids(heldBack([risen, lunch()], 1, [lunch(), plan()]))).toEqual(['l1', 'p2'])
  })
})
