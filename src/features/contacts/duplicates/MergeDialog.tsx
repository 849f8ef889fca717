/** Contacts side by side with the one that will come of them; merged only from here. */
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import Radio from 'antd/es/radio'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactDetails, ContactRecord } from '#contract/contacts/contactDetails'
import { checkDetails, mergedDetails } from '#contract/contacts/detailsRules'
import { readableAddress } from '#contract/mail/domainSpelling'
import { Avatar } from '#src/components/brand/Avatar'
import { usePhotoLink } from '#src/store/session/usePhotoLink'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { mergeInto } from '../contactChanges'
import { selectContacts } from '../contactsSlice'

/** Of these the merged contact has one value. */
const chosenFields = [
  'name',
  'nickname',
  'company',
  'birthday',
  'address',
  'postcode',
  'fax',
  'familyPhone',
  'familyAddress',
  'familyInfo',
] as const
type ChosenField = (typeof chosenFields)[number]
/** Of these it has all. */
const unitedFields = ['emails', 'phones', 'groups', 'notes'] as const

type Props = {
  /** Two or more; the first one stays. */
  contacts: readonly ContactRecord[]
  onMerged?: (contact: ContactRecord) => void
  onClose: () => void
}

export function MergeDialog({ contacts, onMerged, onClose }: Props) {
  const { t } = useTranslation(['contacts', 'common'])
  const dispatch = useAppDispatch()
  const [chosen, setChosen] = useState<Partial<Record<ChosenField, string>>>({})
  const [photo, setPhoto] = useState(contacts.find((contact) => contact.photo !== '')?.photo ?? '')
  const [isMerging, setMerging] = useState(false)
  const [isOpen, setOpen] = useState(true)
  const result = mergedDetails(contacts, chosen)
  // Imported people may have no address.
  const wrong = checkDetails(result.emails.length === 0 ? { ...result, emails: undefined } : result)

  async function handleMerge() {
    setMerging(true)
    const ids = contacts.map(({ id }) => id)
    const contact = await dispatch(mergeInto(ids, chosen, photo))
    setMerging(false)
    if (contact === null) return
    setOpen(false)
    onMerged?.(contact)
  }

  return (
    <Modal
      open={isOpen}
      title={t('mergeMany', { count: contacts.length })}
      footer={null}
      width={880}
      afterClose={onClose}
      onCancel={() => isMerging || setOpen(false)}
    >
      <p className="contacts-merge-hint">{t('mergeHint')}</p>
      <MergeTable
        contacts={contacts}
        result={result}
        photo={photo}
        onChoose={(field, value) => setChosen({ ...chosen, [field]: value })}
        onPhoto={setPhoto}
      />
      {wrong !== null && (
        <p className="antd-fault" role="alert">
          {t('mergeFault', { field: t(`fields.${wrong.split('.')[0] ?? ''}`) })}
        </p>
      )}
      <div className="antd-form-actions">
        <Button type="primary" loading={isMerging} disabled={wrong !== null} onClick={() => void handleMerge()}>
          {t('merge')}
        </Button>
        <Button onClick={() => isMerging || setOpen(false)}>{t('common:cancel')}</Button>
      </div>
    </Modal>
  )
}

type TableProps = Pick<Props, 'contacts'> & {
  result: ContactDetails
  photo: string
  onChoose: (field: ChosenField, value: string) => void
  onPhoto: (photo: string) => void
}

