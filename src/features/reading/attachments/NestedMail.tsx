import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { partMail } from '#contract/endpoints/mail/reading'
import type { Address } from '#contract/shapes'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { AddressText, plainName } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import { fullDate } from '#src/components/text/mailDate'
import { frameDocument } from '#src/lib/html/frame/frameDocument'
import { MailFrame } from '#src/lib/html/frame/MailFrame'
import { plainTextToHtml } from '#src/lib/html/plainText'
import { sanitizeMail } from '#src/lib/html/sanitizeMail'
import { useReply } from '#src/store/ask'
import { useMailLook } from '#src/store/settings/useMailLook'
import { distinctPeople } from '../mail/distinctPeople'
import { useMailtoLinks } from '../useMailtoLinks'

type Nested = Reply<typeof partMail>['mail']

type Props = { mailId: string; part: string; linkTo: (file: { part: string }) => string }

/** A mail that came within a mail. It loads nothing remote, and no pictures of its own. */
export function NestedMail({ mailId, part, linkTo }: Props) {
  const answer = useReply(partMail, { id: mailId, part })
  if (answer.state === 'waiting') return <Skeleton lines={6} />
  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  return <NestedText mail={answer.reply.mail} linkTo={linkTo} />
}

function useNestedText(mail: Nested) {
  const { html, hasOwnColours } = useMemo(() => {
    const pictures = { images: 'blocked', imageUrl: () => '', cidUrl: () => null } as const
    const plain = { html: plainTextToHtml(mail.text ?? ''), hasOwnColours: false }
    const body = mail.html === undefined ? plain : sanitizeMail(mail.html, pictures)
    return { html: frameDocument({ html: body.html, imageSources: [] }), hasOwnColours: body.hasOwnColours }
  }, [mail])
  return { html, look: useMailLook(hasOwnColours) }
}

function NestedText({ mail, linkTo }: { mail: Nested; linkTo: Props['linkTo'] }) {
  const { t, i18n } = useTranslation('reading')
  const followLink = useMailtoLinks()
  const { html, look } = useNestedText(mail)
  return (
    <>
      <dl className="reading-details">
        <dt>{t('subject')}</dt>
        <dd>
          <bdi>{plainName(mail.subject).trim() || t('noSubject')}</bdi>
        </dd>
        <People label={t('from')} people={[mail.from]} />
        <People label={t('to')} people={mail.to} />
        <People label={t('cc')} people={mail.cc} />
        <dt>{t('sentAt')}</dt>
        <dd>{fullDate(mail.sentAt, i18n.language) || t('noDate')}</dd>
        {mail.attachments.length > 0 && (
          <>
            <dt>{t('attachments')}</dt>
            <dd>
              <ul className="reading-addresses">
                {mail.attachments
                  .map((file, at) => ({
                    ...file,
                    key: `${at} ${file.name}`,
                    name: plainName(file.name) || t('unnamed'),
                  }))
                  .map(({ key, name, size, part }) => (
                    <li key={key}>
                      <bdi>{name}</bdi> {fileSize(size, i18n.language)}
                      {part !== undefined && (
                        <>
                          {' · '}
                          <a
                            className="ep-link"
                            href={linkTo({ part })}
                            download={name}
                            aria-label={t('downloadNamed', { name })}
                          >
                            {t('download')}
                          </a>
                        </>
                      )}
                    </li>
                  ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      {mail.truncated && <p className="reading-note">{t('truncated')}</p>}
      <MailFrame html={html} title={t('bodyOf', { subject: mail.subject })} look={look} onClick={followLink} />
    </>
  )
}

function People({ label, people }: { label: string; people: readonly Address[] }) {
  const { t } = useTranslation('reading')
  if (people.length === 0) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {distinctPeople(people).map((person, at) => (
          <span key={`${person.name} ${person.address}`}>
            {at > 0 && t('listSeparator')}
            <AddressText address={person} full />
          </span>
        ))}
      </dd>
    </>
  )
}
