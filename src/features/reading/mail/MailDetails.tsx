import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Address, Mail } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { AddressText } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import { fullDate } from '#src/components/text/mailDate'
import { useAppDispatch } from '#src/store/typed'
import { distinctPeople } from './distinctPeople'
import { savePeople } from './people'
import { SenderCheckDetails } from './SenderCheck'
import './mailHeader.css'

function Line({ label, people }: { label: string; people: readonly Address[] }) {
  if (people.length === 0) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <ul className="reading-addresses">
          {distinctPeople(people).map((person) => (
            <li key={`${person.name} ${person.address}`}>
              <AddressText address={person} full />
            </li>
          ))}
        </ul>
      </dd>
    </>
  )
}

/** Everything that the header says of who, when and how large. */
export function MailDetails({ mail, isOnPaper = false }: { mail: Mail; isOnPaper?: boolean }) {
  const { t, i18n } = useTranslation('reading')
  const dispatch = useAppDispatch()
  const [isSaving, setSaving] = useState(false)
  const people = distinctPeople([mail.from, ...mail.to, ...mail.cc, ...mail.bcc]).filter(
    ({ address }) => address !== '',
  )

  async function handleSave() {
    setSaving(true)
    await dispatch(savePeople(people))
    setSaving(false)
  }

  return (
    <>
      <dl className="reading-details">
        <Line label={t('from')} people={[mail.from]} />
        <Line label={t('to')} people={mail.to} />
        <Line label={t('cc')} people={mail.cc} />
        <Line label={t('bcc')} people={mail.bcc} />
        <Line label={t('replyTo')} people={mail.replyTo} />
        <dt>{t('senderCheck')}</dt>
        <dd>
          <SenderCheckDetails authentication={mail.authentication} />
        </dd>
        {mail.unscanned && (
          <>
            <dt>{t('junkCheck')}</dt>
            <dd>{t('unscanned')}</dd>
          </>
        )}
        <dt>{t('received')}</dt>
        <dd>{fullDate(mail.receivedAt, i18n.language)}</dd>
        <dt>{t('sentAt')}</dt>
        <dd>{fullDate(mail.sentAt, i18n.language) || t('noDate')}</dd>
        <dt>{t('size')}</dt>
        <dd>{fileSize(mail.size, i18n.language)}</dd>
      </dl>
      {!isOnPaper && people.length > 0 && (
        <Button disabled={isSaving} onClick={() => void handleSave()}>
          {t('savePeople')}
        </Button>
      )}
    </>
  )
}
