import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import Button from 'antd/es/button'
import Switch from 'antd/es/switch'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as calls from '#contract/endpoints/mail/rules'
import { missingFolder } from '#contract/mail/ruleDraft'
import type { Folder } from '#contract/shapes'
import { useReorder } from '#src/components/browser/useReorder'
import { Menu } from '#src/components/menu/Menu'
import type { Outcome } from '#src/lib/http/outcome'
import { outcomeOf, say } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import { removeShownRule } from './ruleThunks'
import { useRuleSentence } from './useFolderNames'

type Rule = calls.ShownRule
type Props = {
  list: calls.RuleList
  folders: readonly Folder[]
  onEdit: (id: string) => void
  onRun: (id: string) => void
  onChanged: (list: calls.RuleList) => void
}

/** Each change shows at once; the reply to the last of several is what stays. */
function useRuleChanges(list: calls.RuleList, onChanged: Props['onChanged']) {
  const dispatch = useAppDispatch()
  const latest = useRef(0)
  return async (rules: readonly Rule[], work: AppThunk<Promise<Outcome<calls.RuleList>>>): Promise<boolean> => {
    latest.current += 1
    const turn = latest.current
    onChanged({ ...list, rules: [...rules] })
    const outcome = await dispatch(work)
    if (!outcome.ok) dispatch(say(outcome))
    if (turn !== latest.current) return outcome.ok
    if (outcome.ok) onChanged(outcome.value)
    else {
      const now = await dispatch(outcomeOf(calls.rules, {}))
      onChanged(now.ok ? now.value : list)
    }
    return outcome.ok
  }
}

export function RuleRows({ list, folders, onEdit, onRun, onChanged }: Props) {
  const { t } = useTranslation('rules')
  const dispatch = useAppDispatch()
  const change = useRuleChanges(list, onChanged)
  const { rules } = list
  const { moved, step, rowProps } = useReorder(
    rules,
    () => rules,
    (wanted, { id }, at) => {
      const before = wanted[at + 1]?.id
      void change(wanted, outcomeOf(calls.moveRule, { id, ...(before !== undefined && { before }) }))
    },
  )

  async function turn(rule: Rule, on: boolean) {
    const wanted = rules.map((one) => (one.id === rule.id ? { ...one, isEnabled: on } : one))
    const isDone = await change(wanted, outcomeOf(calls.switchRule, { id: rule.id, on }))
    const message = on ? 'rules:switchedOn' : 'rules:switchedOff'
    if (isDone) dispatch(noticeShown({ tone: 'success', message, params: { name: rule.name } }))
  }

  const remove = (rule: Rule, at: number) =>
    change(
      rules.filter(({ id }) => id !== rule.id),
      removeShownRule(rule, rules[at + 1]?.id),
    )

  return (
    <>
      <ol className="rules-list" aria-label={t('list')}>
        {rules.map((rule, at) => (
          <li key={rule.id} className={rule.isEnabled ? 'rules-row' : 'rules-row rules-off'} {...rowProps(rule)}>
            <RuleWords rule={rule} folders={folders} />
            <RuleTools
              rule={rule}
              onEdit={() => onEdit(rule.id)}
              onRun={() => onRun(rule.id)}
              onSwitch={(on) => void turn(rule, on)}
              onRemove={() => void remove(rule, at)}
              onStep={(by) => step(rule, by)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {moved !== null && t('moved', moved)}
      </p>
    </>
  )
}

function RuleWords({ rule, folders }: { rule: Rule; folders: readonly Folder[] }) {
  const { t } = useTranslation('rules')
  const sentenceOf = useRuleSentence(folders)
  const { name } = rule
  const isMissing = rule.actions.some((action) => 'folder' in action && missingFolder(action.folder) !== null)
  return (
    <>
      <Button
        type="text"
        className="rules-handle"
        icon={<HolderOutlined aria-hidden />}
        aria-label={t('drag', { name })}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      />
      <div className="rules-words">
        <bdi className="rules-name">{name}</bdi>
        <span className="rules-sentence">{sentenceOf(rule)}</span>
        {rule.isFolderGone && <span className="rules-warning">{t(isMissing ? 'folderMissing' : 'folderGone')}</span>}
      </div>
    </>
  )
}

type ToolsProps = {
  rule: Rule
  onEdit: () => void
  onRun: () => void
  onSwitch: (on: boolean) => void
  onRemove: () => void
  onStep: (by: 1 | -1) => void
}

function RuleTools({ rule, onEdit, onRun, onSwitch, onRemove, onStep }: ToolsProps) {
  const { t } = useTranslation('rules')
  const { name } = rule
  return (
    <div className="rules-tools">
      <Switch
        checked={rule.isEnabled}
        disabled={rule.isFolderGone && !rule.isEnabled}
        aria-label={t('switch', { name })}
        onChange={onSwitch}
      />
      <Button type="text" icon={<EditOutlined aria-hidden />} aria-label={t('edit', { name })} onClick={onEdit} />
      <Menu
        label={t('more', { name })}
        align="end"
        items={[
          { key: 'up', label: t('up'), onChoose: () => onStep(-1) },
          { key: 'down', label: t('down'), onChoose: () => onStep(1) },
          ...(rule.isFolderGone ? [] : [{ key: 'run', label: t('run.open'), onChoose: onRun }]),
          { key: 'remove', label: t('remove'), onChoose: onRemove },
        ]}
      >
        <MoreOutlined aria-hidden />
      </Menu>
    </div>
  )
}
