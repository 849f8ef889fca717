/** The contact that is open: what it holds, and what can be done with it. */
import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import Button from 'antd/es/button'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ContactRecord, LabelledValue } from '#contract/contacts/contactDetails'
import { openContact } from '#contract/endpoints/contacts/contacts'
import { readableAddress } from '#contract/mail/domainSpelling'
import { Avatar } from '#src/components/brand/Avatar'
import { smallPicture } from '#src/components/browser/smallPicture'
import { Menu } from '#src/components/menu/Menu'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { useReply } from '#src/store/ask'
import { loadChunk } from '#src/store/loadChunk'
import { selectIsFree } from '#src/store/session/session'
import { usePhotoLink } from '#src/store/session/usePhotoLink'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { ContactForm, useLabelText } from './ContactForm'
import { deleteContacts, setStars, storePhoto } from './contactChanges'
import { selectContacts } from './contactsSlice'
import type { ContactsAddress } from './useContactsAddress'
import { useWriteToPeople } from './useWriteToPeople'

export function ContactPane({ address }: { address: ContactsAddress }) {
  const { t } = useTranslation('contacts')
  if (address.id === '') return <EmptyState title={t('nothingOpen')} hint={t('nothingOpenHint')} />
  return <OpenContact address={address} />
}

function OpenContact({ address }: { address: ContactsAddress }) {
  const { t } = useTranslation('contacts')
  const { version } = useAppSelector(selectContacts)
  const answer = useReply(openContact, { id: address.id }, version)
  const shown = answer.last?.contact ?? null

  if (address.edit === 'open' && shown !== null) return <ContactForm contact={shown} address={address} />
  if (answer.state === 'failed' && (shown === null || answer.code === 'notFound'))
    return answer.code === 'notFound' ? (
      <EmptyState
        title={t('gone')}
        hint={t('goneHint')}
        action={<Button onClick={() => address.go({ id: '', edit: '' })}>{t('back')}</Button>}
      />
    ) : (
      <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
    )
  if (shown === null)
    return (
      <div className="contacts-instead" aria-busy="true">
        <Skeleton lines={6} />
      </div>
    )
  return (
    <>
      <PaneTools contact={shown} address={address} />
      <ContactView contact={shown} />
    </>
  )
}

/** Another contact may have been opened while this one was deleted. */
const isOpenNow = (id: string) => new URLSearchParams(window.location.search).get('id') === id

type Props = { contact: ContactRecord; address: ContactsAddress }

function PaneTools({ contact, address }: Props) {
  const { t } = useTranslation(['contacts', 'layout'])
  const dispatch = useAppDispatch()
  const { writeTo } = useWriteToPeople()
  const isFree = useAppSelector(selectIsFree)
  const navigate = useNavigate()
  const { id, name, emails, starred } = contact
  const [first] = emails

  async function showMessages(email: string) {
    const part = await dispatch(loadChunk(() => import('../search')))
    if (part !== null) void navigate(part.pathToMailWith(email))
  }

  async function handleRemove() {
    if ((await dispatch(deleteContacts([id]))) && isOpenNow(id)) address.go({ id: '' }, true)
  }

  return (
    <div className="contacts-tools" role="toolbar" aria-label={t('tools')}>
      <Button
        type="text"
        className="contacts-back"
        icon={<ArrowLeftOutlined aria-hidden />}
        aria-label={t('back')}
        onClick={() => address.go({ id: '' })}
      />
      <Button
        type="text"
        icon={<MailOutlined aria-hidden />}
        disabled={isFree || first === undefined}
        title={isFree ? t('layout:freeReason') : undefined}
        onClick={() => first !== undefined && void writeTo([{ name, address: first.value }])}
      >
        {t('write')}
      </Button>
      <Button
        type="text"
        icon={<SearchOutlined aria-hidden />}
        disabled={first === undefined}
        onClick={() => first !== undefined && void showMessages(first.value)}
      >
        {t('messages')}
      </Button>
      <Button type="text" icon={<EditOutlined aria-hidden />} onClick={() => address.go({ edit: 'open' })}>
        {t('edit')}
      </Button>
      <Button
        type="text"
        icon={starred ? <StarFilled className="contacts-star" aria-hidden /> : <StarOutlined aria-hidden />}
        aria-label={t(starred ? 'unstar' : 'star')}
        title={t(starred ? 'unstar' : 'star')}
        onClick={() => void dispatch(setStars([id], !starred))}
      />
      <Button type="text" icon={<DeleteOutlined aria-hidden />} onClick={() => void handleRemove()}>
        {t('remove')}
      </Button>
    </div>
  )
}

