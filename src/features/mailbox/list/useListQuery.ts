/** The list that the address asks for, and the way to another one. */
import { useCallback, useEffect, useMemo } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { pathToFolder } from '#src/store/routes/pathTo'
import { useRouteId, useRouteSpec } from '#src/store/routes/useRouteSpec'
import { selectPageSize } from '#src/store/settings/preferences'
import { useAppSelector } from '#src/store/typed'
import {
  correctedSearch,
  type Find,
  type ListPart,
  type ListQuery,
  listSearch,
  readListQuery,
} from '../listData/listQuery'
import { useGrouping } from './useGrouping'

/** @param find what the list was searched for, if it was; the same object while it means the same */
export function useListQuery(find?: Find) {
  const spec = useRouteSpec()
  const { viewName } = useParams()
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const pageSize = useAppSelector(selectPageSize)
  const folder = spec.folder ?? viewName ?? 'inbox'
  const { isGrouped: conversations } = useGrouping(folder)
  const { page, sort, isReversed = false, filter } = readListQuery(folder, pageSize, search)
  // The same object while it asks for the same, whichever mail the address names: a mail that is opened asks for no list.
  const query = useMemo((): ListQuery => {
    const read = { folder, page, pageSize, sort, isReversed, filter, conversations: false }
    // A search is answered newest first and whole.
    return find === undefined
      ? { ...read, conversations }
      : { ...read, sort: 'date', isReversed: false, filter: 'all', find }
  }, [folder, page, pageSize, sort, isReversed, filter, find, conversations])
  /** The mail that the reader shows, or that the composer answers or goes on with. */
  const openId = search.get('id')
  /** Only the mail that the reader shows. */
  const readId = useRouteId().endsWith('Mail') ? openId : null

  useEffect(() => {
    // What was read otherwise than it stands there is put right, so that the address says what is shown.
    const corrected = correctedSearch(search, query)
    if (corrected !== null) setSearch(corrected, { replace: true })
  }, [search, setSearch, query])

  const goTo = useCallback(
    (change: Partial<ListPart>, options?: { replace: boolean }) => {
      void navigate(pathToFolder(folder, listSearch({ ...query, page: 1, ...change })), options)
    },
    [navigate, folder, query],
  )
  return { query, openId, readId, goTo }
}