function MergeTable({ contacts, result, photo, onChoose, onPhoto }: TableProps) {
  const { t } = useTranslation('contacts')
  const textsOf = useFieldTexts()
  const linkOf = usePhotoLink()
  const columns = contacts.map((contact, at) => ({ contact, number: at + 1 }))
  const faces = contacts.filter((contact) => contact.photo !== '')

  return (
    <div className="contacts-merge">
      <table>
        <MergeHead contacts={contacts} />
        <tbody>
          {faces.length > 0 && (
            <MergeRow
              label={t('mergePhoto')}
              cells={columns.map(({ contact, number }) => ({
                id: contact.id,
                shown: contact.photo !== '' && <Avatar name={contact.name} photo={linkOf(contact.photo)} />,
                text: t('mergeFrom', { number }),
                isTaken: contact.photo === photo,
                onTake: faces.length > 1 && contact.photo !== '' ? () => onPhoto(contact.photo) : null,
              }))}
              result={<Avatar name={result.name} photo={linkOf(photo)} />}
            />
          )}
          {chosenFields
            .filter((field) => result[field] !== '')
            .map((field) => (
              <ChoiceRow key={field} field={field} contacts={contacts} result={result} onChoose={onChoose} />
            ))}
          {unitedFields
            .filter((field) => result[field].length > 0)
            .map((field) => (
              <MergeRow
                key={field}
                label={t(`fields.${field}`)}
                cells={columns.map(({ contact }) => ({
                  id: contact.id,
                  shown: <Texts of={textsOf(contact, field)} />,
                  text: '',
                  isTaken: false,
                  onTake: null,
                }))}
                result={<Texts of={textsOf(result, field)} />}
              />
            ))}
        </tbody>
      </table>
    </div>
  )
}

function MergeHead({ contacts }: Pick<Props, 'contacts'>) {
  const { t } = useTranslation('contacts')
  const columns = contacts.map(({ id }, at) => ({ id, number: at + 1 }))
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t('mergeField')}</span>
        </th>
        {columns.map(({ id, number }) => (
          <th key={id} scope="col">
            {t('mergeFrom', { number })}
          </th>
        ))}
        <th scope="col" className="contacts-merge-result">
          {t('mergeResult')}
        </th>
      </tr>
    </thead>
  )
}

type ChoiceProps = Pick<TableProps, 'contacts' | 'result' | 'onChoose'> & { field: ChosenField }

/** A field of which the merged contact has one value: where they differ, one is chosen. */
function ChoiceRow({ field, contacts, result, onChoose }: ChoiceProps) {
  const { t } = useTranslation('contacts')
  const textsOf = useFieldTexts()
  const values = contacts.map((contact) => contact[field])
  const differ = new Set(values.filter(Boolean)).size > 1
  return (
    <MergeRow
      label={t(`fields.${field}`)}
      cells={contacts.map((contact, at) => ({
        id: contact.id,
        shown: <Texts of={textsOf(contact, field)} />,
        text: contact[field],
        isTaken: contact[field] === result[field],
        // What two have alike can be chosen once.
        onTake:
          differ && contact[field] !== '' && values.indexOf(contact[field]) === at
            ? () => onChoose(field, contact[field])
            : null,
      }))}
      result={<Texts of={textsOf(result, field)} />}
    />
  )
}

type Cell = {
  readonly id: string
  readonly shown: ReactNode
  /** What it is called where it can be taken. */
  readonly text: string
  readonly isTaken: boolean
  readonly onTake: (() => void) | null
}

function MergeRow({ label, cells, result }: { label: string; cells: readonly Cell[]; result: ReactNode }) {
  const { t } = useTranslation('contacts')
  const group = useId()
  return (
    <tr>
      <th scope="row">{label}</th>
      {cells.map(({ id, shown, text, isTaken, onTake }) => (
        <td key={id}>
          {onTake === null ? (
            shown
          ) : (
            <Radio
              name={group}
              checked={isTaken}
              aria-label={t('mergeTake', { field: label, value: text })}
              onChange={onTake}
            >
              {shown}
            </Radio>
          )}
        </td>
      ))}
      <td className="contacts-merge-result">{result}</td>
    </tr>
  )
}

function Texts({ of }: { of: readonly string[] }) {
  return of.map((text) => (
    <bdi key={text} className="contacts-merge-text">
      {text}
    </bdi>
  ))
}

type ShownField = ChosenField | (typeof unitedFields)[number]

/** The values of a field as they are read, each once. */
function useFieldTexts(): (contact: ContactDetails, field: ShownField) => readonly string[] {
  const { groups } = useAppSelector(selectContacts)
  return (contact, field) => {
    if (field === 'groups') return groups.filter(({ id }) => contact.groups.includes(id)).map(({ name }) => name)
    if (field === 'birthday') return [contact.birthday.replace(/^--/, '')]
    const value = contact[field]
    if (typeof value === 'string') return [value]
    return value.map((one) => (field === 'emails' ? readableAddress(one.value) : one.value))
  }
}
