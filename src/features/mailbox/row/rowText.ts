/** A row in words: who it is from or to, and the sentence that a screen reader says. */
import type { TFunction } from 'i18next'
import { writtenFolders } from '#contract/mail/folderRoles'
import { looksLikeAddress } from '#contract/mail/plainName'
import type { Address, MailSummary } from '#contract/shapes'
import { plainAddress, plainName } from '#src/components/text/AddressText'
import { fullDate, shortDate } from '#src/components/text/mailDate'

/** In these folders the person is the sender, so a row tells whom it went to. */
const ownFolders = new Set<string>([...writtenFolders, 'scheduled', 'outbox', 'recoverSent'])
const namedRecipients = 3
/** Of a conversation those who wrote last. */
const namedWriters = 3

/** Whom a row names, and how many more there are. */
export function peopleOf(mail: MailSummary): { readonly named: readonly Address[]; readonly more: number } {
  if (!ownFolders.has(mail.folder)) {
    const people = mail.conversation?.people ?? [mail.from]
    return { named: people.slice(-namedWriters), more: Math.max(0, people.length - namedWriters) }
  }
  return { named: mail.to.slice(0, namedRecipients), more: Math.max(0, mail.to.length - namedRecipients) }
}

/** A name that could pass for an address is never said without the real one (TRUST S31). */
function spokenName(address: Address): string {
  const name = plainName(address.name).trim()
  const real = plainAddress(address.address)
  if (name === '') return real
  return looksLikeAddress(name) ? `${name} <${real}>` : name
}

export function spokenRow(mail: MailSummary, t: TFunction<readonly ['mail']>, language: string): string {
  const { named, more } = peopleOf(mail)
  const isOwn = ownFolders.has(mail.folder)
  const people = named.map(spokenName).join(t('mail:comma')) || t('mail:noRecipient')
  return [
    mail.seen ? null : t('mail:row.unread'),
    mail.flagged ? t('mail:row.flagged') : null,
    mail.urgent ? t('mail:row.urgent') : null,
    mail.waits === undefined ? null : t(`mail:chip.${mail.waits}`),
    mail.recalled === undefined ? null : t(`mail:recalled.${mail.recalled}`),
    mail.recoverableUntil === undefined
      ? null
      : t('mail:chip.until', { date: shortDate(mail.recoverableUntil, language) }),
    mail.answered ? t('mail:row.answered') : null,
    mail.forwarded ? t('mail:row.forwarded') : null,
    mail.hasAttachment ? t('mail:row.attachment') : null,
    mail.conversation !== undefined && mail.conversation.count > 1
      ? t('mail:row.mails', { count: mail.conversation.count })
      : null,
    mail.separately === undefined
      ? t(isOwn ? 'mail:row.to' : 'mail:row.from', {
          people: more > 0 ? t('mail:row.andMore', { people, count: more }) : people,
        })
      : t('mail:separately', { count: mail.separately.recipients }),
    t('mail:row.subject', { subject: mail.subject || t('mail:noSubject') }),
    t('mail:row.date', { date: fullDate(mail.receivedAt, language) }),
  ]
    .filter((part) => part !== null)
    .join(t('mail:comma'))
}
