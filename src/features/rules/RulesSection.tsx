/** The account's classification rules in their order, read as sentences (BEHAVIOUR §10). */
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Reply } from '#contract/endpoint'
import { folderInfo } from '#contract/endpoints/mail/mail'
import * as calls from '#contract/endpoints/mail/rules'
import { limits } from '#contract/limits'
import { Answered } from '#src/components/antd/AntdPage'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { EmptyState } from '#src/components/state/EmptyState'
import { Skeleton } from '#src/components/state/Skeleton'
import { useReply } from '#src/store/ask'
import { startAppListening } from '#src/store/typed'
import { RuleRows } from './RuleRows'
import { rulesRestored } from './ruleThunks'
import './rules.css'

const RuleRun = lazyPiece(async () => (await import('./sets/RuleRun')).RuleRun)
const RuleFile = lazyPiece(async () => (await import('./sets/RuleFile')).RuleFile, 'nothing')
const RuleEditor = lazyPiece(async () => (await import('./RuleEditor')).RuleEditor)

export function RulesSection() {
  const rules = useReply(calls.rules, {})
  const folders = useReply(folderInfo, {})
  const { replace } = rules
  useEffect(
    () => startAppListening({ actionCreator: rulesRestored, effect: ({ payload }) => replace(payload) }),
    [replace],
  )
  return (
    <Answered answer={folders} keepsLast lines={6}>
      {(known) => (
        <Answered answer={rules} lines={6}>
          {(list) => <Rules list={list} folders={known.folders} onCounts={folders.retry} onChanged={replace} />}
        </Answered>
      )}
    </Answered>
  )
}

type Props = {
  list: calls.RuleList
  folders: Reply<typeof folderInfo>['folders']
  /** Messages lie elsewhere now. */
  onCounts: () => void
  onChanged: (list: calls.RuleList) => void
}

function Rules({ list, folders, onCounts, onChanged }: Props) {
  const { t } = useTranslation('rules')
  const [search, setSearch] = useSearchParams()
  /** The mail that a rule is to be made of. */
  const mailId = search.get('mail')
  /** The one in the form; empty for another one. */
  const [edited, setEdited] = useState<string | null>(null)
  /** What the dialog of a run begins with: a rule, or empty for all that are on. */
  const [toRun, setToRun] = useState<string | null>(null)
  const isFull = list.rules.length >= limits.rules

  function handleClose() {
    setEdited(null)
    if (mailId === null) return
    search.delete('mail')
    setSearch(search, { replace: true })
  }

  if (edited !== null || mailId !== null)
    return (
      <RuleEditor
        rule={list.rules.find(({ id }) => id === edited) ?? null}
        mailId={edited === null ? mailId : null}
        folders={folders}
        lacking={list.lacking}
        onSaved={onChanged}
        onClose={handleClose}
        waiting={<Skeleton lines={6} />}
      />
    )
  const isEmpty = list.rules.length === 0
  return (
    <>
      <div className="rules-head">
        <p>{isEmpty ? '' : t('count', { count: list.rules.length })}</p>
        <div className="rules-tools">
          {!isEmpty && <Button onClick={() => setToRun('')}>{t('run.open')}</Button>}
          <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={isFull} onClick={() => setEdited('')}>
            {t('add')}
          </Button>
          <RuleFile count={list.rules.length} folders={folders} onChanged={onChanged} />
        </div>
      </div>
      <RuleRun rules={list.rules} folders={folders} chosen={toRun} onCounts={onCounts} onClose={() => setToRun(null)} />
      {!list.isInForce && <p className="rules-warning">{t('notInForce')}</p>}
      {list.isForwarding && list.rules.some(returnsMessages) && <p className="rules-warning">{t('returnsNothing')}</p>}
      {isEmpty ? (
        <EmptyState title={t('empty')} hint={t('emptyHint')} />
      ) : (
        <RuleRows list={list} folders={folders} onEdit={setEdited} onRun={setToRun} onChanged={onChanged} />
      )}
      <ForeignRules scripts={list.foreign} />
    </>
  )
}

const returnsMessages = ({ isEnabled, actions }: calls.RuleList['rules'][number]) =>
  isEnabled && actions.some(({ kind }) => kind === 'reject')

/** What other programs keep on the mail server: to be read, and nothing else. */
function ForeignRules({ scripts }: { scripts: calls.RuleList['foreign'] }) {
  const { t } = useTranslation('rules')
  if (scripts.length === 0) return null
  return (
    <section className="rules-foreign">
      <h2>{t('foreign.title')}</h2>
      <p>{t('foreign.hint')}</p>
      {scripts.map(({ name, script }) => (
        <details key={name ?? ''}>
          <summary>{name === null ? t('foreign.beside') : t('foreign.script', { name })}</summary>
          <pre>{script}</pre>
        </details>
      ))}
    </section>
  )
}
