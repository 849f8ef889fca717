/** Every attachment of the mailbox; a click goes to its message (BEHAVIOUR §14). */
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Call, Reply } from '#contract/endpoint'
import { attachments, type FoundAttachment } from '#contract/endpoints/mail/attachments'
import { limits } from '#contract/limits'
import { attachmentKinds, attachmentLimits } from '#contract/mail/attachmentKinds'
import { keepFromInputMethod } from '#src/components/antd/AntdForm'
import { Answered } from '#src/components/antd/AntdPage'
import { EmptyState } from '#src/components/state/EmptyState'
import { AddressText, plainName } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import { mediumDate } from '#src/components/text/mailDate'
import { usePolling, useReply } from '#src/store/ask'
import { selectFolders } from '#src/store/mail/folders'
import { useMore } from '#src/store/pages'
import { pathToMail } from '#src/store/routes/pathTo'
import { useServices } from '#src/store/servicesContext'
import { useAppSelector } from '#src/store/typed'
import './attachments.css'

type Found = Reply<typeof attachments>
type Wanted = Pick<Call<typeof attachments>, 'name' | 'sender' | 'kind' | 'where' | 'folder' | 'since' | 'size'>

/** Milliseconds between two looks at how far the list is. */
const pollMs = 5_000

const periods = [7, 30, 365] as const
const sizes = [1, 10] as const
const mebibyte = 1024 * 1024

export function AttachmentsView() {
  const { t } = useTranslation('attachments')
  const [wanted, setWanted] = useState<Wanted>({})
  const answer = useReply(attachments, wanted)
  const more = useMore(attachments, answer)
  const goesOn = (answer.last?.waiting ?? 0) > 0
  // A list that was made longer is not cut again: how far it is, another reply says.
  const isLong = (answer.last?.list.length ?? 0) > attachmentLimits.pageSize
  const counts = useReply(attachments, isLong && goesOn ? wanted : null)
  usePolling(answer, !isLong && goesOn && !more.isAsking, pollMs)
  usePolling(counts, isLong && (counts.last?.waiting ?? 1) > 0, pollMs)
  const isFiltered = Object.keys(wanted).length > 0
  return (
    <section aria-label={t('title')} className="attachments">
      <Filters wanted={wanted} onChange={setWanted} />
      <Answered answer={answer} keepsLast>
        {(found) => (
          <>
            {(counts.last ?? found).waiting > 0 && (
              <p className="attachments-note" role="status">
                <Waiting found={counts.last ?? found} />
              </p>
            )}
            {found.list.length === 0 && found.next === null ? (
              found.waiting === 0 && (
                <EmptyState
                  icon={<PaperClipOutlined />}
                  title={t(isFiltered ? 'noneFound' : 'none')}
                  hint={t(isFiltered ? 'noneFoundHint' : 'noneHint')}
                />
              )
            ) : (
              <Rows found={found} wanted={wanted} more={more} />
            )}
          </>
        )}
      </Answered>
    </section>
  )
}

function Waiting({ found: { waiting, total } }: { found: Found }) {
  const { t, i18n } = useTranslation('attachments')
  const number = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  if (total === null) return t('waiting', { count: waiting })
  return t('progress', { done: number(total - waiting), total: number(total) })
}

/** A field that is empty is left out. */
function changed(wanted: Wanted, key: keyof Wanted, value: string | number | undefined): Wanted {
  const { [key]: _before, ...rest } = wanted
  return value === undefined || value === '' ? rest : { ...rest, [key]: value }
}

