/** The people of a received file of vCards, who can be added to the contacts; all of it is text. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SomeDetails } from '#contract/contacts/contactDetails'
import { attachedCards } from '#contract/endpoints/contacts/cards'
import { createContact } from '#contract/endpoints/contacts/contacts'
import { Button } from '#src/components/button/Button'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { say, useReply } from '#src/store/ask'
import { contactAdded } from '#src/store/mail/senderEvents'
import { tellOfBlocked } from '#src/store/mail/tellOfBlocked'
import { pathTo } from '#src/store/routes/pathTo'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import './inviteCard.css'

type Props = { mailId: string; part: string }

export function VCardFile({ mailId, part }: Props) {
  const { t } = useTranslation('vCards')
  const answer = useReply(attachedCards, { id: mailId, part })
  if (answer.state === 'waiting') return null
  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  const { cards, more } = answer.reply
  // A card of a file has no name but its number.
  const rows = cards.map((card, at) => ({ ...card, at }))
  return (
    <>
      {rows.map(({ at, ...card }) => (
        <ReceivedCard key={at} {...card} />
      ))}
      {more > 0 && <p>{t('more', { count: more })}</p>}
    </>
  )
}

/** The contact that there is now, and whether it is an old one; null where refused, which is said. */
function add(contact: SomeDetails): AppThunk<Promise<{ readonly id: string; readonly isOld: boolean } | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(createContact, { contact })
    if (outcome.ok) {
      const { id, name, emails } = outcome.value.contact
      dispatch(contactAdded({ address: emails[0]?.value.toLowerCase() ?? '' }))
      dispatch(noticeShown({ tone: 'success', message: 'reading:contactSaved', params: { name } }))
      dispatch(tellOfBlocked(emails.map(({ value }) => value)))
      return { id, isOld: false }
    }
    if (outcome.code === 'contactExists') return { id: String(outcome.payload.existing ?? ''), isOld: true }
    dispatch(say(outcome))
    return null
  }
}

type CardProps = { details: SomeDetails; existing: string | null }

function ReceivedCard({ details, existing }: CardProps) {
  const { t } = useTranslation('vCards')
  const dispatch = useAppDispatch()
  const [known, setKnown] = useState(existing === null ? null : { id: existing, isOld: true })
  const [isBusy, setBusy] = useState(false)
  const { name = '', emails = [], phones = [], company = '', fax = '', address = '', notes = '' } = details
  const lines = [
    ['company', company],
    ['email', emails.map(({ value }) => value).join('\n')],
    ['phone', phones.map(({ value }) => value).join('\n')],
    ['fax', fax],
    ['address', address],
    ['notes', notes],
  ] as const

  async function handleAdd() {
    setBusy(true)
    const came = await dispatch(add(details))
    setBusy(false)
    if (came !== null) setKnown(came)
  }

  return (
    <section className="reading-invite" aria-label={t('card')}>
      <p className="reading-invite-kind">{t('card')}</p>
      <h2 className="reading-invite-title">
        <bdi>{name || t('noName')}</bdi>
      </h2>
      <dl>
        {lines.map(([field, value]) =>
          value === '' ? null : (
            <div key={field}>
              <dt>{t(`fields.${field}`)}</dt>
              <dd className="reading-vcard-value">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      {known === null ? (
        <Button
          className="reading-vcard-add"
          // A contact has a name and an address (SPEC §5).
          disabledReason={isBusy ? '' : emails.length === 0 || name === '' ? t('cannotAdd') : undefined}
          onClick={() => void handleAdd()}
        >
          {t('add')}
        </Button>
      ) : (
        <p role="status">
          {t(known.isOld ? 'exists' : 'added')}{' '}
          <Link className="ep-link" to={pathTo('contact', {}, { id: known.id })}>
            {t('open')}
          </Link>
        </p>
      )}
    </section>
  )
}
