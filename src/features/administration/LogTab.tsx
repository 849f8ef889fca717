/** What administrators did, the newest first: by action and person, also as a file. */
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call, Reply } from '#contract/endpoint'
import { downloadTicket } from '#contract/endpoints/mail/reading'
import { auditLog, auditLogFile } from '#contract/endpoints/organization/administrationLog'
import { readableAddress } from '#contract/mail/domainSpelling'
import { type AuditAction, auditActions } from '#contract/organizations/administrationRules'
import { Answered } from '#src/components/antd/AntdPage'
import { PageButtons } from '#src/components/antd/PageButtons'
import { fileSize } from '#src/components/text/fileSize'
import { secondDate } from '#src/components/text/mailDate'
import { startDownload } from '#src/features/transfer'
import { zoneName } from '#src/lib/clock/zoneName'
import { say, useReply } from '#src/store/ask'
import { useCursors } from '#src/store/pages'
import { selectLanguage } from '#src/store/settings/preferences'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import { PagedRows, type RowColumn } from './PagedRows'
import { useEndingTexts } from './useEndingTexts'

type LogQuery = Pick<Call<typeof auditLog>, 'action' | 'person'>

function downloadLog(wanted: LogQuery): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, linkTo }) => {
    const ticket = await call(downloadTicket, {})
    if (!ticket.ok) return void dispatch(say(ticket))
    const { sid } = ticket.value
    startDownload(linkTo(auditLogFile, { ...wanted, sid, timezone: zoneName(), language: selectLanguage(getState()) }))
  }
}

type Entry = Reply<typeof auditLog>['list'][number]

export function LogTab() {
  const { t } = useTranslation('administration')
  const dispatch = useAppDispatch()
  const [wanted, setWanted] = useState<LogQuery>({})
  const cursors = useCursors()
  const answer = useReply(auditLog, { ...wanted, cursor: cursors.cursor })
  const columns = useColumns()
  function handleWanted(change: LogQuery) {
    setWanted({ ...wanted, ...change })
    cursors.toFirst()
  }
  return (
    <>
      <p className="administration-hint">{t('log.hint')}</p>
      <div className="administration-tools">
        <Select<AuditAction | 'all'>
          className="administration-select"
          aria-label={t('log.action')}
          value={wanted.action ?? 'all'}
          options={[
            { value: 'all', label: t('log.allActions') },
            ...auditActions.map((value) => ({ value, label: t(`actions.${value}`) })),
          ]}
          onChange={(action) => handleWanted({ action: action === 'all' ? undefined : action })}
        />
        <Input.Search
          className="administration-search"
          allowClear
          aria-label={t('log.person')}
          placeholder={t('log.person')}
          onSearch={(person) => handleWanted({ person })}
        />
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void dispatch(downloadLog(wanted))}>
          {t('log.export')}
        </Button>
      </div>
      <Answered
        answer={answer}
        keepsLast
        empty={{ of: ({ list }) => list.length === 0, title: t('log.none'), hint: t('log.noneHint') }}
      >
        {({ list }) => (
          <PagedRows label={t('tabs.log')} rows={list} columns={columns} isBusy={answer.state === 'waiting'} />
        )}
      </Answered>
      <PageButtons cursors={cursors} next={answer.last?.next} />
    </>
  )
}

function useColumns(): readonly RowColumn<Entry>[] {
  const { t, i18n } = useTranslation(['administration', 'policies'])
  const subjectOf = ({ action, subject }: Entry) => {
    const isPolicy = action === 'policyTurnedOn' || action === 'policyTurnedOff'
    return isPolicy ? t(`policies:policy.${subject}.title`) : readableAddress(subject)
  }
  const endingTexts = useEndingTexts()
  const detailOf = (detail: Entry['detail']) => {
    const { bytes, target } = detail
    const ended = endingTexts(detail)
    if (ended.length > 0) return ended.join(t('endings.comma'))
    if (typeof target === 'string') return t('log.handed', { address: readableAddress(target) })
    if (bytes === undefined) return null
    return typeof bytes === 'number' ? fileSize(bytes, i18n.language) : t('quota.ofTier')
  }
  return [
    { name: 'log.time', cell: ({ at }) => secondDate(at, i18n.language) },
    { name: 'log.by', cell: ({ by }) => (by === '' ? t('log.operator') : readableAddress(by)) },
    { name: 'log.action', cell: ({ action }) => t(`actions.${action}`) },
    { name: 'log.subject', cell: subjectOf },
    { name: 'log.detail', cell: ({ detail }) => detailOf(detail) },
  ]
}
