/** All fields of a contact, to be written or changed; it asks before it drops what was typed. */
import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import AutoComplete from 'antd/es/auto-complete'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import * as v from 'valibot'
import {
  type ContactDetails,
  type ContactRecord,
  contactLabels,
  contactLimits,
  contactRecord,
  type DetailField,
  type LabelledValue,
  noDetails,
  type SomeDetails,
} from '#contract/contacts/contactDetails'
import { checkDetails, cleanDetails, withDetails } from '#contract/contacts/detailsRules'
import { limits } from '#contract/limits'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { useConfirm } from '#src/components/antd/useConfirm'
import type { Failure } from '#src/lib/http/outcome'
import { inNameOrder } from '#src/lib/i18n/byName'
import { selectUser } from '#src/store/session/session'
import { useAppDispatch, useAppSelector, useAppStore } from '#src/store/typed'
import { storeContact } from './contactChanges'
import { selectContacts } from './contactsSlice'
import { type ContactsAddress, formKeys } from './useContactsAddress'

type Props = {
  /** Null for a new one. */
  contact: ContactRecord | null
  address: ContactsAddress
}

/** What was saved elsewhere meanwhile, in fields that were changed here too. */
type Conflict = { readonly theirs: ContactRecord; readonly fields: readonly DetailField[] }

const textFields = [
  'nickname',
  'company',
  'birthday',
  'address',
  'postcode',
  'fax',
  'familyPhone',
  'familyAddress',
  'familyInfo',
  'notes',
] as const
const longFields: readonly string[] = ['address', 'familyAddress', 'familyInfo', 'notes']
const detailFields: readonly DetailField[] = ['name', 'emails', 'phones', 'groups', ...textFields]

/** What the form holds as the gateway takes it. */
function detailsOf(values: ContactDetails): SomeDetails {
  const birthday = values.birthday.trim()
  // A day without its year, as people write it.
  const day = /^\d{2}-\d{2}$/.test(birthday) ? `--${birthday}` : birthday
  return cleanDetails({ ...values, birthday: day })
}

const valuesOf = (details: ContactDetails): ContactDetails => ({
  ...details,
  birthday: details.birthday.replace(/^--/, ''),
  emails: details.emails.length > 0 ? details.emails : [{ label: '', value: '' }],
  phones: details.phones.length > 0 ? details.phones : [{ label: '', value: '' }],
})

function changesOf(base: ContactDetails, details: SomeDetails): SomeDetails {
  const isSame = (field: DetailField) => JSON.stringify(details[field]) === JSON.stringify(base[field])
  return Object.fromEntries(detailFields.filter((field) => !isSame(field)).map((field) => [field, details[field]]))
}

type Fault = { readonly fault: FormFault; readonly at: number; readonly existing: string }

/** `emails.1` counts neither empty entries nor those there twice: which one of the form is it? */
function faultOf(field: string, values: ContactDetails, details: SomeDetails, message = ''): Fault {
  const [name = '', index = '0'] = field.split('.')
  const fault = { field: name, message: message || `contacts:wrong.${name}` }
  if (name !== 'emails' && name !== 'phones') return { fault, at: 0, existing: '' }
  const wrong = details[name]?.[Number(index)]?.value
  const clean = (value: LabelledValue) => cleanDetails({ [name]: [value] })[name]?.[0]?.value
  return {
    fault,
    at: Math.max(
      0,
      values[name].findIndex((value) => clean(value) === wrong),
    ),
    existing: '',
  }
}

function refusalOf(failure: Failure, values: ContactDetails, details: SomeDetails): Fault {
  const { code, field, payload } = failure
  if (code === 'badField' && field !== undefined) return faultOf(field.replace(/^contact\./, ''), values, details)
  if (code === 'contactExists')
    return { ...faultOf('name', values, details, 'errors:contactExists'), existing: String(payload.existing ?? '') }
  return { fault: { code }, at: 0, existing: '' }
}

const conflictFields = v.array(v.picklist(detailFields))

function conflictOf({ code, payload }: Failure): Conflict | null {
  const theirs = v.safeParse(contactRecord, payload.contact)
  const fields = v.safeParse(conflictFields, payload.fields)
  if (code !== 'contactChanged' || !theirs.success) return null
  return { theirs: theirs.output, fields: fields.success ? fields.output : [] }
}

