/** What a search found, as a list like any other; the address alone says what was asked. */
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#src/components/state/EmptyState'
import { useAppDispatch } from '#src/store/typed'
import { type Found, MailboxPage } from '../../mailbox'
import { findOf, queryFault } from '../searchFind'
import { searchStarted } from '../searchSlice'
import { ResultHead } from './ResultHead'
import { useSearchedQuery } from './useSearchedQuery'

export function SearchResultPage() {
  const { t } = useTranslation(['search', 'errors'])
  const query = useSearchedQuery()
  const dispatch = useAppDispatch()
  const fault = queryFault(query)
  useEffect(() => {
    dispatch(searchStarted(query))
  }, [dispatch, query])
  const found = useMemo(
    (): Found => ({
      find: findOf(query),
      title: t('search:results'),
      head: (list) => <ResultHead query={query} list={list} />,
      empty: <EmptyState title={t('search:nothing')} hint={t('search:nothingHint')} />,
    }),
    [query, t],
  )
  if (fault !== null) {
    return (
      <section className="ep-card">
        <EmptyState titleAs="h1" title={t(`errors:${fault}`)} hint={t('search:hint')} />
      </section>
    )
  }
  return <MailboxPage found={found} />
}
