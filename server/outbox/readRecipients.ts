/** Reads whom a mail goes to and refuses, in SPEC §5's order, what cannot be sent to. */
import { limits } from '../../src/contract/limits'
import { addressKey } from '../../src/contract/mail/domainSpelling'
import { holdsControl, isAnswerable } from '../../src/contract/rules'
import { tiers } from '../../src/contract/tiers'
import type { Account } from '../core/account'
import { domainOf } from '../core/emailAddress'
import type { Address } from '../core/mail'
import { Refusal } from '../core/refusal'
import type { AccountStore } from '../session/account.store'
import type { MessageBuilder } from './send/messageBuilder.port'

export const recipientFields = ['to', 'cc', 'bcc'] as const
type RecipientField = (typeof recipientFields)[number]
type Typed = Readonly<Record<RecipientField, readonly string[]>>
export type Recipients = Readonly<Record<RecipientField, readonly Address[]>>

/** Throws `headerInvalid`, `recipientInvalid` (with every address at fault), `recipientEmpty` or `recipientTooMany`. */
export function readRecipients(typed: Typed, account: Account, builder: MessageBuilder): Recipients {
  const filled = (field: RecipientField) => typed[field].filter((text) => text.trim() !== '')
  if (recipientFields.every((field) => filled(field).length === 0)) throw new Refusal('recipientEmpty', { field: 'to' })
  const read = (field: RecipientField) => filled(field).map((text) => readOne(text, field, builder))
  refuseInvalid(Object.fromEntries(recipientFields.map((field) => [field, filled(field)])), builder)
  const recipients = { to: read('to'), cc: read('cc'), bcc: read('bcc') }
  const most = Math.min(tiers[account.tier].recipientsPerMail, limits.recipientsPerMail)
  if (distinct(recipients).size > most) throw new Refusal('recipientTooMany', { field: 'to', payload: { limit: most } })
  return recipients
}

function refuseInvalid(typed: Readonly<Record<string, readonly string[]>>, builder: MessageBuilder): void {
  for (const [field, texts] of Object.entries(typed)) {
    if (texts.some(holdsControl)) throw new Refusal('headerInvalid', { field })
    const addresses = texts.filter((text) => mailbox(text, builder) === null)
    if (addresses.length > 0) throw new Refusal('recipientInvalid', { field, payload: { addresses } })
  }
}

function readOne(text: string, field: RecipientField, builder: MessageBuilder): Address {
  const found = mailbox(text, builder)
  if (found === null) throw new Refusal('recipientInvalid', { field, payload: { addresses: [text] } })
  return found
}

function mailbox(text: string, builder: MessageBuilder): Address | null {
  const found = builder.address(text)
  return found !== null && isAnswerable(found.address) && !holdsControl(found.name) ? found : null
}

/** Every address once, in lower case, with the field that names it first. */
export function distinct(recipients: Recipients): ReadonlyMap<string, RecipientField> {
  const found = new Map<string, RecipientField>()
  for (const field of recipientFields)
    for (const { address } of recipients[field]) {
      const key = addressKey(address)
      if (!found.has(key)) found.set(key, field)
    }
  return found
}

export type Routed = { readonly address: string; readonly local: boolean }

/** Throws `recipientUnknown` for addresses of ours without a mailbox, `recipientOutside` for others where nothing carries mail out. */
export async function routeRecipients(
  recipients: Recipients,
  site: { readonly accounts: AccountStore; readonly domains: readonly string[]; readonly canSendOutside: boolean },
): Promise<readonly Routed[]> {
  const addresses = distinct(recipients)
  const ours = new Set(site.domains)
  const routed = [...addresses.keys()].map((address) => ({ address, local: ours.has(domainOf(address)) }))
  const unknown: string[] = []
  for (const { address, local } of routed)
    if (local && (await site.accounts.byAddress(address)) === null) unknown.push(address)
  refuseNamed('recipientUnknown', unknown, addresses)
  if (!site.canSendOutside) {
    const outside = routed.filter(({ local }) => !local).map(({ address }) => address)
    refuseNamed('recipientOutside', outside, addresses)
  }
  return routed
}

function refuseNamed(
  code: 'recipientUnknown' | 'recipientOutside',
  addresses: readonly string[],
  fields: ReadonlyMap<string, RecipientField>,
): void {
  const [first] = addresses
  if (first !== undefined) throw new Refusal(code, { field: fields.get(first) ?? 'to', payload: { addresses } })
}