const lines = [
  'company',
  'birthday',
  'fax',
  'address',
  'postcode',
  'familyPhone',
  'familyAddress',
  'familyInfo',
  'notes',
] as const

function ContactView({ contact }: Pick<Props, 'contact'>) {
  const { t } = useTranslation('contacts')
  const { groups } = useAppSelector(selectContacts)
  const { name, nickname, company, starred } = contact
  const known = groups.filter(({ id }) => contact.groups.includes(id))

  return (
    <div className="contacts-view">
      <header className="contacts-view-head">
        <ContactPhoto contact={contact} />
        <div className="contacts-view-names">
          <h2>
            <bdi>{name}</bdi> {starred && <StarFilled className="contacts-star" aria-label={t('starred')} />}
          </h2>
          {(nickname !== '' || company !== '') && <p>{[nickname, company].filter(Boolean).join(' · ')}</p>}
          {known.length > 0 && (
            <ul className="contacts-chips" aria-label={t('fields.groups')}>
              {known.map((group) => (
                <li key={group.id}>
                  <bdi>{group.name}</bdi>
                </li>
              ))}
            </ul>
          )}
        </div>
      </header>
      <dl className="contacts-fields">
        <Reachable contact={contact} />
        {lines.map((field) => (
          <Line key={field} label={t(`fields.${field}`)} isShown={contact[field] !== ''}>
            {field === 'birthday' ? contact.birthday.replace(/^--/, '') : contact[field]}
          </Line>
        ))}
      </dl>
    </div>
  )
}

/** The addresses, each of which can be written to, and the phone numbers. */
function Reachable({ contact: { name, emails, phones } }: Pick<Props, 'contact'>) {
  const { t } = useTranslation('contacts')
  const { writeTo } = useWriteToPeople()
  const isFree = useAppSelector(selectIsFree)
  return (
    <>
      <Line label={t('fields.emails')} isShown={emails.length > 0}>
        {emails.map((email) => (
          <Value key={email.value} of={email}>
            {isFree ? (
              readableAddress(email.value)
            ) : (
              <button
                type="button"
                className="ep-link"
                title={t('writeTo', { address: readableAddress(email.value) })}
                onClick={() => void writeTo([{ name, address: email.value }])}
              >
                {readableAddress(email.value)}
              </button>
            )}
          </Value>
        ))}
      </Line>
      <Line label={t('fields.phones')} isShown={phones.length > 0}>
        {phones.map((phone) => (
          <Value key={phone.value} of={phone}>
            {phone.value}
          </Value>
        ))}
      </Line>
    </>
  )
}

function Line({ label, isShown, children }: { label: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Value({ of, children }: { of: LabelledValue; children: ReactNode }) {
  const textOf = useLabelText()
  return (
    <div className="contacts-value">
      {children}
      {of.label !== '' && <span className="contacts-label">{textOf(of.label)}</span>}
    </div>
  )
}

/** The photo, or the name's first letter, with the menu that changes it. */
function ContactPhoto({ contact: { id, name, photo } }: { contact: ContactRecord }) {
  const { t } = useTranslation('contacts')
  const dispatch = useAppDispatch()
  const link = usePhotoLink()(photo)
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)

  async function store(picture: Blob | null) {
    setBusy(true)
    await dispatch(storePhoto(id, picture))
    setBusy(false)
  }

  async function handleChoice({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file can be chosen again.
    target.value = ''
    if (file === undefined) return
    const picture = await smallPicture(file)
    if (picture === null) dispatch(noticeShown({ tone: 'error', message: 'contacts:wrong.photo' }))
    else await store(picture)
  }

  const items = [
    { key: 'choose', label: t(photo === '' ? 'choosePhoto' : 'replacePhoto'), onChoose: () => input.current?.click() },
    ...(photo === '' ? [] : [{ key: 'remove', label: t('removePhoto'), onChoose: () => void store(null) }]),
  ]
  return (
    <div className="contacts-photo" aria-busy={isBusy}>
      {link === null ? (
        <Avatar name={name} size={72} />
      ) : (
        <img src={link} alt={t('photoOf', { name })} width={72} height={72} />
      )}
      <Menu label={t('changePhoto')} items={items} className="ep-icon-button contacts-photo-menu">
        <CameraOutlined aria-hidden />
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/gif"
        aria-label={t('choosePhoto')}
        onChange={(event) => void handleChoice(event)}
      />
    </div>
  )
}
