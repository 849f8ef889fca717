/** What a sender is told by machine: that the mail is returned (RFC 5429), or the owner's own words (RFC 5230). */
import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits'
import { addressKey } from '#contract/mail/domainSpelling'
import type { Account, AccountId } from '../../core/account'
import { domainOf } from '../../core/emailAddress'
import { senderOf } from '../../core/senderName'
import { escapeHtml } from '../../kit/htmlEscape'
import type { Arrival, ArrivedMail } from './arrivedMail'
import { isFromMachine } from './automatic'
import { isSenderProven, type Reply } from './judge'
import { canReach, enqueue, type SendingDeps } from './outgoing'

const dayMs = 86_400_000

/** Lists, machines and the empty sender are told nothing (RFC 3834): they get what a discarded mail gets. */
export async function returnMail(
  deps: SendingDeps,
  arrival: Arrival,
  mail: ArrivedMail,
  text: string,
): Promise<boolean> {
  if (isFromMachine(mail)) return true
  if (!canReach(deps, mail.from)) return false
  const { account } = arrival
  // Whoever a forged mail may name is told nothing; where nobody looks, once a day at most.
  const isProven = arrival.key !== null || mail.parsed.authentication.spf === 'pass'
  if (!isProven && (mail.isChecked || !(await mayReturn(deps, account.id, mail.from)))) return false
  const domain = domainOf(account.address)
  const message = () =>
    deps.builder.bounce({
      kind: 'failed',
      to: { name: '', address: mail.from },
      domain,
      subject: mail.parsed.subject,
      originalMessageId: mail.parsed.messageId ?? '',
      recipients: [{ address: account.address, reason: `550 5.7.1 ${text}` }],
      messageId: `<${randomUUID()}@${domain}>`,
      date: deps.clock.now(),
    })
  await enqueue(deps, arrival, mail, { kind: 'return', from: '', to: mail.from, message })
  return true
}

const mayReturn = ({ replyLog, clock }: SendingDeps, account: AccountId, to: string) =>
  replyLog.claim(account, 'return', to.toLowerCase(), clock.now(), dayMs)

export async function answer(deps: SendingDeps, arrival: Arrival, mail: ArrivedMail, reply: Reply): Promise<boolean> {
  const { account } = arrival
  const { parsed, from: to } = mail
  if (!canReach(deps, to)) return false
  // Somebody else wrote it in that name.
  if (mail.isChecked && parsed.authentication.spf === 'fail') return true
  const now = deps.clock.now()
  const mayAnswer = await deps.replyLog.claim(account.id, reply.reason, to.toLowerCase(), now, reply.days * dayMs)
  if (!mayAnswer) return true
  // An odd id costs the thread, not the answer.
  const ids = [...parsed.references.slice(-20), ...(parsed.messageId === null ? [] : [parsed.messageId])]
  const thread = ids.every(isMessageId) ? ids : []
  const from = await senderOf(deps, account)
  const text = await textFor(deps, arrival, mail, reply)
  const message = () =>
    deps.builder.message({
      from,
      to: [{ name: '', address: to }],
      cc: [],
      bcc: [],
      subject: reply.subject === '' ? `Auto: ${parsed.subject}`.slice(0, limits.subjectCharacters) : reply.subject,
      html: text
        .split(/\r?\n/)
        .map((line) => `<p>${escapeHtml(line) || '&nbsp;'}</p>`)
        .join(''),
      files: [],
      messageId: `<${randomUUID()}@${domainOf(account.address)}>`,
      inReplyTo: thread.at(-1) ?? null,
      references: thread,
      date: now,
      urgent: false,
      receipt: false,
      headers: [{ name: 'Auto-Submitted', value: 'auto-replied' }],
    })
  await enqueue(deps, arrival, mail, { kind: `reply ${reply.reason}`, from: '', to, message })
  return true
}

async function textFor(
  deps: SendingDeps,
  { account, key }: Arrival,
  mail: ArrivedMail,
  { text, contactText = text, colleagueText }: Reply,
): Promise<string> {
  const to = addressKey(mail.from)
  // What a mailbox of this house sends has a key, and was signed in for.
  const isProven = key !== null || isSenderProven(mail)
  if (colleagueText !== undefined && isProven && (await isColleague(deps, account, to))) return colleagueText
  if (contactText === text) return text
  return (await deps.contacts.known(account.id, [to])).has(to) ? contactText : text
}

/** Of the organization's own domains, where it wants another text for them. */
async function isColleague(
  { policies, organizations }: SendingDeps,
  { organization }: Account,
  sender: string,
): Promise<boolean> {
  if (organization === null || !(await policies.of(organization)).colleagueReply) return false
  return (await organizations.domains(organization)).includes(domainOf(sender))
}

/** As RFC 5322 section 3.6.4 writes it, near enough to stand in a header. */
const isMessageId = (text: string) => /^<[^<>\s]{1,900}>$/u.test(text)
