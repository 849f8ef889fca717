/** How the rows of one list answer what happens to mails. */
import type { Mark } from '#contract/endpoints/mail/mail'
import type { MailSummary } from '#contract/shapes'
import type { Failure } from '#src/lib/http/outcome'
import { isOwnMail } from '../folderAbilities'
import { mailsOf, rowKey, sumUp, withMailsBack, withoutMails } from './conversationRows'
import type { ListQuery } from './listQuery'

export type MailList = {
  rows: MailSummary[]
  /** Rows that the folder and the filter hold on all pages. */
  total: number
  /** Null where the server does not know it. */
  unread: number | null
  /** `failed` may still have the rows of before. */
  status: 'loading' | 'ready' | 'failed'
  failure: Failure['code'] | null
  /** A search still looks further: asking again tells more. */
  goesOn: boolean
  /** By change: the rows that it took mails from and where they stood, so that these can come back there. */
  gaps: Record<string, { at: number; row: MailSummary }[]>
  /** Names the gateway's answer that these rows are; null once anything has changed here that it did not tell. */
  version: string | null
  /** When the gateway was last asked for it, in epoch milliseconds; 0 where it never was. */
  askedAt: number
  /** When the gateway told it, in epoch milliseconds; 0 for what a former visit kept. */
  toldAt: number
  /** When the former visit that kept it was told it. */
  keptAt: number
}

/** What a former visit kept of a list. */
export type RecalledList = Pick<MailList, 'rows' | 'total' | 'unread' | 'version' | 'keptAt'> & { readonly key: string }

export type ListReply = {
  readonly list: MailSummary[]
  readonly total: number
  readonly unread: number | null
  readonly goesOn?: boolean | undefined
  /** False where mails cannot be grouped. */
  readonly conversations?: false | undefined
  readonly version?: string | undefined
  readonly unchanged?: boolean | undefined
}

/** Changes whose gaps are remembered; an older change can no longer be undone. */
const keptGaps = 8

function countUnread(list: MailList, by: number): void {
  if (list.unread !== null) list.unread = Math.max(0, list.unread + by)
}

function setMark(mail: Pick<MailSummary, 'seen' | 'flagged'>, mark: Mark): void {
  if (mark === 'seen' || mark === 'unseen') mail.seen = mark === 'seen'
  else mail.flagged = mark === 'flagged'
}

/** Changes what rows say of mails, and the count of unread rows with it. */
function change(list: MailList, act: (mail: Pick<MailSummary, 'id' | 'seen' | 'flagged'>) => void): void {
  for (const row of list.rows) {
    const wasSeen = row.seen
    if (row.conversation === undefined) act(row)
    else row.conversation.mails.forEach(act)
    sumUp(row)
    if (row.seen !== wasSeen) countUnread(list, row.seen ? -1 : 1)
  }
}

export function markInList(list: MailList, mails: readonly MailSummary[], mark: Mark): void {
  const ids = new Set(mails.map((mail) => mail.id))
  change(list, (mail) => {
    if (!ids.has(mail.id)) return
    setMark(mail, mark)
    list.version = null
  })
}

/** A mark was refused: the mails are as they were. */
export function takeBackMark(list: MailList, mails: readonly MailSummary[]): void {
  const former = new Map(mails.map((mail) => [mail.id, mail]))
  change(list, (mail) => {
    const before = former.get(mail.id)
    if (before === undefined) return
    Object.assign(mail, { seen: before.seen, flagged: before.flagged })
    list.version = null
  })
}

export function applyMarkToFolder(list: MailList, folder: string, mark: Mark): void {
  list.version = null
  for (const row of list.rows) {
    if (row.folder !== folder) continue
    setMark(row, mark)
    for (const mail of row.conversation?.mails ?? []) setMark(mail, mark)
  }
}

export function noteAnswered(list: MailList, id: string | null): void {
  const row = list.rows.find((candidate) => candidate.id === id)
  if (row === undefined) return
  row.answered = true
  list.version = null
}

/** Takes mails out and remembers the places of their rows. */
export function takeRows(list: MailList, changeId: string, mails: readonly MailSummary[]): void {
  const ids = new Set(mails.map((mail) => mail.id))
  const gaps = list.rows.map((row, at) => ({ at, row })).filter(({ row }) => withoutMails(row, ids) !== row)
  if (gaps.length === 0) return
  list.version = null
  const former = list.rows
  list.rows = former.flatMap((row) => withoutMails(row, ids) ?? [])
  countChange(list, former)
  list.gaps[changeId] = gaps
  for (const old of Object.keys(list.gaps).slice(0, -keptGaps)) delete list.gaps[old]
}

function countChange(list: MailList, former: readonly MailSummary[]): void {
  const unread = (rows: readonly MailSummary[]) => rows.filter((row) => !row.seen).length
  list.total = Math.max(0, list.total + list.rows.length - former.length)
  countUnread(list, unread(list.rows) - unread(former))
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
  if (gaps.length > 0) list.version = null
  const back = new Set(mails.map((mail) => mail.id))
  const former = [...list.rows]
  for (const { at, row } of gaps) {
    const shownAt = list.rows.findIndex((shown) => rowKey(shown) === rowKey(row))
    const shown = list.rows[shownAt]
    const whole = withMailsBack(row, shown, back, newIds)
    if (whole === null) continue
    if (shown !== undefined && row.conversation !== undefined) list.rows[shownAt] = whole
    else if (!list.rows.some(({ id }) => id === whole.id)) list.rows.splice(Math.min(at, list.rows.length), 0, whole)
  }
  countChange(list, former)
}

/** How many of the server's rows, newest first, came above those that are shown; 0 where the order does not tell, and where the person put them there. */
export function cameOnTop(
  { folder, page, sort, isReversed = false, find }: ListQuery,
  shown: readonly MailSummary[],
  fresh: readonly MailSummary[],
): number {
  if (page !== 1 || sort !== 'date' || isReversed || find !== undefined || isOwnMail(folder)) return 0
  const known = new Set(shown.map((row) => row.id))
  return Math.max(
    0,
    fresh.findIndex((row) => known.has(row.id)),
  )
}

/** The server's rows without the first ones, which came on top of a held list; a conversation that rose there stays where it stood. */
export function heldBack(fresh: readonly MailSummary[], held: number, shown: readonly MailSummary[]): MailSummary[] {
  const rows = fresh.slice(held)
  const risen = new Set(fresh.slice(0, held).map(rowKey))
  for (const [at, row] of shown.entries()) if (risen.has(rowKey(row))) rows.splice(Math.min(at, rows.length), 0, row)
  return rows
}

/** The server's rows, except that what is shown of a mail still under change stays as it is. */
export function withPending(
  fresh: readonly MailSummary[],
  shown: readonly MailSummary[],
  pendingIds: readonly string[],
): MailSummary[] {
  const pending = new Set(pendingIds)
  const own = new Map(shown.map((row) => [rowKey(row), row]))
  return fresh.flatMap((row) => {
    if (!mailsOf(row).some(({ id }) => pending.has(id))) return [row]
    const kept = own.get(rowKey(row))
    return kept === undefined ? [] : [kept]
  })
}
