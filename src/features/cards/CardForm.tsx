/** A card is written beside what a message will show of it. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type BusinessCard,
  type CardContent,
  type CardField,
  type CardKind,
  cardKinds,
  cardLayouts,
  cardLimits,
  checkCard,
  cleanCard,
} from '#contract/contacts/businessCard'
import type { Call, Reply } from '#contract/endpoint'
import { putCardLogo, saveCard } from '#contract/endpoints/contacts/cards'
import { limits } from '#contract/limits'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import type { Outcome } from '#src/lib/http/outcome'
import { usePhotoLink } from '#src/store/session/usePhotoLink'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import { CardPreview } from './CardPreview'

type Values = CardContent & { isDefault: boolean }

type Props = {
  /** Null for another one. */
  card: BusinessCard | null
  onSaved: (all: Reply<typeof saveCard>) => void
  onClose: () => void
}

function store(form: Call<typeof saveCard>): AppThunk<Promise<Outcome<Reply<typeof saveCard>>>> {
  return async (_dispatch, _getState, { call }) => call(saveCard, form)
}

function sendLogo(picture: Blob): AppThunk<Promise<Outcome<Reply<typeof putCardLogo>>>> {
  return async (_dispatch, _getState, { sendBytes }) => sendBytes(putCardLogo, {}, picture, {})
}

const firstKinds: readonly CardKind[] = ['company', 'title', 'mobile', 'email']

/** `at`: which row of the fields it is about. */
type Fault = { readonly fault: FormFault; readonly at: number }

/** `fields.1` does not count empty rows: which one of the form is it? */
function faultOf(found: { readonly code: string; readonly field?: string }, values: CardContent): Fault | null {
  const [name = '', index = '0'] = (found.field ?? '').replace(/^card\./, '').split('.')
  if (found.code !== 'badField') return null
  const filled = values.fields.flatMap(({ value }, at) => (value.trim() === '' ? [] : [at]))
  return { fault: { field: name, message: `cards:wrong.${name}` }, at: filled[Number(index)] ?? 0 }
}

/** What stands in the form, what is wrong with it, and how it is saved. */
function useCardForm({ card, onSaved }: Props) {
  const { t } = useTranslation('cards')
  const dispatch = useAppDispatch()
  const [initial] = useState<Values>(
    () =>
      card ?? {
        ...{ name: '', logo: '', layout: 'business', isDefault: false },
        fields: firstKinds.map((kind) => ({ kind, label: '', value: '' })),
      },
  )
  const [typed, setTyped] = useState(initial)
  const [found, setFound] = useState<Fault | null>(null)
  const [isSaving, setSaving] = useState(false)
  /** What is saved meanwhile would go without its logo. */
  const [isSending, setSending] = useState(false)

  /** As it goes to the gateway: each kind has its name for a label, in the writer's language. */
  const contentOf = ({ name, fields, logo, layout }: Values): CardContent =>
    cleanCard({
      ...{ name, logo, layout },
      fields: fields.map((field) => (field.kind === 'own' ? field : { ...field, label: t(`kinds.${field.kind}`) })),
    })

  async function handleFinish(values: Values) {
    if (isSaving || isSending) return
    const content = contentOf(values)
    const wrong = checkCard(content)
    if (wrong !== null) return setFound(faultOf(wrong, values) ?? { fault: wrong, at: 0 })
    setSaving(true)
    const isDefault = values.isDefault
    const outcome = await dispatch(store({ card: content, isDefault, ...(card !== null && { id: card.id }) }))
    setSaving(false)
    if (outcome.ok) onSaved(outcome.value)
    else setFound(faultOf(outcome, values) ?? { fault: outcome, at: 0 })
  }
  return {
    ...{
      initial,
      found,
      isSending,
      setSending,
      isBusy: isSaving || isSending,
      save: handleFinish,
      content: contentOf(typed),
    },
    noteTyped: (values: Values) => {
      setTyped(values)
      setFound(null)
    },
    noteFault: (fault: FormFault) => setFound({ fault, at: 0 }),
  }
}

export function CardForm(props: Props) {
  const { t } = useTranslation(['cards', 'common'])
  const { initial, found, isBusy, isSending, setSending, save, content, noteTyped, noteFault } = useCardForm(props)
  const isOfFields = found !== null && 'field' in found.fault && found.fault.field === 'fields'
  return (
    <div className="cards-form">
      <AntdForm<Values>
        fault={found?.fault ?? null}
        initialValues={initial}
        onValuesChange={(_changed, values: Values) => noteTyped(values)}
        onFinish={(values) => void save(values)}
      >
        <FormRow name="name" label={t('name')}>
          <Input autoComplete="off" autoFocus maxLength={cardLimits.nameCharacters * 2} />
        </FormRow>
        <FormRow name="fields" label={t('fields')} help={t('fieldsHint', { most: limits.cardFields })}>
          <FieldRows faultAt={isOfFields ? found.at : null} />
        </FormRow>
        <FormRow name="logo" label={t('logo')} help={t('logoHint')}>
          <Logo isBusy={isSending} onBusy={setSending} onFault={noteFault} />
        </FormRow>
        <FormRow name="layout" label={t('layout')}>
          <Radio.Group options={cardLayouts.map((value) => ({ value, label: t(`layouts.${value}`) }))} />
        </FormRow>
        <FormRow name="isDefault" label={t('makeDefault')} help={t('makeDefaultHint')}>
          <DefaultSwitch />
        </FormRow>
        <div className="antd-form-actions">
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t('save')}
          </Button>
          <Button onClick={props.onClose}>{t('common:cancel')}</Button>
        </div>
      </AntdForm>
      <CardPreview content={content} />
    </div>
  )
}

