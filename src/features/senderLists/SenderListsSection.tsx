/** Whose messages go to Junk, and whose never do by the blacklist. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { senderListOrders, senderLists } from '#contract/endpoints/mail/senderLists'
import { readableAddress } from '#contract/mail/domainSpelling'
import { type ListKind, listEntriesPerPage, listKinds } from '#contract/mail/senderEntries'
import { useTypedSearch } from '#src/components/browser/useTypedSearch'
import { Checkbox } from '#src/components/button/Checkbox'
import { IconButton } from '#src/components/button/IconButton'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { useReply } from '#src/store/ask'
import { useNoticeTurn } from '#src/store/shell/useNoticeTurn'
import { useAppDispatch } from '#src/store/typed'
import { AddEntries } from './AddEntries'
import { type ListedEntry, readEntries, removeEntries, saveAsText } from './listChanges'
import './senderLists.css'

/** What is said when the lists have changed. */
const changing = ['senderLists', 'rules', 'mail']

type Query = { kind: ListKind | 'both'; query: string; order: (typeof senderListOrders)[number] }

const keyOf = ({ kind, entry }: ListedEntry) => `${kind} ${entry}`

export function SenderListsSection() {
  const { t } = useTranslation('senderLists')
  const [kind, setKind] = useState<ListKind>('black')
  const [query, setQuery] = useState<Query>({ kind: 'both', query: '', order: 'newest' })
  const form = { query: query.query, order: query.order, ...(query.kind !== 'both' && { kind: query.kind }) }
  const answer = useReply(senderLists, { ...form, from: 0 }, useNoticeTurn(changing))
  // What the former form found stays until there is an answer to this one.
  const [found, setFound] = useState<EntriesProps | null>(null)
  if (answer.last !== null && answer.last !== found?.page) setFound({ page: answer.last, form })
  const shown = found?.page ?? null
  const counts = shown?.counts ?? { black: 0, white: 0 }
  return (
    <div className="sender-lists">
      <p className="sender-lists-hint">{t('hint')}</p>
      <AddEntries kind={kind} onKind={setKind} />
      <Tools query={query} counts={counts} onChange={setQuery} />
      {answer.state === 'failed' && <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />}
      {answer.state !== 'failed' && shown === null && <Skeleton lines={5} />}
      {answer.state !== 'failed' && shown?.entries.length === 0 && (
        <EmptyState
          title={t(counts.black + counts.white === 0 ? 'empty' : 'noneFound')}
          hint={t(counts.black + counts.white === 0 ? 'emptyHint' : 'noneFoundHint')}
        />
      )}
      {answer.state !== 'failed' && found !== null && found.page.entries.length > 0 && (
        <Entries key={JSON.stringify(found.form)} {...found} />
      )}
    </div>
  )
}

type ToolsProps = {
  query: Query
  counts: Reply<typeof senderLists>['counts']
  onChange: (query: Query) => void
}

function Tools({ query, counts, onChange }: ToolsProps) {
  const { t } = useTranslation('senderLists')
  const field = useTypedSearch(query.query, (words) => onChange({ ...query, query: words }))
  return (
    <div className="sender-lists-tools">
      <Input type="search" aria-label={t('search')} placeholder={t('search')} maxLength={254} {...field} />
      <Select<Query['kind']>
        aria-label={t('filter')}
        value={query.kind}
        options={[
          { value: 'both', label: t('both', { count: counts.black + counts.white }) },
          ...listKinds.map((one) => ({ value: one, label: t(`counted.${one}`, { count: counts[one] }) })),
        ]}
        onChange={(kind) => onChange({ ...query, kind })}
      />
      <Select<Query['order']>
        aria-label={t('order')}
        value={query.order}
        options={senderListOrders.map((one) => ({ value: one, label: t(`orders.${one}`) }))}
        onChange={(order) => onChange({ ...query, order })}
      />
    </div>
  )
}

/** A form, and the first page of what it finds. */
type EntriesProps = {
  page: Reply<typeof senderLists>
  form: { kind?: ListKind; query: string; order: Query['order'] }
}

/** What is shown of the entries: the first page, and what was read behind it. */
function useRows({ page, form }: EntriesProps) {
  const dispatch = useAppDispatch()
  const [more, setMore] = useState<readonly ListedEntry[]>([])
  const first = new Set(page.entries.map(keyOf))
  const rows = [...page.entries, ...more.filter((one) => !first.has(keyOf(one)))]
  // What has changed may stand behind the first page.
  const readAgain = useEffectEvent(async ({ entries }: EntriesProps['page'], signal: AbortSignal) => {
    if (more.length === 0) return
    const rest = await dispatch(readEntries(form, entries.length, more.length))
    if (rest !== null && !signal.aborted) setMore(rest)
  })
  useEffect(() => {
    const stop = new AbortController()
    void readAgain(page, stop.signal)
    return () => stop.abort()
  }, [page])
  async function showMore() {
    const rest = await dispatch(readEntries(form, rows.length, 1))
    if (rest !== null) setMore([...more, ...rest])
  }
  return { rows, showMore }
}

