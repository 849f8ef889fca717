/** Members by pages, found by name and address, and what an administrator does to each. */
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Tag from 'antd/es/tag'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listMembers } from '#contract/endpoints/organization/administrationMembers'
import { readableAddress } from '#contract/mail/domainSpelling'
import { Answered } from '#src/components/antd/AntdPage'
import { PageButtons } from '#src/components/antd/PageButtons'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { fileSize } from '#src/components/text/fileSize'
import { minuteDate } from '#src/components/text/mailDate'
import { usePolling, useReply } from '#src/store/ask'
import { useCursors } from '#src/store/pages'
import { MemberActions } from './MemberActions'
import type { MemberRow } from './memberDialogs'
import type { TabProps } from './OverviewTab'
import { PagedRows, type RowColumn } from './PagedRows'

const AddMemberDialog = lazyDialog(async () => (await import('./memberDialogs')).AddMemberDialog)

/** Milliseconds between two looks at how far a removal is. */
const pollMs = 1_500

export function MembersTab({ overview, onChanged }: TabProps) {
  const { t } = useTranslation('administration')
  const { keepsAccounts, organization } = overview
  const [words, setWords] = useState('')
  const [isAdding, setAdding] = useState(false)
  const cursors = useCursors()
  const answer = useReply(listMembers, { words, cursor: cursors.cursor })
  function handleChanged() {
    answer.retry()
    onChanged()
  }
  const columns = useColumns(keepsAccounts, handleChanged)
  const isRemoving = answer.last?.list.some(({ removal }) => removal !== null && !removal.hasFailed) === true
  usePolling(answer, isRemoving, pollMs)
  return (
    <>
      <div className="administration-tools">
        <Input.Search
          className="administration-search"
          allowClear
          aria-label={t('members.search')}
          placeholder={t('members.search')}
          onSearch={(typed) => {
            setWords(typed)
            cursors.toFirst()
          }}
        />
        {keepsAccounts && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {t('members.add')}
          </Button>
        )}
      </div>
      <Answered
        answer={answer}
        keepsLast
        empty={{ of: ({ list }) => list.length === 0, title: t('members.none'), hint: t('members.noneHint') }}
      >
        {({ list }) => (
          <PagedRows label={t('tabs.members')} rows={list} columns={columns} isBusy={answer.state === 'waiting'} />
        )}
      </Answered>
      <PageButtons cursors={cursors} next={answer.last?.next} />
      {isAdding && (
        <AddMemberDialog organization={organization} onDone={handleChanged} onClose={() => setAdding(false)} />
      )}
    </>
  )
}

function useColumns(keepsAccounts: boolean, onChanged: () => void): readonly RowColumn<MemberRow>[] {
  const { t, i18n } = useTranslation('administration')
  const sizeOf = (bytes: number) => fileSize(bytes, i18n.language)
  return [
    { name: 'members.member', cell: (member) => <Who member={member} /> },
    {
      name: 'members.space',
      cell: ({ used, quota }) => (
        <div className="administration-space">
          {used === null ? '—' : t('members.used', { used: sizeOf(used), quota: sizeOf(quota) })}
          {used !== null && (
            <meter className="administration-meter" value={used} max={quota} aria-label={t('members.space')} />
          )}
        </div>
      ),
    },
    { name: 'members.lastSignIn', cell: ({ lastSignIn }) => minuteDate(lastSignIn, i18n.language) || '—' },
    { name: 'members.factor', cell: ({ hasFactor }) => t(hasFactor ? 'members.on' : 'members.off') },
    { name: 'members.sent', cell: ({ sent }) => sent },
    {
      name: 'members.actions',
      isQuiet: true,
      cell: (member) => <MemberActions member={member} keepsAccounts={keepsAccounts} onChanged={onChanged} />,
    },
  ]
}

function Who({ member }: { member: MemberRow }) {
  const { t } = useTranslation(['administration', 'errors'])
  const { name, address, isAdministrator, isSelf, state, removal } = member
  const reason = removal?.reason ?? 'operationFailed'
  // Of the recipient's mailbox, not of one's own.
  const why = reason === 'quotaExceeded' ? t('remove.noRoom') : t(`errors:${reason}`)
  return (
    <div className="administration-who">
      <strong>{name}</strong>
      <span className="administration-quiet">{readableAddress(address)}</span>
      <span className="administration-tags">
        {isSelf && <Tag>{t('members.self')}</Tag>}
        {isAdministrator && <Tag color="blue">{t('members.administrator')}</Tag>}
        {state !== 'active' && (
          <Tag color={state === 'moving' || state === 'arriving' ? 'gold' : 'red'}>{t(`states.${state}`)}</Tag>
        )}
      </span>
      {removal !== null && (
        <span className="administration-quiet">
          {removal.hasFailed
            ? t('remove.failed', { why })
            : removal.total > 0 && t('remove.progress', { done: removal.done, count: removal.total })}
        </span>
      )}
    </div>
  )
}
