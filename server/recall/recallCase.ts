/** What is known of a mail that is to be recalled. */
import { tiers } from '../../src/contract/tiers'
import type { Account } from '../core/account'
import { domainOf } from '../core/emailAddress'
import type { Recall } from '../core/recall'
import { Refusal } from '../core/refusal'
import { entryIdIn } from '../core/sentId'
import type { Clock } from '../kit/clock'
import type { MailStores, OpenedMail } from '../mail/mail.store'
import type { OutboxEntry, OutboxStore, RecipientState } from '../outbox/outbox.store'
import type { RecallStore } from './recall.store'
import type { Recaller } from './recaller.port'
import { monthOf, type RecallReason, recallReason } from './recallRules'

export type RecallDeps = {
  readonly mailStores: MailStores
  readonly outbox: Pick<OutboxStore, 'find'>
  readonly recalls: RecallStore
  /** Null where mail cannot be taken out of other mailboxes. */
  readonly recaller: Recaller | null
  readonly clock: Clock
  /** Domains whose mailboxes are this house's, here or on its mail server. */
  readonly recallDomains: readonly string[]
}

export type RecallCase = {
  readonly reason: RecallReason | null
  readonly entry: OutboxEntry | null
  readonly subject: string
  readonly earlier: Recall | null
  readonly own: readonly string[]
  readonly external: readonly string[]
  readonly left: number
  readonly limit: number
}

/** Absent and another person's mail alike are simply not there (TRUST S21). */
export async function recallCase(deps: RecallDeps, account: Account, mailId: string): Promise<RecallCase> {
  const opened = await deps.mailStores.of(account).open(mailId)
  if (opened === null) throw new Refusal('notFound')
  const now = deps.clock.now()
  const entry = await sentBy(deps, account, opened)
  const earlier =
    (await deps.recalls.ofMail(account.id, mailId)) ?? (entry && (await deps.recalls.ofSend(account.id, entry.id)))
  const { own, external } = split(deps, entry === null ? namedIn(opened) : entry.recipients.map((it) => it.address))
  const limit = tiers[account.tier].recallsPerMonth
  const left = Math.max(0, limit - (await deps.recalls.used(account.id, monthOf(now))))
  const facts = {
    canRecall: deps.recaller !== null,
    tier: account.tier,
    sentAt: entry?.sendAt ?? opened.summary.receivedAt,
    own: own.length,
    isRecalled: earlier !== null,
    left,
    isSent: entry !== null,
    isLeaving: entry?.recipients.some((it) => leaving.includes(it.state) && isOwnAddress(deps, it.address)) ?? false,
  }
  return {
    reason: recallReason(facts, now),
    entry,
    subject: opened.summary.subject,
    earlier,
    own,
    external,
    left,
    limit,
  }
}

/** The journal's entry, which is looked for among this account's alone: a header proves nothing (TRUST S22). */
async function sentBy({ outbox }: RecallDeps, { id }: Account, opened: OpenedMail): Promise<OutboxEntry | null> {
  if (opened.summary.folder !== 'sent') return null
  const entryId = entryIdIn(opened.parsed.messageId)
  return entryId === null ? null : outbox.find(id, entryId)
}

/** Nothing of it is known to have arrived. */
const leaving: readonly RecipientState[] = ['queued', 'handing']

export function isOwnAddress({ recallDomains }: Pick<RecallDeps, 'recallDomains'>, address: string): boolean {
  return recallDomains.includes(domainOf(address))
}

function split(deps: RecallDeps, addresses: readonly string[]) {
  const own = addresses.filter((address) => isOwnAddress(deps, address))
  return { own, external: addresses.filter((address) => !own.includes(address)) }
}

function namedIn({ parsed }: OpenedMail): readonly string[] {
  return [...new Set([...parsed.to, ...parsed.cc, ...parsed.bcc].map(({ address }) => address.toLowerCase()))]
}