/** What the form began with, what is wrong with it, and how it is saved. */
function useContactForm(contact: ContactRecord | null, onSaved: (id: string) => void) {
  const dispatch = useAppDispatch()
  const [base, setBase] = useState(contact)
  const [initial, setInitial] = useState(() => valuesOf(contact ?? noDetails))
  const [fault, setFault] = useState<Fault | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function save(typed: ContactDetails) {
    if (isSaving) return
    const values = { ...initial, ...typed }
    const details = detailsOf(values)
    const wrong = checkDetails(details)
    if (wrong !== null) return setFault(faultOf(wrong, values, details))
    const changes = base === null ? details : changesOf(base, details)
    if (base !== null && Object.keys(changes).length === 0) return onSaved(base.id)
    setSaving(true)
    const outcome = await dispatch(storeContact(base, changes))
    setSaving(false)
    if (outcome.ok) return onSaved(outcome.value.contact.id)
    const found = conflictOf(outcome)
    if (found === null) return setFault(refusalOf(outcome, values, details))
    // Saved again, it is an edit of what is there now; what was changed here stands.
    setConflict(found)
    setBase(found.theirs)
    setInitial(valuesOf(withDetails(found.theirs, changes)))
    setFault(null)
  }
  return { version: base?.version ?? 'new', initial, fault, conflict, isSaving, save, forgive: () => setFault(null) }
}

export function ContactForm({ contact, address }: Props) {
  const { t } = useTranslation('contacts')
  const { noteChange, noteSaved, holder } = useUnsaved()
  const form = useContactForm(contact, (id) => {
    noteSaved()
    address.go({ id, edit: '' }, true)
  })
  const { fault, conflict } = form
  const existing = fault?.existing ?? ''

  return (
    <>
      <div className="contacts-tools">
        <Button
          type="text"
          className="contacts-back"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label={t('back')}
          onClick={() => address.go({ edit: '' })}
        />
        <h2>{t(contact === null ? 'add' : 'editTitle')}</h2>
      </div>
      <div className="contacts-form">
        <AntdForm<ContactDetails>
          // Fields begin anew with what is there now.
          key={form.version}
          fault={fault?.fault ?? null}
          initialValues={form.initial}
          onValuesChange={() => {
            noteChange()
            form.forgive()
          }}
          onFinish={(values) => void form.save(values)}
        >
          {conflict !== null && <ConflictNote conflict={conflict} />}
          <FormFields
            fault={fault}
            onExisting={existing === '' ? null : () => address.go({ id: existing, edit: '' })}
          />
          <div className="antd-form-actions">
            <Button type="primary" htmlType="submit" loading={form.isSaving}>
              {t('save')}
            </Button>
            <Button onClick={() => address.go({ edit: '' })}>{t('cancel')}</Button>
          </div>
        </AntdForm>
      </div>
      {holder}
    </>
  )
}

/** Asks before typed text is left behind, wherever the way leads. */
function useUnsaved() {
  const { t } = useTranslation('common')
  const { confirm, holder } = useConfirm()
  const store = useAppStore()
  const isChanged = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const [here, there] = [new URLSearchParams(currentLocation.search), new URLSearchParams(nextLocation.search)]
    const isLeft =
      currentLocation.pathname !== nextLocation.pathname || formKeys.some((key) => here.get(key) !== there.get(key))
    // Whoever is signed out has left already.
    return isChanged.current && isLeft && selectUser(store.getState()) !== null
  })
  const ask = useEffectEvent(() => confirm({ title: t('discardTitle'), yes: t('discard'), isDanger: true }))
  const answer = useEffectEvent((isDropped: boolean) => {
    // Another step may have been made behind the question.
    if (blocker.state !== 'blocked') return
    if (isDropped) blocker.proceed()
    else blocker.reset()
  })
  const isAsking = useRef(false)
  // A step right after the answer is blocked before this one is seen as let go: its place differs.
  const wanted = blocker.state === 'blocked' ? blocker.location : null
  useEffect(() => {
    if (wanted === null || isAsking.current) return
    isAsking.current = true
    void ask().then((isDropped) => {
      isAsking.current = false
      answer(isDropped)
    })
  }, [wanted])
  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (isChanged.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [])
  return {
    noteChange: () => {
      isChanged.current = true
    },
    noteSaved: () => {
      isChanged.current = false
    },
    holder,
  }
}

type FieldsProps = { fault: Fault | null; onExisting: (() => void) | null }

