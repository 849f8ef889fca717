/** Takes the reader on when the open mail leaves its list: to the next one, the one before or the list, as the person has chosen. */
import { useNavigate } from 'react-router-dom'
import type { Settings } from '../../contract/settings'
import type { MailSummary } from '../../contract/shapes'
import { pathToMail } from '../../store/routes/pathTo'
import { selectSettings } from '../../store/settings/settings'
import { useAppStore } from '../../store/typed'
import { listSearch } from './listData/listQuery'
import { selectMailbox, selectOpenRows } from './mailboxSelectors'
import { survivorOf } from './row/useActiveRow'

/** Where to go when `leaving` leave these rows; null for the list. A draft is written on, not read. */
export function stepTo(
  rows: readonly MailSummary[],
  openId: string,
  leaving: readonly string[],
  way: Settings['afterRemoval'],
): string | null {
  if (way === 'list' || !rows.some((row) => row.id === openId)) return null
  const staying = rows.filter((row) => !leaving.includes(row.id))
  const step = survivorOf(rows, openId, staying, way === 'previous')
  return staying.some((row) => row.id === step && row.folder !== 'draft') ? step : null
}

/** Call it before the rows leave, since it goes by where they stand. @param backTo the list's own address */
export function useStepAway() {
  const store = useAppStore()
  const navigate = useNavigate()
  return (openId: string, leaving: readonly string[], backTo: string) => {
    const state = store.getState()
    const { open: query } = selectMailbox(state)
    const id = stepTo(selectOpenRows(state), openId, leaving, selectSettings(state).afterRemoval)
    if (id === null || query === null) void navigate(backTo)
    // The address of what is gone is nothing to go back to.
    else void navigate(pathToMail(query.folder, { ...listSearch(query), id }), { replace: true })
  }
}
