/** The one row of the list that the Tab key reaches. */
import { useState } from 'react'
import type { MailSummary } from '../../../contract/shapes'

/** The row itself, or where it left: the next one that stayed, else the one before. */
export function survivorOf(former: readonly MailSummary[], id: string | null, rows: readonly MailSummary[]) {
  const here = new Set(rows.map((row) => row.id))
  if (id !== null && here.has(id)) return id
  const at = former.findIndex((row) => row.id === id)
  const after = at < 0 ? undefined : former.slice(at).find((row) => here.has(row.id))
  const before = at < 0 ? undefined : former.slice(0, at).findLast((row) => here.has(row.id))
  return after?.id ?? before?.id ?? rows[0]?.id ?? null
}

export function useActiveRow(rows: readonly MailSummary[]) {
  const [active, setActive] = useState<{ rows: readonly MailSummary[]; id: string | null }>({
    rows,
    id: rows[0]?.id ?? null,
  })
  let id = active.id
  if (active.rows !== rows) {
    id = survivorOf(active.rows, active.id, rows)
    setActive({ rows, id })
  }
  const index = rows.findIndex((row) => row.id === id)
  return { index, activate: (at: number) => setActive({ rows, id: rows[at]?.id ?? null }) }
}
