/** Who leaves as a file, and as what. */
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import Radio from 'antd/es/radio'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ContactFormat, contactFormats } from '#contract/contacts/contactFiles'
import { contactViews } from '#contract/endpoints/contacts/contacts'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { type ContactQuery, selectContacts } from '../contactsSlice'
import { type ExportedPeople, exportContacts } from './transferThunks'
import './transfer.css'

type Props = { query: ContactQuery; selected: readonly string[]; onClose: () => void }
type Who = 'all' | 'shown' | 'selection'

export function ContactExportDialog({ query: { group, typed }, selected, onClose }: Props) {
  const { t } = useTranslation(['contactFiles', 'contacts', 'common'])
  const dispatch = useAppDispatch()
  const { contacts, groups } = useAppSelector(selectContacts)
  const isWhole = group === 'all' && typed === ''
  const [who, setWho] = useState<Who>(selected.length > 0 ? 'selection' : isWhole ? 'all' : 'shown')
  const [format, setFormat] = useState<ContactFormat>('csv')
  const [isBusy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(true)
  const ids = { who: useId(), format: useId() }
  const view = contactViews.find((one) => one === group)
  const named = groups.find(({ id }) => id === group)?.name
  const place = named === undefined ? t(`contacts:views.${group}`) : t('groupOf', { group: named })

  async function handleDownload() {
    const shown: ExportedPeople = view === undefined ? { group, typed } : { view, typed }
    const people: Readonly<Record<Who, ExportedPeople>> = { all: {}, shown, selection: { ids: [...selected] } }
    setBusy(true)
    const isGoing = await dispatch(exportContacts(people[who], format, t('fileName')))
    setBusy(false)
    if (isGoing) setOpen(false)
  }

  const choices: readonly { value: Who; label: string }[] = [
    { value: 'all', label: t('all', { count: contacts.length }) },
    ...(isWhole ? [] : [{ value: 'shown' as const, label: typed === '' ? place : t('found', { typed }) }]),
    ...(selected.length === 0
      ? []
      : [{ value: 'selection' as const, label: t('selection', { count: selected.length }) }]),
  ]
  return (
    <Modal open={isOpen} title={t('exportTitle')} footer={null} afterClose={onClose} onCancel={() => setOpen(false)}>
      <div className="contact-files">
        <h2 id={ids.who}>{t('who')}</h2>
        <Radio.Group
          vertical
          aria-labelledby={ids.who}
          value={who}
          onChange={(event) => setWho(event.target.value)}
          options={[...choices]}
        />
        <h2 id={ids.format}>{t('format')}</h2>
        <Radio.Group
          vertical
          aria-labelledby={ids.format}
          value={format}
          onChange={(event) => setFormat(event.target.value)}
          options={contactFormats.map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
        <p className="contact-files-hint">{t('formatHint')}</p>
        <div className="antd-form-actions">
          <Button
            type="primary"
            loading={isBusy}
            disabled={contacts.length === 0}
            onClick={() => void handleDownload()}
          >
            {t('download')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
        </div>
      </div>
    </Modal>
  )
}