function Filters({ wanted, onChange }: { wanted: Wanted; onChange: (wanted: Wanted) => void }) {
  const { t } = useTranslation(['attachments', 'layout'])
  const folders = useAppSelector(selectFolders)
  const set = (key: keyof Wanted) => (value: string | number | undefined) => onChange(changed(wanted, key, value))
  const places = [
    { value: '', label: t('attachments:where.all') },
    { value: 'received', label: t('attachments:where.received') },
    { value: 'sent', label: t('attachments:where.sent') },
    ...folders
      .filter(({ id }) => id !== 'sent')
      .map(({ id, name }) => ({ value: `in ${id}`, label: t(`layout:folders.${id}`, { defaultValue: name }) })),
  ]

  function handleWhere(value: string) {
    const { where: _where, folder: _folder, ...rest } = wanted
    if (value === 'received' || value === 'sent') return onChange({ ...rest, where: value })
    onChange(value === '' ? rest : { ...rest, where: 'folder', folder: value.slice(3) })
  }

  return (
    <search className="attachments-filters" onKeyDownCapture={keepFromInputMethod}>
      <Input.Search
        allowClear
        aria-label={t('attachments:name')}
        placeholder={t('attachments:name')}
        maxLength={200}
        onSearch={set('name')}
      />
      <Input.Search
        allowClear
        aria-label={t('attachments:sender')}
        placeholder={t('attachments:sender')}
        maxLength={200}
        onSearch={set('sender')}
      />
      <Select
        aria-label={t('attachments:kind')}
        value={wanted.kind ?? ''}
        onChange={set('kind')}
        options={[
          { value: '', label: t('attachments:anyKind') },
          ...attachmentKinds.map((kind) => ({ value: kind, label: t(`attachments:kinds.${kind}`) })),
        ]}
      />
      <Select
        aria-label={t('attachments:place')}
        value={wanted.where === 'folder' ? `in ${wanted.folder ?? ''}` : (wanted.where ?? '')}
        onChange={handleWhere}
        options={places}
      />
      <Bounds size={wanted.size} onSince={set('since')} onSize={set('size')} />
    </search>
  )
}

type BoundsProps = {
  size: number | undefined
  onSince: (since: number | undefined) => void
  onSize: (size: number | undefined) => void
}

function Bounds({ size, onSince, onSize }: BoundsProps) {
  const { t } = useTranslation('attachments')
  const { now } = useServices()
  return (
    <>
      <Select
        aria-label={t('time')}
        defaultValue={0}
        onChange={(days) => onSince(days === 0 ? undefined : now() - days * limits.dayMs)}
        options={[
          { value: 0, label: t('anyTime') },
          ...periods.map((days) => ({ value: days, label: t('lastDays', { count: days }) })),
        ]}
      />
      <Select
        aria-label={t('size')}
        value={(size ?? 0) / mebibyte}
        onChange={(chosen) => onSize(chosen === 0 ? undefined : chosen * mebibyte)}
        options={[
          { value: 0, label: t('anySize') },
          ...sizes.map((least) => ({ value: least, label: t('atLeast', { size: least }) })),
        ]}
      />
    </>
  )
}

type RowsProps = { found: Found; wanted: Wanted; more: ReturnType<typeof useMore<typeof attachments>> }

function Rows({ found, wanted, more: { isAsking, askMore } }: RowsProps) {
  const { t } = useTranslation('attachments')
  const handleMore = () =>
    askMore({ ...wanted, after: found.next ?? '' }, (page) => ({ ...page, list: [...found.list, ...page.list] }))

  return (
    <>
      <ul className="attachments-list">
        {found.list.map((file) => (
          <Row key={`${file.mailId} ${file.part}`} file={file} />
        ))}
      </ul>
      {found.next !== null && (
        <Button loading={isAsking} onClick={() => void handleMore()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

function Row({ file }: { file: FoundAttachment }) {
  const { t, i18n } = useTranslation('attachments')
  const { mailId, kind, size, folder, from, receivedAt } = file
  return (
    <li>
      <Link className="attachments-row" to={pathToMail(folder, { id: mailId })}>
        <span className="attachments-words">
          <bdi className="attachments-name">{plainName(file.name) || t('unnamed')}</bdi>
          <span className="attachments-quiet">
            <AddressText address={from} /> · <bdi>{plainName(file.subject).trim() || t('noSubject')}</bdi>
          </span>
        </span>
        <span className="attachments-quiet">{t(`kinds.${kind}`)}</span>
        <span className="attachments-quiet ep-number">{fileSize(size, i18n.language)}</span>
        <time className="attachments-quiet ep-number" dateTime={new Date(receivedAt).toISOString()}>
          {mediumDate(receivedAt, i18n.language)}
        </time>
      </Link>
    </li>
  )
}
