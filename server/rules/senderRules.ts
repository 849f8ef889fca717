/** What a person decides of senders by way of a mail: their blocking, and where their mail goes from now on; each can be taken back. */
import { randomUUID } from 'node:crypto'
import { limits } from '../../src/contract/limits'
import { addressKey } from '../../src/contract/mail/domainSpelling'
import { coversEntry, isListEntry } from '../../src/contract/mail/senderEntries'
import type { Account } from '../core/account'
import type { FolderId, StoredSummary } from '../core/mail'
import { Refusal } from '../core/refusal'
import type { Rule, RuleSet } from '../core/rules/rules'
import { makeKeyedMutex } from '../kit/locks/keyedMutex'
import type { RuleStore, RuleStores } from './rules.store'

/** What was set, so that it can be taken back. */
export type SenderChange = {
  readonly blocked: readonly string[]
  /** Senders that were on the whitelist, which would have outweighed the blacklist. */
  readonly distrusted: readonly string[]
  /** Senders that were put on the whitelist, and entries that were taken off the blacklist for it. */
  readonly trusted: readonly string[]
  readonly unblocked: readonly string[]
  /** Ids of rules. */
  readonly rules: readonly string[]
  /** Whitelist entries that still let through who was blocked: nothing to take back. */
  readonly against: readonly string[]
}

export const nothingChanged: SenderChange = {
  ...{ blocked: [], distrusted: [], trusted: [], unblocked: [], rules: [], against: [] },
}

/** How often a set that another window has just changed is read again. */
const mostTries = 3

/** The senders of mails, each once; never the person's own address, and nothing that is no address. */
export function sendersOf(mails: readonly StoredSummary[], account: Account): readonly string[] {
  const addresses = mails.map(({ from }) => addressKey(from.address.trim()))
  return [...new Set(addresses)].filter((address) => address !== account.address && isListEntry(address))
}

/** ManageSieve (RFC 5804) has no way to write only what nobody else has written over: a person's changes wait for one another here. */
const turns = makeKeyedMutex()

/** Replaces the rules by what `change` makes of them; null leaves them as they are. */
export async function rewriteRules(
  rules: RuleStores | null,
  account: Account,
  change: (set: RuleSet) => RuleSet | null,
): Promise<void> {
  if (rules === null) throw new Refusal('serverCannot')
  const store = rules.of(account)
  return turns(account.id, () => rewrite(store, change))
}

async function rewrite(store: RuleStore, change: (set: RuleSet) => RuleSet | null): Promise<void> {
  for (let left = mostTries - 1; ; left -= 1) {
    const { rules: set, version } = await store.load()
    const wanted = change(set)
    if (wanted === null) return
    try {
      await store.replace(wanted, version)
      return
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'rulesChanged') || left === 0) throw error
    }
  }
}

/** Whether an entry concerns another one or a sender: the address itself, or its domain. */
export const covers = (entry: string, other: string) => coversEntry(addressKey(entry), other)

export const isAmong = (list: readonly string[], entry: string) => list.some((one) => addressKey(one) === entry)

/** `lists` is null where nothing is new. */
export function blockAmong({ black, white }: RuleSet['lists'], named: readonly string[]) {
  const blocked = named.filter((entry) => !isAmong(black, entry))
  const distrusted = white.filter((entry) => named.includes(addressKey(entry)))
  const kept = white.filter((entry) => !distrusted.includes(entry))
  // A trusted domain of a blocked sender, or a trusted sender of a blocked domain.
  const against = kept.filter((entry) => named.some((one) => covers(entry, one) || covers(one, addressKey(entry))))
  const isNew = blocked.length + distrusted.length > 0
  return { blocked, distrusted, against, lists: isNew ? { black: [...black, ...blocked], white: kept } : null }
}

export async function blockSenders(
  rules: RuleStores | null,
  account: Account,
  senders: readonly string[],
): Promise<SenderChange> {
  let made = nothingChanged
  if (senders.length === 0) return made
  await rewriteRules(rules, account, (set) => {
    const { lists, ...change } = blockAmong(set.lists, senders)
    made = { ...nothingChanged, ...change }
    return lists === null ? null : { ...set, lists }
  })
  return made
}

/** One rule for them all, at the end: what the person has set before comes first. */
export async function fileSenders(
  rules: RuleStores | null,
  account: Account,
  senders: readonly string[],
  folder: FolderId,
): Promise<SenderChange> {
  if (senders.length === 0) return nothingChanged
  if (senders.length > limits.ruleValues) throw new Refusal('tooLarge', { payload: { limit: limits.ruleValues } })
  const rule: Rule = {
    id: randomUUID(),
    name: [...senders.join(', ')].slice(0, limits.ruleNameCharacters).join(''),
    isEnabled: true,
    match: 'all',
    conditions: [{ kind: 'person', field: 'from', test: 'is', values: senders }],
    actions: [{ kind: 'file', folder }],
    stops: false,
  }
  let made = nothingChanged
  await rewriteRules(rules, account, (set) => {
    const isThere = set.rules.some((it) => isSame(it, rule))
    made = isThere ? nothingChanged : { ...nothingChanged, rules: [rule.id] }
    return isThere ? null : { ...set, rules: [...set.rules, rule] }
  })
  return made
}

function isSame(one: Rule, other: Rule): boolean {
  const { id: _one, name: _name, ...rest } = one
  const { id: _other, name: _otherName, ...wanted } = other
  return JSON.stringify(rest) === JSON.stringify(wanted)
}

export async function takeBackSenders(
  rules: RuleStores | null,
  account: Account,
  { blocked, distrusted, trusted, unblocked, rules: ids }: SenderChange,
): Promise<void> {
  if ([blocked, distrusted, trusted, unblocked, ids].every((list) => list.length === 0)) return
  const restored = (list: readonly string[], gone: readonly string[], back: readonly string[]) => {
    const kept = list.filter((entry) => !gone.includes(entry))
    return [...kept, ...back.filter((entry) => isListEntry(entry) && !kept.includes(entry))]
  }
  await rewriteRules(rules, account, ({ lists, ...set }) => ({
    ...set,
    rules: set.rules.filter(({ id }) => !ids.includes(id)),
    lists: {
      black: restored(lists.black, blocked, unblocked),
      white: restored(lists.white, trusted, distrusted),
    },
  }))
}