function Entries({ page, form }: EntriesProps) {
  const { t } = useTranslation('senderLists')
  const dispatch = useAppDispatch()
  const { rows, showMore } = useRows({ page, form })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const picked = rows.filter((one) => chosen.has(keyOf(one)))

  async function whileBusy(work: () => Promise<unknown>) {
    setBusy(true)
    await work()
    setBusy(false)
  }
  // A file of both lists would bring all of them back into one.
  const save = async (kind: ListKind) => {
    const all = await dispatch(readEntries({ ...form, kind }, 0, Number.POSITIVE_INFINITY))
    if (all !== null) saveAsText(all, t(`fileName.${kind}`))
  }
  const choose = (keys: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const key of keys) isChosen ? next.add(key) : next.delete(key)
    setChosen(next)
  }

  return (
    <>
      <Bar
        {...{ page, form, isBusy }}
        shown={rows.length}
        chosen={picked.length}
        onChoose={(isChosen) => choose(rows.map(keyOf), isChosen)}
        onRemove={() => void whileBusy(() => dispatch(removeEntries(picked)))}
        onSave={(kind) => void whileBusy(() => save(kind))}
      />
      <ul className="sender-lists-rows" aria-label={t('list')}>
        {rows.map((one) => (
          <EntryRow
            key={keyOf(one)}
            listed={one}
            isChosen={chosen.has(keyOf(one))}
            isBusy={isBusy}
            onChoose={(isChosen) => choose([keyOf(one)], isChosen)}
            onRemove={() => void whileBusy(() => dispatch(removeEntries([one])))}
          />
        ))}
      </ul>
      {rows.length < page.total && (
        <Button disabled={isBusy} onClick={() => void whileBusy(showMore)}>
          {t('more', { count: Math.min(listEntriesPerPage, page.total - rows.length) })}
        </Button>
      )}
    </>
  )
}

type BarProps = EntriesProps & {
  shown: number
  chosen: number
  isBusy: boolean
  onChoose: (isChosen: boolean) => void
  onRemove: () => void
  onSave: (kind: ListKind) => void
}

/** What is done with many entries at once. */
function Bar({ page, form, shown, chosen, isBusy, onChoose, onRemove, onSave }: BarProps) {
  const { t } = useTranslation('senderLists')
  return (
    <div className="sender-lists-bar">
      <Checkbox
        label={t('chooseAll')}
        checked={chosen === shown}
        mixed={chosen > 0 && chosen < shown}
        onChange={onChoose}
      />
      <span role="status">{t(chosen > 0 ? 'chosen' : 'found', { count: chosen || page.total })}</span>
      {chosen > 0 ? (
        <Button danger disabled={isBusy} onClick={onRemove}>
          {t('removeChosen')}
        </Button>
      ) : (
        listKinds
          .filter((kind) => page.counts[kind] > 0 && (form.kind ?? kind) === kind)
          .map((kind) => (
            <Button key={kind} disabled={isBusy} onClick={() => onSave(kind)}>
              {t(`save.${kind}`)}
            </Button>
          ))
      )}
    </div>
  )
}

type RowProps = {
  listed: ListedEntry
  isChosen: boolean
  isBusy: boolean
  onChoose: (isChosen: boolean) => void
  onRemove: () => void
}

function EntryRow({ listed: { entry, kind, against }, isChosen, isBusy, onChoose, onRemove }: RowProps) {
  const { t } = useTranslation('senderLists')
  const readable = readableAddress(entry)
  return (
    <li>
      <Checkbox label={t('choose', { entry: readable })} checked={isChosen} onChange={onChoose} />
      <div>
        <bdi className="sender-lists-entry">{readable}</bdi>
        {against !== null && (
          <span className="sender-lists-against">{t(`against.${kind}`, { against: readableAddress(against) })}</span>
        )}
      </div>
      <span className={`sender-lists-kind sender-lists-${kind}`}>{t(`kinds.${kind}`)}</span>
      <IconButton
        label={t(`remove.${kind}`, { entry: readable })}
        icon={<DeleteOutlined />}
        disabled={isBusy}
        onClick={onRemove}
      />
    </li>
  )
}
