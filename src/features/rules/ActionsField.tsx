import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import type { RuleActionDraft, RuleFeature } from '#contract/mail/ruleDraft'
import type { Folder } from '#contract/shapes'
import { goneName } from './ruleSentence'
import { useFolderNames } from './useFolderNames'
import { useRowKeys } from './useRowKeys'

type Kind = RuleActionDraft['kind']

const offered: { readonly [K in Kind]: Extract<RuleActionDraft, { kind: K }> } = {
  file: { kind: 'file', folder: '' },
  copy: { kind: 'copy', folder: '' },
  markSeen: { kind: 'markSeen' },
  flag: { kind: 'flag' },
  redirect: { kind: 'redirect', to: '', keepCopy: true },
  reply: { kind: 'reply', text: '' },
  reject: { kind: 'reject', text: '' },
  discard: { kind: 'discard' },
}

const isKind = (kind: string): kind is Kind => kind in offered

type Props = {
  folders: readonly Folder[]
  lacking: readonly RuleFeature[]
  /** By the form. */
  id?: string
  value?: readonly RuleActionDraft[]
  onChange?: (actions: readonly RuleActionDraft[]) => void
  'aria-invalid'?: boolean
}

/** What a rule does, a row each. */
export function ActionsField({ folders, lacking, id, value = [], onChange, ...state }: Props) {
  const { t } = useTranslation('rules')
  const { keys, added, removed } = useRowKeys(value.length)
  const options = Object.keys(offered).map((kind) => {
    const name = t(`actions.${kind}`)
    const isLacking = lacking.some((one) => one === kind)
    return { value: kind, label: isLacking ? t('lacks', { name }) : name, disabled: isLacking }
  })
  return (
    <fieldset className="rules-part" aria-label={t('form.actions')}>
      {value.map((one, at) => (
        <div key={keys[at] ?? at} className="rules-action">
          <Select<string>
            {...(at === 0 && id !== undefined && { id })}
            aria-label={t('form.action')}
            value={one.kind}
            options={options}
            onChange={(kind) => isKind(kind) && onChange?.(value.with(at, offered[kind]))}
          />
          <ActionValue
            action={one}
            folders={folders}
            cannotKeep={lacking.includes('keepCopy')}
            isInvalid={state['aria-invalid'] === true}
            onChange={(changed) => onChange?.(value.with(at, changed))}
          />
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('form.removeAction', { position: at + 1 })}
            onClick={() => {
              removed(at)
              onChange?.(value.toSpliced(at, 1))
            }}
          />
        </div>
      ))}
      {value.length < limits.ruleActions && (
        <Button
          {...(value.length === 0 && id !== undefined && { id })}
          type="link"
          className="rules-add"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => {
            added()
            onChange?.([...value, offered.markSeen])
          }}
        >
          {t('form.addAction')}
        </Button>
      )}
    </fieldset>
  )
}

type ValueProps = {
  action: RuleActionDraft
  folders: readonly Folder[]
  cannotKeep: boolean
  isInvalid: boolean
  onChange: (action: RuleActionDraft) => void
}

function ActionValue({ action, folders, cannotKeep, isInvalid, onChange }: ValueProps) {
  const { t } = useTranslation(['rules', 'mail'])
  const { targets, nameOf } = useFolderNames(folders)
  if ('folder' in action) {
    const isGone = action.folder !== '' && nameOf(action.folder) === null
    const gone = isGone ? [{ value: action.folder, label: goneName(action.folder, t), disabled: true }] : []
    return (
      <Select<string>
        aria-label={t('form.folder')}
        aria-invalid={isInvalid}
        placeholder={t('form.chooseFolder')}
        value={action.folder === '' ? null : action.folder}
        options={[...gone, ...targets]}
        onChange={(folder) => onChange({ ...action, folder })}
      />
    )
  }
  if (action.kind === 'redirect')
    return (
      <div className="rules-values">
        <Input
          type="email"
          aria-label={t('form.to')}
          aria-invalid={isInvalid}
          placeholder={t('form.to')}
          value={action.to}
          autoComplete="off"
          onChange={(event) => onChange({ ...action, to: event.target.value.trim() })}
        />
        <div className="rules-switch">
          <Switch
            checked={action.keepCopy}
            disabled={cannotKeep && !action.keepCopy}
            aria-label={t('form.keepCopy')}
            onChange={(keepCopy) => onChange({ ...action, keepCopy })}
          />
          <span aria-hidden>{t('form.keepCopy')}</span>
        </div>
      </div>
    )
  if ('text' in action)
    return (
      <Input.TextArea
        aria-label={t(`form.${action.kind}Text`)}
        aria-invalid={isInvalid}
        placeholder={t(`form.${action.kind}Text`)}
        autoSize={{ minRows: 2, maxRows: 8 }}
        value={action.text}
        count={{ show: true, max: limits.autoReplyCharacters, strategy: (text) => [...text].length }}
        onChange={(event) => onChange({ ...action, text: event.target.value })}
      />
    )
  return <span />
}
