/** The mails before and after the one that is read, in the order of the list on the screen; at a page's end the next page is opened. */
import { useNavigate, useSearchParams } from 'react-router-dom'
import { pathToMail } from '../../store/routes/pathTo'
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/typed'
import { holdsMail } from './listData/conversationRows'
import { listKey, listSearch, pageCount } from './listData/listQuery'
import { openFolder } from './listData/listThunks'
import { selectMailbox, selectOpenRows } from './mailboxSelectors'

/** The way there, or why there is none. */
export type Neighbour = { readonly go: () => void; readonly reason: null } | { readonly reason: NoNeighbour }
export type NoNeighbour = 'firstMail' | 'lastMail' | 'notInList'

export function useNeighbours(): { readonly previous: Neighbour; readonly next: Neighbour } {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { open: query, lists } = useAppSelector(selectMailbox)
  const rows = useAppSelector(selectOpenRows)
  const at = rows.findIndex((row) => holdsMail(row, search.get('id')))

  function neighbour(step: 1 | -1): Neighbour {
    if (query === null || at < 0) return { reason: 'notInList' }
    const show = (id: string, page: number) =>
      void navigate(pathToMail(query.folder, { ...listSearch({ ...query, page }), id }))
    const row = rows[at + step]
    if (row !== undefined) return { reason: null, go: () => show(row.id, query.page) }
    const page = query.page + step
    if (page < 1) return { reason: 'firstMail' }
    if (page > pageCount(lists[listKey(query)]?.total ?? 0, query.pageSize)) return { reason: 'lastMail' }
    const goOn = async () => {
      if (!(await dispatch(openFolder({ ...query, page })))) return
      const found = selectOpenRows(store.getState()).at(step === 1 ? 0 : -1)
      if (found !== undefined) show(found.id, page)
    }
    return { reason: null, go: () => void goOn() }
  }
  return { previous: neighbour(-1), next: neighbour(1) }
}
