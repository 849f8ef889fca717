/** Messages of the product itself to somebody outside: marked as automatic, in both languages. */
import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits'
import type { AccountId } from '../core/account'
import { domainOf } from '../core/emailAddress'
import type { Clock } from '../kit/clock'
import { escapeHtml } from '../kit/htmlEscape'
import type { Spool } from '../mail/spool/spool.store'
import type { OutboxStore } from '../outbox/outbox.store'
import type { MessageBuilder } from '../outbox/send/messageBuilder.port'

export type VerificationMailDeps = {
  readonly outbox: Pick<OutboxStore, 'add'>
  readonly spool: Pick<Spool, 'put' | 'release'>
  readonly builder: Pick<MessageBuilder, 'message'>
  readonly clock: Clock
  readonly wake: () => void
  /** Domains whose mailboxes are here. */
  readonly domains: readonly string[]
}

export type VerificationText = { readonly subject: string; readonly lines: readonly string[] }

/** `account` is on whose account it goes, `domain` in whose name; with one `key` it goes once. */
type SystemMail = {
  readonly account: AccountId
  readonly domain: string
  readonly to: string
  readonly key?: string
}

export async function sendVerificationMail(
  deps: VerificationMailDeps,
  { account, domain, to, key }: SystemMail,
  texts: readonly VerificationText[],
): Promise<void> {
  const subject = texts.map((one) => one.subject).join(' / ')
  const now = deps.clock.now()
  const message = await deps.builder.message({
    from: { name: '', address: `postmaster@${domain}` },
    to: [{ name: '', address: to }],
    cc: [],
    bcc: [],
    subject,
    html: texts.flatMap(({ lines }) => lines.map(asParagraph)).join(''),
    files: [],
    messageId: `<${randomUUID()}@${domain}>`,
    inReplyTo: null,
    references: [],
    date: now,
    urgent: false,
    receipt: false,
    headers: [{ name: 'Auto-Submitted', value: 'auto-generated' }],
  })
  const put = await deps.spool.put(message, limits.messageBytes)
  const id = randomUUID()
  try {
    await deps.outbox.add({
      id,
      accountId: account,
      // A bounce would come to a mailbox that did not write it.
      from: '',
      subject,
      spool: put.id,
      saveToSent: false,
      createdAt: now,
      idempotencyKey: `system:${key ?? id}`,
      contentHash: key ?? id,
      notBefore: now,
      recipients: [{ address: to, local: deps.domains.includes(domainOf(to)) }],
      draftId: null,
      answers: null,
      sealedSecret: null,
    })
    deps.wake()
  } finally {
    // What the outbox refers to stays.
    await deps.spool.release(put.id)
  }
}

/** A line that is an address of the web becomes a link. */
export function asParagraph(line: string): string {
  const escaped = escapeHtml(line)
  return `<p>${/^https?:\/\/\S+$/.test(line) ? `<a href="${escaped}">${escaped}</a>` : escaped}</p>`
}
