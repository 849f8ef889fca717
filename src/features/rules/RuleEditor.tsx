/** One rule in a form, read back as a sentence while it is written, tried before it is saved. */
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMail } from '#contract/endpoints/mail/reading'
import * as calls from '#contract/endpoints/mail/rules'
import { limits } from '#contract/limits'
import { type RuleDraft, type RuleFeature, ruleFault } from '#contract/mail/ruleDraft'
import type { Folder } from '#contract/shapes'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { Answered } from '#src/components/antd/AntdPage'
import { useConfirm } from '#src/components/antd/useConfirm'
import { outcomeOf, useReply } from '#src/store/ask'
import { selectUsername } from '#src/store/session/session'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { ActionsField } from './ActionsField'
import { ConditionsField } from './ConditionsField'
import { RuleTrial, shownFault } from './RuleTrial'
import { draftOf, emptyDraft } from './ruleStart'
import { useRuleSentence } from './useFolderNames'

type Props = {
  /** Null for another one. */
  rule: calls.ShownRule | null
  /** The mail that another one is made of. */
  mailId: string | null
  folders: readonly Folder[]
  lacking: readonly RuleFeature[]
  onSaved: (list: calls.RuleList) => void
  onClose: () => void
}

export function RuleEditor(props: Props) {
  return props.mailId === null ? (
    <RuleForm {...props} start={props.rule ?? emptyDraft} />
  ) : (
    <RuleOfMail {...props} mailId={props.mailId} />
  )
}

/** Reading the mail for this marks nothing. */
function RuleOfMail({ mailId, ...props }: Props & { mailId: string }) {
  const answer = useReply(showMail, { id: mailId })
  return (
    <Answered answer={answer} lines={6}>
      {({ mail }) => <RuleForm {...props} start={draftOf(mail)} />}
    </Answered>
  )
}

/** What is saved, and over which version of which rule. */
type Target = Pick<calls.ShownRule, 'id' | 'version'> | null
type FormProps = Omit<Props, 'mailId'> & { start: RuleDraft }

/** A rule while it is written: what is wrong with it, and the saving of it. */
function useRuleForm({ rule, start, folders, onSaved, onClose }: FormProps) {
  const { t } = useTranslation('rules')
  const dispatch = useAppDispatch()
  const own = useAppSelector(selectUsername) ?? ''
  const sentenceOf = useRuleSentence(folders)
  // Made once: a form that is being filled keeps what it began with.
  const [initial] = useState(() => fieldsOf(start))
  const [draft, setDraft] = useState(initial)
  const [target, setTarget] = useState<Target>(rule)
  const [fault, setFault] = useState<FormFault | null>(null)
  const [warning, setWarning] = useState('')
  const [isSaving, setSaving] = useState(false)
  const isChanged = useMemo(() => JSON.stringify(draft) !== JSON.stringify(initial), [draft, initial])

  async function save() {
    if (isSaving) return
    const found = ruleFault(draft, own)
    setFault(found && shownFault(found))
    if (found !== null) return
    setSaving(true)
    const of = target === null ? {} : { id: target.id, version: target.version }
    const outcome = await dispatch(outcomeOf(calls.saveRule, { rule: draft, ...of }))
    setSaving(false)
    if (outcome.ok) {
      onSaved(outcome.value)
      dispatch(noticeShown({ tone: 'success', message: 'rules:saved', params: { name: draft.name.trim() } }))
      return onClose()
    }
    const isConflict = outcome.code === 'rulesChanged' || outcome.code === 'notFound'
    if (outcome.field === 'actions' && isConflict) setFault({ message: 'rules:fault.folderGone', field: 'actions' })
    else if (outcome.field === 'actions' && outcome.code === 'notAllowed')
      setFault({ message: 'rules:fault.forwardingOff', field: 'actions' })
    else if (target !== null && isConflict) await showConflict(target)
    else setFault(outcome)
  }

  /** What was typed stays; the next save is over what stands there now. */
  async function showConflict({ id }: NonNullable<Target>) {
    const now = await dispatch(outcomeOf(calls.rules, {}))
    if (!now.ok) return setFault(now)
    onSaved(now.value)
    const theirs = now.value.rules.find((one) => one.id === id) ?? null
    setTarget(theirs)
    setWarning(theirs === null ? t('gone') : t('conflict', { rule: sentenceOf(theirs) }))
  }

  function change(values: RuleDraft) {
    setFault(null)
    setDraft(values)
  }

  return {
    initial,
    draft,
    own,
    fault,
    warning,
    isSaving,
    isChanged,
    sentence: sentenceOf(draft),
    change,
    save,
    setFault,
  }
}

