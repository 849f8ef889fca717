/** Every field of a question, with the text that says the same below it. */
import DatePicker from 'antd/es/date-picker'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { anywhere, searchLocations } from '#contract/endpoints/mail/mail'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { type Dayjs, dayjs } from '#src/lib/dates'
import { selectFolders } from '#src/store/mail/folders'
import { useAppSelector } from '#src/store/typed'
import { queryFault } from '../searchFind'
import {
  formatQuery,
  parseQuery,
  readSize,
  type SearchLocation,
  type SearchQuery,
  textFields,
  writeSize,
  yesOrNo,
} from '../searchQuery'
import { folderIdOf, folderTextOf } from '../useRunSearch'
import './AdvancedForm.css'

type Props = { name: string; query: SearchQuery; onSubmit: (query: SearchQuery) => void }

const sizeFields = ['larger', 'smaller'] as const
const dayFields = ['after', 'before'] as const
const answers = { any: null, yes: true, no: false } as const

type Values = Pick<SearchQuery, (typeof textFields)[number] | 'words' | 'folder'> &
  Readonly<Record<(typeof yesOrNo)[number], keyof typeof answers>> &
  Readonly<Record<(typeof dayFields)[number], Dayjs | null>> &
  Readonly<Record<(typeof sizeFields)[number], string>> & { readonly location?: SearchLocation | undefined }

const answerOf = (value: boolean | null) => (value === null ? 'any' : value ? 'yes' : 'no')
const dayOf = (value: string) => (value === '' ? null : dayjs(value))
const sizeOf = (value: number | null) => (value === null ? '' : writeSize(value))

function valuesOf(query: SearchQuery, folder: string): Values {
  const { hasAttachment, seen, flagged, urgent, after, before, larger, smaller, ...texts } = query
  return {
    ...texts,
    folder,
    // Where to look is chosen with the words that are looked for (SPEC §5).
    location: query.words === '' ? undefined : query.location,
    hasAttachment: answerOf(hasAttachment),
    seen: answerOf(seen),
    flagged: answerOf(flagged),
    urgent: answerOf(urgent),
    after: dayOf(after),
    before: dayOf(before),
    larger: sizeOf(larger),
    smaller: sizeOf(smaller),
  }
}

/** A size that is none counts as not given. */
function queryOf(values: Values): SearchQuery {
  const { hasAttachment, seen, flagged, urgent, after, before, larger, smaller, location, ...texts } = values
  return {
    ...texts,
    location: location ?? 'all',
    hasAttachment: answers[hasAttachment],
    seen: answers[seen],
    flagged: answers[flagged],
    urgent: answers[urgent],
    after: after?.format('YYYY-MM-DD') ?? '',
    before: before?.format('YYYY-MM-DD') ?? '',
    larger: larger === '' ? null : readSize(larger),
    smaller: smaller === '' ? null : readSize(smaller),
  }
}

function faultIn(values: Values, query: SearchQuery): FormFault | null {
  const wrong = sizeFields.find((name) => values[name] !== '' && readSize(values[name]) === null)
  if (wrong !== undefined) return { field: wrong, message: 'search:sizeFault' }
  if (query.words !== '' && values.location === undefined) return { field: 'location', message: 'search:locationFault' }
  const refusal = queryFault(query)
  return refusal && { field: 'words', message: `errors:${refusal}` }
}

export function AdvancedForm({ name, query: given, onSubmit }: Props) {
  const { t } = useTranslation(['search', 'errors'])
  const folders = useAppSelector(selectFolders)
  const folder = given.folder === '' ? '' : folderIdOf(given.folder, folders, (id) => t(`search:folder.${id}`))
  const [initial] = useState(() => valuesOf(given, folder))
  const [fault, setFault] = useState<FormFault | null>(null)

  function handleFinish(values: Values) {
    const query = queryOf(values)
    // Operators that were typed among the words count as such.
    const asked = parseQuery(`${query.words} ${formatQuery({ ...query, words: '' })}`)
    const whole = { ...asked, location: query.location, folder: asked.folder || query.folder }
    const found = faultIn(values, whole)
    setFault(found)
    if (found === null) onSubmit(whole)
  }

  const folderChoices = [
    { value: '', label: t('search:allFolders') },
    { value: anywhere, label: t('search:folder.anywhere') },
    ...folders.map(({ id, name: own }) => ({
      value: id,
      label: folderTextOf(id, folders) === id ? t(`search:folder.${id}`, { defaultValue: own }) : own,
    })),
  ]
  const choice = (field: (typeof yesOrNo)[number]) => (
    <FormRow key={field} isNarrow name={field} label={t(`search:choice.${field}.label`)}>
      <Select
        options={[
          { value: 'any', label: t('search:any') },
          { value: 'yes', label: t(`search:choice.${field}.yes`) },
          { value: 'no', label: t(`search:choice.${field}.no`) },
        ]}
      />
    </FormRow>
  )
  return (
    <AntdForm<Values>
      name={name}
      className="search-form"
      fault={fault}
      initialValues={initial}
      onValuesChange={() => setFault(null)}
      onFinish={handleFinish}
    >
      <FormRow isNarrow name="words" label={t('search:words')}>
        <Input maxLength={200} />
      </FormRow>
      <FormRow isNarrow name="location" label={t('search:location')}>
        <Select
          placeholder={t('search:locationFault')}
          options={searchLocations.map((value) => ({ value, label: t(`search:at.${value}`) }))}
        />
      </FormRow>
      <FormRow isNarrow name="folder" label={t('search:inFolder')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={folderChoices} />
      </FormRow>
      {textFields.map((field) => (
        <FormRow key={field} isNarrow name={field} label={t(`search:field.${field}`)}>
          <Input maxLength={200} />
        </FormRow>
      ))}
      {choice('hasAttachment')}
      {dayFields.map((field) => (
        <FormRow key={field} isNarrow name={field} label={t(`search:${field}`)}>
          <DatePicker />
        </FormRow>
      ))}
      {sizeFields.map((field) => (
        <FormRow key={field} isNarrow name={field} label={t(`search:${field}`)}>
          <Input maxLength={20} placeholder={t('search:sizeHint')} />
        </FormRow>
      ))}
      {yesOrNo.filter((field) => field !== 'hasAttachment').map(choice)}
      <AsText initial={initial} />
    </AntdForm>
  )
}

/** The same question as it would be typed; apart, so that a key draws this alone anew. */
function AsText({ initial }: { initial: Values }) {
  const { t } = useTranslation('search')
  const folders = useAppSelector(selectFolders)
  const values = Form.useWatch<Values>([], Form.useFormInstance<Values>()) ?? initial
  return (
    <Form.Item className="search-form-text">
      {t('asText')} <code>{formatQuery(queryOf(values), folderTextOf(values.folder, folders)) || '—'}</code>
    </Form.Item>
  )
}
