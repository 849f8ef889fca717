/** Who a person of a message is: photo, groups, and what can be done with them. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { contactOf } from '#contract/endpoints/contacts/contacts'
import type { Address } from '#contract/shapes'
import { Avatar } from '#src/components/brand/Avatar'
import { Button } from '#src/components/button/Button'
import { positionBeside } from '#src/components/menu/positionBeside'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { plainAddress, plainName } from '#src/components/text/AddressText'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { usePhotoLink } from '#src/store/session/usePhotoLink'
import { ContactDialog } from '../mail/ContactDialog'
import './personCard.css'

type Props = {
  person: Address
  /** Stands around the button that it is of. */
  place: RefObject<HTMLElement | null>
  onWrite: () => void
  onSearch: () => void
}

export function PersonCard({ person, place, onWrite, onSearch }: Props) {
  const { t } = useTranslation('reading')
  const linkOf = usePhotoLink()
  const [isSaving, setSaving] = useState(false)
  /** Goes up when the person was saved. */
  const [turn, setTurn] = useState(0)
  const answer = useReply(contactOf, { email: person.address }, String(turn))
  const { contact = null, groups = [] } = answer.last ?? {}
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const button = place.current?.querySelector('button') ?? null
    if (card.current !== null && button !== null) positionBeside(card.current, button, 'start')
  })
  const name = plainName(contact?.name ?? person.name).trim()
  const address = plainAddress(person.address)

  return (
    <section ref={card} className="reading-card" aria-label={t('personCard', { person: name || address })}>
      <div className="reading-card-head">
        <Avatar name={name || address} photo={contact === null ? null : linkOf(contact.photo)} size={48} />
        <div>
          {name !== '' && (
            <strong>
              <bdi>{name}</bdi>
            </strong>
          )}
          <Line>{address}</Line>
          {contact !== null && contact.company !== '' && <Line>{contact.company}</Line>}
        </div>
      </div>
      <Groups names={groups} />
      {answer.state === 'failed' && <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />}
      <div className="reading-card-tools">
        <Button onClick={onWrite}>{t('personWrite')}</Button>
        <Button onClick={onSearch}>{t('personMessages')}</Button>
        {contact === null && (
          <Button disabled={answer.last === null} onClick={() => setSaving(true)}>
            {t('saveContact')}
          </Button>
        )}
        {contact !== null && <ContactLink id={contact.id} isNew={turn > 0} />}
      </div>
      {isSaving && (
        <ContactDialog
          person={{ name, address: person.address }}
          onClose={() => {
            setSaving(false)
            setTurn(turn + 1)
          }}
        />
      )}
    </section>
  )
}

/** Takes the place of the button that saved, and its focus. */
function ContactLink({ id, isNew }: { id: string; isNew: boolean }) {
  const { t } = useTranslation('reading')
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isNew) link.current?.focus()
  }, [isNew])
  return (
    <Link ref={link} className="ep-button" to={pathTo('contact', {}, { id })}>
      {t('openContact')}
    </Link>
  )
}

function Groups({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('reading')
  if (names.length === 0) return null
  return (
    <ul className="reading-card-groups" aria-label={t('personGroups')}>
      {names.map((group) => (
        <li key={group}>
          <bdi>{group}</bdi>
        </li>
      ))}
    </ul>
  )
}

const Line = ({ children }: { children: ReactNode }) => <bdi className="reading-card-line">{children}</bdi>
