/** How the rows of one list answer what happens to mails. */
import type { Mark } from '../../contract/endpoints/mail'
import type { MailSummary } from '../../contract/shapes'
import type { Failure } from '../../lib/http/outcome'
import type { ListQuery } from './listQuery'
import { changesMail } from './undoableChange'

export type MailList = {
  rows: MailSummary[]
  /** Mails that the folder and the filter hold on all pages. */
  total: number
  /** Null where the server does not know it. */
  unread: number | null
  /** `failed` may still have the rows of before. */
  status: 'loading' | 'ready' | 'failed'
  failure: Failure['code'] | null
  /** A search still looks further: asking again tells more. */
  goesOn: boolean
  /** By change: which rows it took away and where they stood, so that they can come back there. */
  gaps: Record<string, { at: number; id: string }[]>
}

export type ListReply = {
  readonly list: MailSummary[]
  readonly total: number
  readonly unread: number | null
  readonly goesOn?: boolean | undefined
}

/** Changes whose gaps are remembered; an older change can no longer be undone. */
const keptGaps = 8

function countUnread(list: MailList, by: number): void {
  if (list.unread !== null) list.unread = Math.max(0, list.unread + by)
}

function setMark(row: MailSummary, mark: Mark): void {
  if (mark === 'seen' || mark === 'unseen') row.seen = mark === 'seen'
  else row.flagged = mark === 'flagged'
}

export function applyMark(list: MailList, mails: readonly MailSummary[], mark: Mark): void {
  const ids = new Set(mails.map((mail) => mail.id))
  for (const row of list.rows) {
    if (!ids.has(row.id) || !changesMail(mark, row)) continue
    if (mark === 'seen') countUnread(list, -1)
    if (mark === 'unseen') countUnread(list, 1)
    setMark(row, mark)
  }
}

export function applyMarkToFolder(list: MailList, folder: string, mark: Mark): void {
  for (const row of list.rows) if (row.folder === folder) setMark(row, mark)
}

/** Takes mails out and remembers their places. */
export function takeRows(list: MailList, changeId: string, mails: readonly MailSummary[]): void {
  const ids = new Set(mails.map((mail) => mail.id))
  const taken = list.rows.map((row, at) => ({ at, id: row.id, seen: row.seen })).filter(({ id }) => ids.has(id))
  if (taken.length === 0) return
  list.rows = list.rows.filter((row) => !ids.has(row.id))
  list.total = Math.max(0, list.total - taken.length)
  countUnread(list, -taken.filter((row) => !row.seen).length)
  list.gaps[changeId] = taken.map(({ at, id }) => ({ at, id }))
  for (const old of Object.keys(list.gaps).slice(0, -keptGaps)) delete list.gaps[old]
}

/** Puts mails back where they stood; `newIds` names those that are called otherwise now. */
export function giveBackRows(
  list: MailList,
  changeId: string,
  mails: readonly MailSummary[],
  newIds: Readonly<Record<string, string>>,
): void {
  const gaps = list.gaps[changeId] ?? []
  delete list.gaps[changeId]
  for (const { at, id } of gaps) {
    const mail = mails.find((candidate) => candidate.id === id)
    const nowId = newIds[id] ?? id
    if (mail === undefined || list.rows.some((row) => row.id === nowId)) continue
    list.rows.splice(Math.min(at, list.rows.length), 0, { ...mail, id: nowId })
    list.total += 1
    if (!mail.seen) countUnread(list, 1)
  }
}

/** How many of the server's rows, newest first, came above those that are shown; 0 where a list's order does not tell. */
export function cameOnTop(
  { page, sort, find }: ListQuery,
  shown: readonly MailSummary[],
  fresh: readonly MailSummary[],
): number {
  if (page !== 1 || sort !== 'date' || find !== undefined) return 0
  const known = new Set(shown.map((row) => row.id))
  return Math.max(
    0,
    fresh.findIndex((row) => known.has(row.id)),
  )
}

/** The server's rows, except that what is shown of a mail still under change stays as it is. */
export function withPending(
  fresh: readonly MailSummary[],
  shown: readonly MailSummary[],
  pendingIds: readonly string[],
): MailSummary[] {
  const pending = new Set(pendingIds)
  const own = new Map(shown.map((row) => [row.id, row]))
  return fresh.flatMap((row) => {
    if (!pending.has(row.id)) return [row]
    const kept = own.get(row.id)
    return kept === undefined ? [] : [kept]
  })
}
