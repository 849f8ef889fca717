/** The one row of the list that the Tab key reaches. */
import { useState } from 'react'
import type { MailSummary } from '#contract/shapes'

/** The row itself, or where it left: the next one that stayed, else the one before; the other way about where that is wanted. */
export function survivorOf(
  former: readonly MailSummary[],
  id: string | null,
  rows: readonly MailSummary[],
  isBeforeFirst = false,
) {
  const here = new Set(rows.map((row) => row.id))
  if (id !== null && here.has(id)) return id
  const at = former.findIndex((row) => row.id === id)
  const after = at < 0 ? undefined : former.slice(at).find((row) => here.has(row.id))
  const before = at < 0 ? undefined : former.slice(0, at).findLast((row) => here.has(row.id))
  const [first, second] = isBeforeFirst ? [before, after] : [after, before]
  return first?.id ?? second?.id ?? rows[0]?.id ?? null
}

/** The list gets the focus: `turn` goes up each time, `left` are the mails that left. */
export type ListFocus = { readonly turn: number; readonly left: readonly MailSummary[] }

type Wishes = {
  /** The mail that is read: its row becomes the one when it is opened, or comes. */
  readonly openId: string | null
  /** Where a row left, the one before takes its place. */
  readonly isBeforeFirst: boolean
  readonly focus: ListFocus
}

type Active = {
  readonly rows: readonly MailSummary[]
  readonly openId: string | null
  readonly id: string | null
  readonly turn: number
}

export function useActiveRow(rows: readonly MailSummary[], { openId, isBeforeFirst, focus }: Wishes) {
  const { turn, left } = focus
  const [active, setActive] = useState<Active>({ rows: [], openId: null, id: null, turn })
  let { id } = active
  if (active.rows !== rows || active.openId !== openId || active.turn !== turn) {
    // Where a row left, the list goes on, even if another one was the active.
    const leaves = (mail: MailSummary) => active.turn !== turn && left.some((other) => other.id === mail.id)
    if (!active.rows.some((row) => row.id === id && leaves(row))) id = active.rows.find(leaves)?.id ?? id
    const isThere = (among: readonly MailSummary[]) => among.some((row) => row.id === openId)
    const isNewlyOpen = isThere(rows) && (active.openId !== openId || !isThere(active.rows))
    id = isNewlyOpen ? openId : survivorOf(active.rows, id, rows, isBeforeFirst)
    setActive({ rows, openId, id, turn })
  }
  const index = rows.findIndex((row) => row.id === id)
  return { index, activate: (at: number) => setActive({ rows, openId, id: rows[at]?.id ?? null, turn }) }
}
