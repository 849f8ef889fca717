/** The list in each of its states: rows, waiting, empty, nothing that fits, refused. */
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { folderViews, systemFolders } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { minuteDate } from '#src/components/text/mailDate'
import { removeStartupSnapshot } from '#src/lib/startupSnapshot/removeStartupSnapshot'
import { pathTo, pathToFolder } from '#src/store/routes/pathTo'
import { selectIsReachable } from '#src/store/shell/connection'
import { useAppSelector } from '#src/store/typed'
import { isRecoverable } from '../folderAbilities'
import { type ListQuery, pageCount } from '../listData/listQuery'
import type { MailList } from '../listData/listRows'
import { ListLoading } from './ListLoading'

type Props = {
  list: MailList | undefined
  query: ListQuery
  /** The rows themselves. */
  children: ReactNode
  /** In place of what a folder says that holds nothing. */
  empty?: ReactNode
  onGo: (change: { page?: number; filter?: 'all' }, options?: { replace: boolean }) => void
  onRetry: () => void
}

/** Recovery is to be turned on first, or is not to be had: its own page says more. */
const notOpen: readonly string[] = ['recoveryOff', 'vipOnly', 'serverCannot']
const skeletonRows = [0, 1, 2, 3, 4, 5]
const known: readonly string[] = [...systemFolders, ...folderViews]

/** Whether rows are to be drawn: the first of all in turns, between which the page hears and paints; those of any later list at once. */
function useFirstRows(hasRows: boolean): boolean {
  const isTurn = useDeferredValue(hasRows)
  const [wasTurn, setWasTurn] = useState(isTurn)
  if (isTurn && !wasTurn) setWasTurn(true)
  return hasRows && (wasTurn || isTurn)
}

export function ListBody({ list, query, children, empty, onGo, onRetry }: Props) {
  const { t, i18n } = useTranslation(['mail', 'common'])
  const isReachable = useAppSelector(selectIsReachable)
  const pages = list?.status === 'ready' ? pageCount(list.total, query.pageSize) : null
  const isBeyond = pages !== null && query.page > pages
  useEffect(() => {
    if (isBeyond && pages !== null) onGo({ page: pages }, { replace: true })
  }, [isBeyond, pages, onGo])

  const hasRows = list !== undefined && list.rows.length > 0
  const areDrawn = useFirstRows(hasRows)
  const isHere = hasRows ? areDrawn : list !== undefined && list.status !== 'loading'
  useEffect(() => {
    if (isHere) removeStartupSnapshot()
  }, [isHere])

  const failure = list?.status === 'failed' ? (list.failure ?? 'serverError') : null
  if (hasRows && areDrawn) {
    return (
      <>
        {failure !== null && failure !== 'unreachable' && <ErrorNote message={`errors:${failure}`} onRetry={onRetry} />}
        {children}
        {/* Below the rows, which stay where they are. */}
        {(!isReachable || failure === 'unreachable') && (
          <p className="mailbox-as-of">
            {t('mail:asOf', { time: minuteDate(list.toldAt || list.keptAt, i18n.language) })}{' '}
            <button type="button" className="ep-link" onClick={onRetry}>
              {t('common:retry')}
            </button>
          </p>
        )}
      </>
    )
  }
  const waiting = (
    <div className="mailbox-waiting" aria-busy="true">
      <ListLoading />
      {skeletonRows.map((row) => (
        <Skeleton key={row} />
      ))}
    </div>
  )
  if (hasRows) return waiting
  if (failure === 'notFound') {
    return (
      <EmptyState
        title={t('mail:noFolder')}
        hint={t('mail:noFolderHint')}
        action={
          <Link className="ep-button ep-button-primary" to={pathToFolder('inbox')}>
            {t('mail:toInbox')}
          </Link>
        }
      />
    )
  }
  if (failure !== null && isRecoverable(query.folder) && notOpen.includes(failure)) {
    return (
      <EmptyState
        title={t(`errors:${failure}`)}
        action={
          <Link className="ep-button ep-button-primary" to={pathTo('dataRecover')}>
            {t('mail:toRecovery')}
          </Link>
        }
      />
    )
  }
  if (failure !== null)
    return <ErrorNote message={failure === 'unreachable' ? 'mail:notHere' : `errors:${failure}`} onRetry={onRetry} />
  if (list === undefined || list.status === 'loading' || list.goesOn || isBeyond || list.total > 0) return waiting
  if (empty !== undefined) return empty
  if (query.filter !== 'all') {
    return (
      <EmptyState
        title={t('mail:noneFits', { filter: t(`mail:filter.${query.filter}`) })}
        hint={t('mail:noneFitsHint')}
        action={<Button onClick={() => onGo({ filter: 'all' })}>{t('mail:showAll')}</Button>}
      />
    )
  }
  const name = known.includes(query.folder) ? query.folder : 'own'
  return <EmptyState title={t(`mail:emptyTitle.${name}`)} hint={t(`mail:emptyHint.${name}`)} />
}