/** What a row gives its control. */
type Control<T> = {
  id?: string
  value?: T
  onChange?: (value: T) => void
  'aria-describedby'?: string
}

function DefaultSwitch({ id, value = false, onChange }: Control<boolean>) {
  return <Switch {...(id !== undefined && { id })} checked={value} onChange={(checked) => onChange?.(checked)} />
}

function FieldRows({ faultAt, id, value = [], onChange }: Control<readonly CardField[]> & { faultAt: number | null }) {
  const { t } = useTranslation('cards')
  const isFree = (kind: CardKind) => kind === 'own' || value.every((field) => field.kind !== kind)
  // A row has no name but its number.
  const rows = value.map((field, at) => ({ field, at }))
  return (
    <div className="cards-fields-rows">
      {rows.map(({ at, field }) => (
        <FieldRow
          key={at}
          at={at}
          field={field}
          kinds={cardKinds.filter((kind) => kind === field.kind || isFree(kind))}
          isAtFault={at === faultAt}
          // The one at fault has the focus.
          id={at === (faultAt ?? 0) ? id : undefined}
          onChange={(changed) => onChange?.(value.map((one, index) => (index === at ? { ...one, ...changed } : one)))}
          onDrop={() => onChange?.(value.filter((_one, index) => index !== at))}
        />
      ))}
      {value.length < limits.cardFields && (
        <Button
          type="link"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange?.([...value, { kind: cardKinds.find(isFree) ?? 'own', label: '', value: '' }])}
        >
          {t('addField')}
        </Button>
      )}
    </div>
  )
}

type FieldProps = {
  at: number
  field: CardField
  /** Those that no other row has. */
  kinds: readonly CardKind[]
  isAtFault: boolean
  id: string | undefined
  onChange: (changed: Partial<CardField>) => void
  onDrop: () => void
}

function FieldRow({ at, field, kinds, isAtFault, id, onChange, onDrop }: FieldProps) {
  const { t } = useTranslation('cards')
  const number = at + 1
  return (
    <div className="cards-field-row">
      <Select<CardKind>
        className="cards-field-kind"
        aria-label={t('kindAt', { number })}
        value={field.kind}
        options={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        onChange={(kind) => onChange({ kind })}
      />
      {field.kind === 'own' && (
        <Input
          className="cards-field-label"
          aria-label={t('labelAt', { number })}
          placeholder={t('label')}
          maxLength={cardLimits.labelCharacters}
          value={field.label}
          onChange={({ target }) => onChange({ label: target.value })}
        />
      )}
      <Input
        className="cards-field-value"
        {...(id !== undefined && { id })}
        aria-label={t('valueAt', { number })}
        aria-invalid={isAtFault || undefined}
        autoComplete="off"
        maxLength={cardLimits.valueCharacters}
        value={field.value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={t('dropAt', { number })} onClick={onDrop} />
    </div>
  )
}

type LogoProps = Control<string> & {
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onFault: (fault: FormFault) => void
}

/** The gateway says what is no picture: a name and a type prove nothing. */
function Logo({ id, value = '', onChange, isBusy, onBusy, onFault, ...control }: LogoProps) {
  const { t } = useTranslation('cards')
  const dispatch = useAppDispatch()
  const link = usePhotoLink()(value)
  const input = useRef<HTMLInputElement>(null)

  async function handleChoice({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file === undefined || isBusy) return
    const tooLarge = { code: 'logoTooLarge', field: 'logo' } as const
    if (file.size >= limits.logoBytes) {
      target.value = ''
      return onFault(tooLarge)
    }
    onBusy(true)
    const outcome = await dispatch(sendLogo(file))
    onBusy(false)
    // The same file can be chosen again.
    target.value = ''
    if (outcome.ok) onChange?.(outcome.value.logo)
    else onFault({ code: outcome.code, field: 'logo' })
  }

  return (
    <div className="cards-logo" aria-busy={isBusy}>
      {link !== null && <img src={link} alt={t('logo')} />}
      <Button
        {...(id !== undefined && { id })}
        aria-describedby={control['aria-describedby']}
        loading={isBusy}
        onClick={() => input.current?.click()}
      >
        {t(value === '' ? 'chooseLogo' : 'replaceLogo')}
      </Button>
      {value !== '' && <Button onClick={() => onChange?.('')}>{t('dropLogo')}</Button>}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/gif"
        aria-label={t('chooseLogo')}
        onChange={(event) => void handleChoice(event)}
      />
    </div>
  )
}