function FormFields({ fault, onExisting }: FieldsProps) {
  const { t, i18n } = useTranslation('contacts')
  const { groups } = useAppSelector(selectContacts)
  const faultAt = (field: string) =>
    fault !== null && 'field' in fault.fault && fault.fault.field === field ? fault.at : null
  return (
    <>
      <FormRow name="name" label={t('fields.name')} isNarrow>
        <Input autoComplete="off" maxLength={limits.contactNameCharacters * 2} />
      </FormRow>
      {onExisting !== null && (
        <Button type="link" className="contacts-existing" onClick={onExisting}>
          {t('openExisting')}
        </Button>
      )}
      <FormRow name="emails" label={t('fields.emails')} isNarrow>
        <ValueRows kind="emails" faultAt={faultAt('emails')} />
      </FormRow>
      <FormRow name="phones" label={t('fields.phones')} isNarrow>
        <ValueRows kind="phones" faultAt={faultAt('phones')} />
      </FormRow>
      {groups.length > 0 && (
        <FormRow name="groups" label={t('fields.groups')} isNarrow>
          <Select
            mode="multiple"
            optionFilterProp="label"
            options={inNameOrder(groups, i18n.language).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </FormRow>
      )}
      {textFields.map((field) => (
        <FormRow
          key={field}
          name={field}
          label={t(`fields.${field}`)}
          isNarrow
          {...(field === 'birthday' && { help: t('birthdayHint') })}
        >
          {longFields.includes(field) ? (
            <Input.TextArea autoSize={{ minRows: 1, maxRows: 8 }} maxLength={contactLimits.fields[field]} />
          ) : (
            <Input autoComplete="off" maxLength={contactLimits.fields[field]} />
          )}
        </FormRow>
      ))}
    </>
  )
}

/** A label of the contract is translated; any other is shown as it is. */
export function useLabelText(): (label: string) => string {
  const { t } = useTranslation('contacts')
  const known: readonly string[] = contactLabels
  return (label) => (known.includes(label) ? t(`labels.${label}`) : label)
}

type ValuesProps = {
  kind: 'emails' | 'phones'
  faultAt: number | null
  /** These come from the row. */
  id?: string
  value?: readonly LabelledValue[]
  onChange?: (values: readonly LabelledValue[]) => void
  'aria-invalid'?: boolean
}

/** Several addresses or phone numbers, each with its label. */
function ValueRows({ kind, faultAt, id, value = [], onChange }: ValuesProps) {
  const { t } = useTranslation('contacts')
  const textOf = useLabelText()
  const change = (at: number, changed: Partial<LabelledValue>) =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...changed } : one)))
  // A row has no name but its number.
  const rows = value.map((one, at) => ({ ...one, at }))
  // One that is offered is stored by its word in the contract, so that each language shows its own.
  const labelOf = (text: string) => contactLabels.find((label) => textOf(label) === text) ?? text

  return (
    <div className="contacts-values">
      {rows.map(({ at, ...one }) => (
        <div key={at} className="contacts-value-row">
          <Input
            // The one at fault has the focus.
            {...(at === (faultAt ?? 0) && id !== undefined && { id })}
            aria-label={t(`${kind}At`, { number: at + 1 })}
            aria-invalid={at === faultAt || undefined}
            type={kind === 'emails' ? 'email' : 'tel'}
            autoComplete="off"
            maxLength={kind === 'emails' ? 320 : contactLimits.phoneCharacters}
            value={one.value}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          <AutoComplete<string>
            aria-label={t(`${kind}LabelAt`, { number: at + 1 })}
            placeholder={t('labels.none')}
            value={textOf(one.label)}
            onChange={(label) => change(at, { label: labelOf((label ?? '').slice(0, contactLimits.labelCharacters)) })}
            options={contactLabels.map((label) => ({ value: textOf(label) }))}
          />
          {value.length > 1 && (
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t(`${kind}Drop`, { number: at + 1 })}
              onClick={() => onChange?.(value.filter((_one, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {value.length < contactLimits.values && (
        <Button
          type="link"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange?.([...value, { label: '', value: '' }])}
        >
          {t(`${kind}Add`)}
        </Button>
      )}
    </div>
  )
}

/** Both texts of a field that was changed in two places: the one here stands in the form. */
function ConflictNote({ conflict: { theirs, fields } }: { conflict: Conflict }) {
  const { t } = useTranslation('contacts')
  const { groups } = useAppSelector(selectContacts)
  const form = Form.useFormInstance<ContactDetails>()
  const textOf = (field: DetailField): string => {
    const value = theirs[field]
    if (typeof value === 'string') return value
    if (typeof value === 'boolean') return ''
    const texts = value.map((one) =>
      typeof one === 'string' ? (groups.find(({ id }) => id === one)?.name ?? '') : one.value,
    )
    return texts.join(', ')
  }
  return (
    <section className="contacts-conflict" role="alert">
      <p>{t(fields.length === 0 ? 'changedElsewhere' : 'changedBoth')}</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <span>
              <strong>{t(`fields.${field}`)}</strong> {textOf(field) || t('nothing')}
            </span>
            <Button size="small" onClick={() => form.setFieldValue(field, valuesOf(theirs)[field])}>
              {t('takeTheirs')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
