import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import Pagination from 'antd/es/pagination'
import Segmented from 'antd/es/segmented'
import Select from 'antd/es/select'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { listSignIns, signInResults, signInWays } from '#contract/endpoints/session/signIns'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { secondDate } from '#src/components/text/mailDate'
import { useReply } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'
import { NotMeDialog } from './NotMeDialog'
import { downloadHistory, type HistoryQuery, type SignInRow } from './sessionThunks'
import { useOriginTexts } from './useOriginTexts'

const dayChoices = [7, 30, 90] as const
const pageSize = 20

/** Each sign-in and each try, with filters, a file, and the way to protect the account. */
export function SignInHistory({ onEnded }: { onEnded: () => void }) {
  const { t } = useTranslation(['sessions', 'errors'])
  const dispatch = useAppDispatch()
  const [wanted, setWanted] = useState<HistoryQuery>({ days: 30 })
  const [page, setPage] = useState(1)
  /** The sign-in that somebody else made. */
  const [suspect, setSuspect] = useState<SignInRow | null>(null)
  const answer = useReply(listSignIns, { ...wanted, page, pageSize })
  // What is there stays while another page is on its way.
  const [found, setFound] = useState<Reply<typeof listSignIns> | null>(null)
  if (answer.last !== null && answer.last !== found) setFound(answer.last)

  function handleWanted(change: Partial<HistoryQuery>) {
    setWanted({ ...wanted, ...change })
    setPage(1)
  }

  return (
    <section aria-labelledby="sessions-history">
      <h2 id="sessions-history">{t('sessions:history')}</h2>
      <p className="sessions-quiet">{t('sessions:historyHint')}</p>
      <Filters wanted={wanted} onChange={handleWanted} onExport={() => void dispatch(downloadHistory(wanted))} />
      <p className="visually-hidden" role="status">
        {answer.state === 'answered' && t('sessions:found', { count: answer.reply.total })}
      </p>
      {answer.state === 'failed' ? (
        <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
      ) : (
        <HistoryTable rows={found?.list} isBusy={answer.state === 'waiting'} onSuspect={setSuspect} />
      )}
      <Pagination
        className="sessions-pages"
        align="end"
        showLessItems
        current={page}
        pageSize={pageSize}
        total={found?.total ?? 0}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPage}
      />
      {suspect !== null && <NotMeDialog signIn={suspect} onEnded={onEnded} onClose={() => setSuspect(null)} />}
    </section>
  )
}

type FiltersProps = { wanted: HistoryQuery; onChange: (change: Partial<HistoryQuery>) => void; onExport: () => void }

function Filters({ wanted, onChange, onExport }: FiltersProps) {
  const { t } = useTranslation('sessions')
  return (
    <div className="sessions-tools">
      <Segmented
        aria-label={t('period')}
        value={wanted.days ?? 30}
        options={dayChoices.map((days) => ({ value: days, label: t('days', { count: days }) }))}
        onChange={(days) => onChange({ days })}
      />
      <Select<NonNullable<HistoryQuery['way']> | 'all'>
        aria-label={t('method')}
        value={wanted.way ?? 'all'}
        options={[
          { value: 'all', label: t('allWays') },
          ...signInWays.map((way) => ({ value: way, label: t(`way.${way}`) })),
        ]}
        onChange={(way) => onChange({ way: way === 'all' ? undefined : way })}
      />
      <Select<NonNullable<HistoryQuery['result']> | 'all'>
        aria-label={t('result')}
        value={wanted.result ?? 'all'}
        options={[
          { value: 'all', label: t('allResults') },
          ...signInResults.map((result) => ({ value: result, label: t(`results.${result}`) })),
        ]}
        onChange={(result) => onChange({ result: result === 'all' ? undefined : result })}
      />
      <Button icon={<DownloadOutlined aria-hidden />} onClick={onExport}>
        {t('export')}
      </Button>
    </div>
  )
}

type TableProps = {
  /** Undefined while none were found yet. */
  rows: readonly SignInRow[] | undefined
  isBusy: boolean
  onSuspect: (row: SignInRow) => void
}

function HistoryTable({ rows, isBusy, onSuspect }: TableProps) {
  const { t } = useTranslation('sessions')
  const columns = useColumns(onSuspect)
  if (rows === undefined) return <Skeleton lines={6} />
  if (rows.length === 0) return <EmptyState title={t('none')} hint={t('noneHint')} />
  // Two may be of one moment.
  const keyed = rows.map((row, position) => ({ row, key: `${row.at} ${position}` }))
  return (
    <table className="sessions-table" aria-labelledby="sessions-history" aria-busy={isBusy}>
      <thead>
        <tr>
          {columns.map(({ name, isQuiet }) => (
            <th key={name} scope="col">
              {isQuiet ? <span className="visually-hidden">{t(name)}</span> : t(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keyed.map(({ row, key }) => (
          <tr key={key}>
            {columns.map(({ name, cell }) => (
              <td key={name}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Column = {
  readonly name: string
  readonly isQuiet?: boolean
  readonly cell: (row: SignInRow) => ReactNode
}

/** On a phone one column holds all of a row. */
function useColumns(onSuspect: (row: SignInRow) => void): readonly Column[] {
  const { t, i18n } = useTranslation('sessions')
  const { deviceText, placeText } = useOriginTexts()
  const isNarrow = useIsAtMost('narrow')
  const timeOf = ({ at }: SignInRow) => secondDate(at, i18n.language)
  const addressOf = ({ address, network }: SignInRow) => (
    <span className="sessions-address">{address || network || t('unknown')}</span>
  )
  const resultOf = ({ result }: SignInRow) => (
    <span className={result === 'in' ? undefined : 'sessions-refused'}>{t(`results.${result}`)}</span>
  )
  const actionOf = (row: SignInRow) =>
    row.result === 'in' && (
      <Button type="link" size="small" aria-label={t('notMeOf', { time: timeOf(row) })} onClick={() => onSuspect(row)}>
        {t('notMe')}
      </Button>
    )
  const whole: Column = {
    name: 'history',
    isQuiet: true,
    cell: (row) => (
      <div className="sessions-row">
        <p>
          <strong>{timeOf(row)}</strong> {resultOf(row)}
        </p>
        <p>
          {placeText(row.place)} · {addressOf(row)}
        </p>
        <p className="sessions-quiet">
          {deviceText(row)} · {t(`way.${row.way}`)} {actionOf(row)}
        </p>
      </div>
    ),
  }
  if (isNarrow) return [whole]
  return [
    { name: 'time', cell: (row) => <span className="sessions-time">{timeOf(row)}</span> },
    { name: 'city', cell: (row) => placeText(row.place) },
    { name: 'ip', cell: addressOf },
    { name: 'method', cell: (row) => t(`way.${row.way}`) },
    { name: 'device', cell: deviceText },
    { name: 'result', cell: resultOf },
    { name: 'actions', isQuiet: true, cell: actionOf },
  ]
}
