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

type Wishes = {
  /** The mail that is read: its row becomes the one when it is opened, or comes. */
  readonly openId: string | null
  /** Where a row left, the one before takes its place. */
  readonly isBeforeFirst: boolean
}

type Active = { readonly rows: readonly MailSummary[]; readonly openId: string | null; readonly id: string | null }

export function useActiveRow(rows: readonly MailSummary[], { openId, isBeforeFirst }: Wishes) {
  const [active, setActive] = useState<Active>({ rows: [], openId: null, id: null })
  let { id } = active
  if (active.rows !== rows || active.openId !== openId) {
    const isThere = (among: readonly MailSummary[]) => among.some((row) => row.id === openId)
    const isNewlyOpen = isThere(rows) && (active.openId !== openId || !isThere(active.rows))
    id = isNewlyOpen ? openId : survivorOf(active.rows, id, rows, isBeforeFirst)
    setActive({ rows, openId, id })
  }
  const index = rows.findIndex((row) => row.id === id)
  return { index, activate: (at: number) => setActive({ rows, openId, id: rows[at]?.id ?? null }) }
}
