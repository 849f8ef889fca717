/** The question that the address holds while results are shown. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useRouteSpec } from '#src/store/routes/useRouteSpec'
import { readSearch } from '../searchFind'
import { emptyQuery, type SearchQuery } from '../searchQuery'

export function useSearchedQuery(): SearchQuery {
  const [params] = useSearchParams()
  const isShown = useRouteSpec().folder === 'search'
  const keyword = params.get('keyword') ?? ''
  const location = params.get('location') ?? ''
  const folder = params.get('folder') ?? ''
  return useMemo(
    () => (isShown ? readSearch(new URLSearchParams({ keyword, location, folder })) : emptyQuery),
    [isShown, keyword, location, folder],
  )
}
