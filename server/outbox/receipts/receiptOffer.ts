/** What the reader is told of a receipt: whom it would go to, and whether the person's setting sends it or asks first. */
import * as v from 'valibot'
import { addressKey } from '#contract/mail/domainSpelling'
import { settingsRead } from '#contract/settings'
import type { Mail } from '#contract/shapes'
import type { ContactStore } from '../../contacts/contacts.store'
import type { Account } from '../../core/account'
import { domainOf } from '../../core/emailAddress'
import type { OpenedMail } from '../../mail/mail.store'
import type { RuleStores } from '../../rules/rules.store'
import type { SettingsStore } from '../../settings/settings.store'
import type { OutboxStore } from '../outbox.store'
import { type AskedDeps, type AskedReceipt, askedReceipt } from './askedReceipt'
import type { ReceiptKey, ReceiptLog } from './receiptLog.store'

export type OfferDeps = AskedDeps & {
  readonly receiptLog: ReceiptLog
  readonly outbox: Pick<OutboxStore, 'byKey'>
  readonly settings: SettingsStore
  readonly contacts: Pick<ContactStore, 'like'>
  /** Null where rules are kept nowhere. */
  readonly rules: RuleStores | null
}

export type ReceiptOffer = NonNullable<Mail['receipt']>

/** Null where there is nothing to ask: none is wanted or may be offered, it is settled, or the person never sends any. */
export async function receiptOffer(
  deps: OfferDeps,
  account: Account,
  opened: OpenedMail,
): Promise<ReceiptOffer | null> {
  const asked = askedReceipt(deps, account, opened)
  if (asked === null || opened.receipt === 'noted' || (await isSettled(deps, account, asked.key))) return null
  const answer = await answerTo(deps, account, asked)
  return answer === null ? null : { to: asked.to, answer, isKept: opened.receipt !== 'unkept' }
}

/** A receipt that was decided on, and never came into the outbox because the process ended, is asked about once more. */
async function isSettled({ receiptLog, outbox }: OfferDeps, { id }: Account, key: ReceiptKey): Promise<boolean> {
  const decision = await receiptLog.find(id, key)
  return decision === 'ignored' || (decision === 'sent' && (await outbox.byKey(id, outboxKey(key))) !== null)
}

/** Under which the outbox knows a receipt: it takes each once. */
export const outboxKey = (key: ReceiptKey) => `receipt:${key}`

/** `send` where the person's setting says so and a person need not be asked; null where the person never sends any. */
export async function answerTo(
  { settings, rules, contacts }: OfferDeps,
  account: Account,
  { to, mayBeAutomatic }: AskedReceipt,
): Promise<ReceiptOffer['answer'] | null> {
  const { receipts } = v.parse(settingsRead, await settings.load(account.id))
  if (receipts === 'never') return null
  if (receipts === 'ask' || !mayBeAutomatic) return 'ask'
  if (receipts === 'always') return 'send'
  const isMeant = receipts === 'contacts' ? isKnown(contacts, account, to) : isTrusted(rules, account, to)
  return (await isMeant) ? 'send' : 'ask'
}

async function isKnown(contacts: OfferDeps['contacts'], { id }: Account, address: string): Promise<boolean> {
  const like = await contacts.like(id, { name: '', email: address })
  return like.some(({ emailKeys }) => emailKeys.includes(addressKey(address)))
}

/** Where the list of trusted senders cannot be read, nobody stands in it. */
async function isTrusted(rules: RuleStores | null, account: Account, address: string): Promise<boolean> {
  const kept = await rules
    ?.of(account)
    .load()
    .catch(() => null)
  const domain = `@${domainOf(address)}`
  return (kept?.rules.lists.white ?? []).some((entry) => [address, domain].includes(addressKey(entry)))
}
