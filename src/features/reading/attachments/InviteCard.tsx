import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { invite } from '#contract/endpoints/mail/reading'
import type { Attachment } from '#contract/shapes'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { AddressText } from '#src/components/text/AddressText'
import { useReply } from '#src/store/ask'
import type { MailLinks } from '../useMailLinks'
import './inviteCard.css'

type Invite = NonNullable<Reply<typeof invite>['invite']>
type Props = { mailId: string; attachment: Attachment; links: MailLinks | null }

/** A calendar invitation in words; silent where the file holds no event. */
export function InviteCard({ mailId, attachment, links }: Props) {
  const { part } = attachment
  const answer = useReply(invite, { id: mailId, part })
  if (answer.state === 'waiting') return null
  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  return answer.reply.invite === null ? null : <Card event={answer.reply.invite} file={links?.part(attachment)} />
}

const titles = {
  request: 'invite',
  cancel: 'inviteCancelled',
  reply: 'inviteReply',
  other: 'inviteOther',
} as const

function Card({ event, file }: { event: Invite; file: string | undefined }) {
  const { t } = useTranslation('reading')
  const { start, end } = event
  const isShort = end === null || end.text <= (start?.text ?? '')
  // On the same day the hour alone says when it ends.
  const endText = end?.text.slice(0, 10) === start?.text.slice(0, 10) ? end?.text.slice(11) : end?.text
  const span = isShort ? (start?.text ?? '') : t('inviteSpan', { start: start?.text ?? '', end: endText ?? '' })
  const when = start?.zone ? t('inviteZone', { when: span, zone: start.zone }) : span
  return (
    <section className="reading-invite" aria-label={t(titles[event.method])}>
      <p className="reading-invite-kind">{t(titles[event.method])}</p>
      <h2 className="reading-invite-title">
        <bdi>{event.summary || t('inviteUntitled')}</bdi>
      </h2>
      <dl>
        {when !== '' && (
          <div>
            <dt>{t('inviteWhen')}</dt>
            <dd>
              {when}
              {event.repeats && ` · ${t('inviteRepeats')}`}
            </dd>
          </div>
        )}
        {event.location !== '' && (
          <div>
            <dt>{t('inviteWhere')}</dt>
            <dd>
              <bdi>{event.location}</bdi>
            </dd>
          </div>
        )}
        {event.organizer !== null && (
          <div>
            <dt>{t('inviteOrganizer')}</dt>
            <dd>
              <AddressText address={event.organizer} full />
            </dd>
          </div>
        )}
        {event.attendees.length > 0 && (
          <div>
            <dt>{t('inviteAttendees')}</dt>
            <dd>
              <Attendees event={event} />
            </dd>
          </div>
        )}
      </dl>
      <a className="ep-link" href={file} download="invite.ics">
        {t('inviteFile')}
      </a>
    </section>
  )
}

const answers = {
  accepted: 'inviteAccepted',
  declined: 'inviteDeclined',
  tentative: 'inviteTentative',
  open: 'inviteUnanswered',
} as const

function Attendees({ event: { attendees, moreAttendees } }: { event: Invite }) {
  const { t } = useTranslation('reading')
  return (
    <ul className="reading-invite-people">
      {attendees.map(({ answer, ...person }) => (
        <li key={person.address}>
          <AddressText address={person} full /> <span className="reading-invite-answer">{t(answers[answer])}</span>
        </li>
      ))}
      {moreAttendees > 0 && <li>{t('inviteMore', { count: moreAttendees })}</li>}
    </ul>
  )
}
