/** Rules run over the messages of a folder: asked for, followed, cancelled and taken back. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Progress from 'antd/es/progress'
import Select from 'antd/es/select'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/endpoint'
import { cancelMailJob, type MailJob } from '#contract/endpoints/mail/jobs'
import * as calls from '#contract/endpoints/mail/rules'
import type { Folder } from '#contract/shapes'
import { FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import { ask, outcomeOf, usePolling, useReply } from '#src/store/ask'
import { loadFolders } from '#src/store/mail/folderThunks'
import { useServices } from '#src/store/servicesContext'
import { useAppDispatch } from '#src/store/typed'
import { useFolderNames } from '../useFolderNames'

type Run = NonNullable<calls.RuleRunState['run']>
type Props = {
  rules: readonly calls.ShownRule[]
  folders: readonly Folder[]
  /** What the dialog begins with: a rule, or empty for all; null where it is closed. */
  chosen: string | null
  /** The counts of the folders are others now. */
  onCounts: () => void
  onClose: () => void
}

/** Hours that a run can be undone, and its line stays closed. */
const closedHours = 24
/** Milliseconds between two looks at how far it is. */
const pollMs = 700
const isRunning = (job: MailJob | null) => job?.state === 'running'

export function RuleRun({ rules, folders, chosen, onCounts, onClose }: Props) {
  const { t } = useTranslation('rules')
  const dispatch = useAppDispatch()
  const { stored } = useServices()
  const [closed, setClosed] = useState(() => stored.get('closedRuleRun'))
  const place = useRef<HTMLElement>(null)
  const state = useReply(calls.ruleRun, {})
  const run = state.last?.run ?? null
  const goesOn = run !== null && (isRunning(run.job) || isRunning(run.undo))
  usePolling(state, goesOn, pollMs)
  const ended = run === null || goesOn ? '' : `${run.job.id} ${run.undo?.id}`
  useEffect(() => {
    if (ended === '') return
    void dispatch(loadFolders())
    onCounts()
  }, [dispatch, ended, onCounts])
  return (
    <>
      {run !== null && (
        <section ref={place} tabIndex={-1} aria-label={t('run.title')}>
          {(ended === '' || ended !== closed) && (
            <RunLine
              run={run}
              folders={folders}
              // The button that was pressed goes.
              onPressed={() => place.current?.focus()}
              onState={state.replace}
              onEnded={state.retry}
              onClose={() => {
                place.current?.focus()
                stored.set('closedRuleRun', ended, closedHours)
                setClosed(ended)
              }}
            />
          )}
        </section>
      )}
      {chosen !== null && (
        <RunDialog
          rules={rules}
          folders={folders}
          chosen={chosen}
          onStarted={(started) => state.replace(started)}
          onClose={onClose}
        />
      )}
    </>
  )
}

type LineProps = {
  run: Run
  folders: readonly Folder[]
  onPressed: () => void
  onState: (state: calls.RuleRunState) => void
  onEnded: () => void
  onClose: () => void
}

function RunLine({ run, folders, onPressed, onState, onEnded, onClose }: LineProps) {
  const { t } = useTranslation(['rules', 'common', 'errors'])
  const dispatch = useAppDispatch()
  const { nameOf } = useFolderNames(folders)
  const { job, undo, ruleName, changed } = run
  const names = {
    rule: ruleName === null ? t('rules:run.all') : t('rules:said.value', { value: ruleName }),
    folder: nameOf(job.folder) ?? t('rules:said.folderGone'),
  }
  const last = undo ?? job
  function handleUndo() {
    onPressed()
    void dispatch(ask(calls.undoRuleRun, { id: job.id })).then((it) => it && onState(it))
  }
  if (isRunning(last)) {
    const done = Math.min(last.done, last.total)
    const words = t(undo === null ? 'rules:run.running' : 'rules:run.undoing', { ...names, done, total: last.total })
    return (
      <div className="rules-run">
        <span className="ep-number">{words}</span>
        <Progress percent={last.total === 0 ? 0 : Math.floor((done / last.total) * 100)} aria-label={words} />
        <Button
          onClick={() => {
            onPressed()
            void dispatch(ask(cancelMailJob, { id: last.id })).then(onEnded)
          }}
        >
          {t('common:cancel')}
        </Button>
      </div>
    )
  }
  const isUndone = undo?.state === 'done'
  const ended = isUndone ? 'undone' : job.state === 'cancelled' ? 'cancelled' : 'done'
  const refused = last.state === 'failed' ? (last.reason ?? 'operationFailed') : null
  const isFolderGone = refused === 'notFound'
  const why = isFolderGone ? t('rules:run.folderGone') : refused === null ? undefined : t(`errors:${refused}`)
  return (
    <Alert
      className="rules-run-ended"
      type={refused === null ? 'info' : 'error'}
      showIcon
      title={t(`rules:run.${ended}`, { ...names, count: isUndone ? undo.done : changed })}
      description={why}
      closable={{ onClose, closeIcon: <CloseOutlined aria-hidden />, 'aria-label': t('common:close') }}
      action={changed > 0 && !isFolderGone && <Button onClick={handleUndo}>{t('common:undo')}</Button>}
    />
  )
}

type DialogProps = Omit<Props, 'chosen' | 'onCounts'> & {
  chosen: string
  onStarted: (state: calls.RuleRunState) => void
}
type Wish = { id: string; folder: string }

function RunDialog({ rules, folders, chosen, onStarted, onClose }: DialogProps) {
  const { t } = useTranslation('rules')
  const dispatch = useAppDispatch()
  const { targets } = useFolderNames(folders)
  const totals = new Map(folders.map(({ id, total }) => [id, total]))
  const counted = targets.map(({ value, label }) => ({
    value,
    label: t('run.option', { folder: label, count: totals.get(value) ?? 0 }),
  }))
  const options = [
    { value: '', label: t('run.allOn') },
    ...rules.filter(({ isFolderGone }) => !isFolderGone).map(({ id, name }) => ({ value: id, label: name })),
  ]

  async function handleSubmit({ id, folder }: Wish) {
    const form: Call<typeof calls.startRuleRun> = { folder, ...(id !== '' && { id }) }
    const outcome = await dispatch(outcomeOf(calls.startRuleRun, form))
    if (outcome.ok) {
      onStarted(outcome.value)
      return null
    }
    const fault = faults[outcome.code]
    return fault === undefined
      ? outcome
      : { message: `rules:run.fault.${fault}`, field: fault === 'nothing' ? 'id' : 'folder' }
  }

  return (
    <AntdFormDialog<Wish>
      title={t('run.title')}
      submit={t('run.start')}
      initialValues={{ id: chosen, folder: 'inbox' }}
      isOfChoices
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormRow name="id" label={t('run.rule')} isNarrow>
        <Select<string> options={options} />
      </FormRow>
      <FormRow name="folder" label={t('run.folder')} isNarrow>
        <Select<string> options={counted} />
      </FormRow>
      <p className="rules-run-hint">{t('run.hint')}</p>
    </AntdFormDialog>
  )
}

/** What is told in words of its own. */
const faults: Partial<Record<string, 'nothing' | 'empty' | 'busy'>> = {
  notAllowed: 'nothing',
  noMailSelected: 'empty',
  tooManyTries: 'busy',
}
