/** The blacklist and the whitelist as their owner keeps them. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/senderLists'
import { limits } from '#contract/limits'
import { addressKey } from '#contract/mail/domainSpelling'
import {
  coversEntry,
  type EntryFault,
  entryFault,
  type ListKind,
  listEntriesPerPage,
  listEntry,
  listKinds,
} from '#contract/mail/senderEntries'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { RuleSet } from '../core/rules/rules'
import type { RuleStores } from './rules.store'
import { rewriteRules } from './senderRules'

export type SenderListDeps = {
  /** Null where rules are kept nowhere. */
  readonly rules: RuleStores | null
}

type Lists = RuleSet['lists']
const otherOf = { black: 'white', white: 'black' } as const satisfies Record<ListKind, ListKind>

/** The entries of a list that concern one of these, both as `addressKey` gives them. */
function concerning(list: readonly string[], entry: string): string | undefined {
  return list.find((one) => coversEntry(one, entry) || coversEntry(entry, one))
}

export const makeSenderLists =
  ({ rules }: SenderListDeps) =>
  async (
    { kind, query, order, from }: Form<typeof entries.senderLists>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.senderLists>> => {
    if (rules === null) throw new Refusal('serverCannot')
    const { lists } = (await rules.of(account).load()).rules
    const keys = { black: lists.black.map(addressKey), white: lists.white.map(addressKey) }
    const wanted = listEntry(query)
    const found = (kind === undefined ? listKinds : [kind])
      .flatMap((one) => lists[one].map((entry, at) => ({ kind: one, entry, key: keys[one][at] ?? entry, at })))
      .filter(({ key }) => key.includes(wanted))
      .sort((one, other) => (order === 'name' ? byName(one.key, other.key) : other.at - one.at))
    return {
      entries: found.slice(from, from + listEntriesPerPage).map(({ kind: one, entry, key }) => ({
        entry,
        kind: one,
        against: concerning(keys[otherOf[one]], key) ?? null,
      })),
      total: found.length,
      counts: { black: lists.black.length, white: lists.white.length },
    }
  }

/** Those of one domain beside one another, the domain itself first. */
function byName(one: string, other: string): number {
  const parted = (key: string) => `${key.slice(key.lastIndexOf('@'))} ${key}`
  return parted(one) < parted(other) ? -1 : 1
}

export const makeAddListEntries =
  ({ rules }: SenderListDeps) =>
  async (
    { kind, entries: typed }: Form<typeof entries.addListEntries>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.addListEntries>> => {
    let reply: Reply<typeof entries.addListEntries> = { added: [], already: [], refused: [], against: [] }
    await rewriteRules(rules, account, (set) => {
      const before = new Set(set.lists[kind].map(addressKey))
      const [added, already] = [new Set<string>(), new Set<string>()]
      const refused: { at: number; fault: EntryFault }[] = []
      typed.map(listEntry).forEach((entry, at) => {
        const fault = entryFault(entry, account.address)
        if (fault !== null) refused.push({ at, fault })
        else if (before.has(entry) || added.has(entry)) already.add(entry)
        else if (before.size + added.size >= limits.listEntries) refused.push({ at, fault: 'full' })
        else added.add(entry)
      })
      const other = set.lists[otherOf[kind]].map(addressKey)
      const against = [...added, ...already].flatMap((entry) => concerning(other, entry) ?? [])
      reply = { added: [...added], already: [...already], refused, against: [...new Set(against)] }
      return added.size === 0 ? null : withLists(set, { [kind]: [...set.lists[kind], ...added] })
    })
    return reply
  }

const withLists = (set: RuleSet, lists: Partial<Lists>): RuleSet => ({ ...set, lists: { ...set.lists, ...lists } })

export const makeRemoveListEntries =
  ({ rules }: SenderListDeps) =>
  async (
    form: Form<typeof entries.removeListEntries>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.removeListEntries>> => {
    const gone = { black: new Set(form.black.map(addressKey)), white: new Set(form.white.map(addressKey)) }
    let removed: Lists = { black: [], white: [] }
    await rewriteRules(rules, account, (set) => {
      const isGone = (kind: ListKind) => (entry: string) => gone[kind].has(addressKey(entry))
      const parted = (kind: ListKind, goes: boolean) => set.lists[kind].filter((it) => isGone(kind)(it) === goes)
      removed = { black: parted('black', true), white: parted('white', true) }
      if (removed.black.length + removed.white.length === 0) return null
      return withLists(set, { black: parted('black', false), white: parted('white', false) })
    })
    return { black: [...removed.black], white: [...removed.white] }
  }

export const makeListedSenders =
  ({ rules }: SenderListDeps) =>
  async (
    { addresses }: Form<typeof entries.listedSenders>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.listedSenders>> => {
    if (rules === null) return { blocked: [] }
    const { black, white } = (await rules.of(account).load()).rules.lists
    const covers = (list: readonly string[], address: string) =>
      list.some((one) => coversEntry(addressKey(one), addressKey(address)))
    return { blocked: addresses.filter((address) => covers(black, address) && !covers(white, address)) }
  }
