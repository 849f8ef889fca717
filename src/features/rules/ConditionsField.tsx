import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import { bodyTests, type RuleCondition, type RuleFeature, sizeTests, textTests } from '#contract/mail/ruleDraft'
import { fieldOf, testOf } from './ruleSentence'
import { emptyCondition } from './ruleStart'
import { useRowKeys } from './useRowKeys'

type Props = {
  kind: 'Condition' | 'Exception'
  least: 0 | 1
  lacking: readonly RuleFeature[]
  /** By the form. */
  id?: string
  value?: readonly RuleCondition[]
  onChange?: (conditions: readonly RuleCondition[]) => void
  'aria-invalid'?: boolean
}

/** Parts of a mail that are offered; a rule that another program made may name others. */
const offered: Readonly<Record<string, RuleCondition>> = {
  person_from: emptyCondition,
  person_to: { kind: 'person', field: 'to', test: 'contains', values: [] },
  person_cc: { kind: 'person', field: 'cc', test: 'contains', values: [] },
  person_toOrCc: { kind: 'person', field: 'toOrCc', test: 'contains', values: [] },
  subject: { kind: 'subject', test: 'contains', values: [] },
  body: { kind: 'body', test: 'contains', values: [] },
  attachment: { kind: 'attachment', has: true },
  size: { kind: 'size', test: 'over', bytes: 1024 * 1024 },
  header: { kind: 'header', name: '', test: 'contains', values: [] },
}

/** Conditions of a rule, a row each. */
export function ConditionsField({ kind, least, lacking, id, value = [], onChange, ...state }: Props) {
  const { t } = useTranslation('rules')
  const { keys, added, removed } = useRowKeys(value.length)
  return (
    <fieldset className="rules-part" aria-label={t(`form.${kind === 'Condition' ? 'conditions' : 'exceptions'}`)}>
      {value.map((one, at) => (
        <ConditionRow
          key={keys[at] ?? at}
          id={at === 0 ? id : undefined}
          condition={one}
          isInvalid={state['aria-invalid'] === true}
          lacking={lacking}
          removeLabel={value.length > least ? t(`form.remove${kind}`, { position: at + 1 }) : null}
          onChange={(changed) => onChange?.(value.with(at, changed))}
          onRemove={() => {
            removed(at)
            onChange?.(value.toSpliced(at, 1))
          }}
        />
      ))}
      {value.length < limits.ruleConditions && (
        <Button
          {...(value.length === 0 && id !== undefined && { id })}
          type="link"
          className="rules-add"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => {
            added()
            onChange?.([...value, emptyCondition])
          }}
        >
          {t(`form.add${kind}`)}
        </Button>
      )}
    </fieldset>
  )
}

type RowProps = {
  id: string | undefined
  condition: RuleCondition
  isInvalid: boolean
  lacking: readonly RuleFeature[]
  /** Null where it is the last one. */
  removeLabel: string | null
  onChange: (condition: RuleCondition) => void
  onRemove: () => void
}