function RuleForm(props: FormProps) {
  const { rule, folders, lacking, onClose } = props
  const { t } = useTranslation(['rules', 'common'])
  const form = useRuleForm(props)
  const { confirm, holder } = useConfirm()

  async function handleBack() {
    if (form.isSaving) return
    const question = { title: t('common:discardTitle'), yes: t('common:discard'), isDanger: true }
    if (!form.isChanged || (await confirm(question))) onClose()
  }

  return (
    <div className="rules-editor">
      <Button type="link" className="rules-back" icon={<LeftOutlined aria-hidden />} onClick={() => void handleBack()}>
        {t('rules:form.back')}
      </Button>
      <h2>{t(rule === null ? 'rules:form.new' : 'rules:form.change')}</h2>
      <AntdForm<RuleDraft>
        fault={form.fault}
        initialValues={form.initial}
        onValuesChange={(_changed, values: RuleDraft) => form.change(values)}
        onFinish={() => void form.save()}
      >
        <RuleFields folders={folders} lacking={lacking} />
        <p className="rules-live" aria-live="polite">
          {form.sentence}
        </p>
        <RuleTrial draft={form.draft} own={form.own} onFault={form.setFault} />
        {form.warning !== '' && (
          <p className="rules-warning" role="alert">
            {form.warning}
          </p>
        )}
        <div className="antd-form-actions">
          <Button type="primary" htmlType="submit" loading={form.isSaving}>
            {t('rules:form.save')}
          </Button>
          <Button onClick={() => void handleBack()}>{t('common:cancel')}</Button>
        </div>
      </AntdForm>
      {holder}
    </div>
  )
}

function RuleFields({ folders, lacking }: Pick<Props, 'folders' | 'lacking'>) {
  const { t } = useTranslation('rules')
  return (
    <>
      <FormRow name="name" label={t('form.name')}>
        <Input autoComplete="off" autoFocus maxLength={limits.ruleNameCharacters * 2} />
      </FormRow>
      <FormRow name="match" label={t('form.match')}>
        <Select options={(['all', 'any'] as const).map((value) => ({ value, label: t(`match.${value}`) }))} />
      </FormRow>
      <FormRow name="conditions" label={t('form.conditions')}>
        <ConditionsField kind="Condition" least={1} lacking={lacking} />
      </FormRow>
      <FormRow name="exceptions" label={t('form.exceptions')} help={t('form.exceptionsHint')}>
        <ConditionsField kind="Exception" least={0} lacking={lacking} />
      </FormRow>
      <FormRow name="actions" label={t('form.actions')}>
        <ActionsField folders={folders} lacking={lacking} />
      </FormRow>
      <FormRow name="stops" label={t('form.later')}>
        <StopsField />
      </FormRow>
    </>
  )
}

/** Of a rule that is kept, what its form shows. */
function fieldsOf({ name, match, conditions, exceptions, actions, stops }: RuleDraft): RuleDraft {
  return { name, match, conditions, exceptions, actions, stops }
}

type StopsProps = { id?: string; value?: boolean; onChange?: (stops: boolean) => void }

function StopsField({ id, value = false, onChange }: StopsProps) {
  const { t } = useTranslation('rules')
  return (
    <div className="rules-switch">
      <Switch
        {...(id !== undefined && { id })}
        checked={value}
        aria-label={t('form.stops')}
        onChange={(stops) => onChange?.(stops)}
      />
      <span aria-hidden>{t('form.stops')}</span>
    </div>
  )
}
