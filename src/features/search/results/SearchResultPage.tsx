/** What a search found, as a list like any other; the address alone says what was asked. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#src/components/state/EmptyState'
import { type Found, MailboxPage } from '../../mailbox'
import { findOf, queryFault } from '../searchFind'
import { ResultHead } from './ResultHead'
import { useSearchedQuery } from './useSearchedQuery'

export function SearchResultPage() {
  const { t } = useTranslation(['search', 'errors'])
  const query = useSearchedQuery()
  const fault = queryFault(query)
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