function ConditionRow({ id, condition, isInvalid, lacking, removeLabel, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('rules')
  const field = fieldOf(condition)
  const fields = Object.entries(offered).map(([value, { kind }]) => {
    const name = t(`fields.${value}`)
    const isLacking = kind !== 'domain' && kind !== 'hasHeader' && kind !== 'size' && lacking.includes(kind)
    return { value, label: isLacking ? t('lacks', { name }) : name, disabled: isLacking }
  })
  const known = field in offered ? fields : [...fields, { value: field, label: t(`fields.${field}`), disabled: false }]
  return (
    <div className="rules-condition">
      <Select<string>
        {...(id !== undefined && { id })}
        aria-label={t('form.field')}
        value={field}
        options={known}
        onChange={(wanted) => onChange(carried(condition, offered[wanted] ?? condition))}
      />
      <Select<string>
        aria-label={t('form.test')}
        value={testOf(condition)}
        options={testsOf(condition).map((value) => ({ value, label: t(`tests.${value}`) }))}
        onChange={(wanted) => onChange(tested(condition, wanted))}
      />
      <ConditionValue condition={condition} isInvalid={isInvalid} onChange={onChange} />
      {removeLabel !== null && (
        <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={removeLabel} onClick={onRemove} />
      )}
    </div>
  )
}

type ValueProps = Pick<RowProps, 'condition' | 'isInvalid' | 'onChange'>

function ConditionValue({ condition, isInvalid, onChange }: ValueProps) {
  const { t } = useTranslation('rules')
  if (condition.kind === 'attachment') return <span />
  if (condition.kind === 'size')
    return <SizeInput bytes={condition.bytes} onChange={(bytes) => onChange({ ...condition, bytes })} />
  const name = 'name' in condition && (
    <Input
      aria-label={t('form.header')}
      aria-invalid={isInvalid && condition.name === ''}
      placeholder={t('form.header')}
      value={condition.name}
      maxLength={70}
      autoComplete="off"
      onChange={(event) => onChange({ ...condition, name: event.target.value.trim() })}
    />
  )
  if (condition.kind === 'hasHeader') return <div className="rules-values">{name}</div>
  return (
    <div className="rules-values">
      {name}
      <ValuesInput
        values={condition.values}
        isInvalid={isInvalid && condition.values.length === 0}
        onChange={(values) => onChange({ ...condition, values })}
      />
    </div>
  )
}

type ValuesProps = { values: readonly string[]; isInvalid: boolean; onChange: (values: readonly string[]) => void }

/** What is typed stays as it is typed, and counts without the spaces around it. */
function ValuesInput({ values, isInvalid, onChange }: ValuesProps) {
  const { t } = useTranslation('rules')
  const [text, setText] = useState(values.join('\n'))
  return (
    <Input.TextArea
      aria-label={t('form.values')}
      aria-invalid={isInvalid}
      autoSize={{ minRows: 1, maxRows: 6 }}
      value={text}
      autoComplete="off"
      onChange={({ target }) => {
        setText(target.value)
        const lines = target.value.split('\n').map((line) => line.trim())
        onChange([...new Set(lines.filter((line) => line !== ''))])
      }}
    />
  )
}

const kibibyte = 1024

function SizeInput({ bytes, onChange }: { bytes: number; onChange: (bytes: number) => void }) {
  const { t } = useTranslation('rules')
  const [text, setText] = useState(String(Math.round((bytes / kibibyte) * 100) / 100))
  return (
    <Input
      aria-label={t('form.size')}
      aria-invalid={bytes < 0}
      inputMode="decimal"
      value={text}
      suffix="KB"
      autoComplete="off"
      onChange={({ target }) => {
        setText(target.value)
        const size = /^\d+(?:\.\d+)?$/.test(target.value.trim()) ? Math.round(Number(target.value) * kibibyte) : -1
        onChange(size)
      }}
    />
  )
}

function testsOf(condition: RuleCondition): readonly string[] {
  if (condition.kind === 'size') return sizeTests
  if (condition.kind === 'attachment') return ['has', 'hasNot']
  if (condition.kind === 'body') return bodyTests
  if (condition.kind === 'header' || condition.kind === 'hasHeader') return [...textTests, 'exists', 'missing']
  return textTests
}

/** The same condition by another way of comparing. */
function tested(condition: RuleCondition, wanted: string): RuleCondition {
  if (condition.kind === 'attachment') return { ...condition, has: wanted === 'has' }
  if (condition.kind === 'size')
    return { ...condition, test: sizeTests.find((one) => one === wanted) ?? condition.test }
  if (condition.kind === 'body')
    return { ...condition, test: bodyTests.find((one) => one === wanted) ?? condition.test }
  const isOfHeader = condition.kind === 'header' || condition.kind === 'hasHeader'
  if (isOfHeader && (wanted === 'exists' || wanted === 'missing'))
    return { kind: 'hasHeader', name: condition.name, exists: wanted === 'exists' }
  const test = textTests.find((one) => one === wanted) ?? 'contains'
  if (condition.kind === 'hasHeader') return { kind: 'header', name: condition.name, test, values: [] }
  return { ...condition, test }
}

/** Another part of the mail, compared as before and with the same where that can be. */
function carried(from: RuleCondition, to: RuleCondition): RuleCondition {
  const compared = tested(to, testOf(from))
  return 'values' in compared && 'values' in from ? { ...compared, values: from.values } : compared
}
