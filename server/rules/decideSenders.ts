/** Blocks or trusts whoever wrote a mail, alone or with their whole domain; never the person's own address and domain (BEHAVIOUR §11). */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail/senders'
import { addressKey } from '../../src/contract/mail/domainSpelling'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import { domainOf } from '../core/emailAddress'
import { Refusal } from '../core/refusal'
import type { RuleSet } from '../core/rules/rules'
import type { MailStores } from '../mail/mail.store'
import type { RuleStores } from './rules.store'
import { blockAmong, covers, isAmong, nothingChanged, rewriteRules, sendersOf, takeBackSenders } from './senderRules'

export type DecideDeps = {
  readonly mailStores: MailStores
  /** Null where rules are kept nowhere. */
  readonly rules: RuleStores | null
}

type Decided = Reply<typeof entries.decideSenders>
type Lists = RuleSet['lists']

export const makeDecideSenders =
  ({ mailStores, rules }: DecideDeps) =>
  async ({ ids, decision }: Form<typeof entries.decideSenders>, { account }: Caller): Promise<Decided> => {
    if (ids.length === 0) throw new Refusal('noMailSelected')
    if (rules === null) throw new Refusal('serverCannot')
    const mails = await mailStores.of(account).summaries(ids)
    if (mails.length === 0) throw new Refusal('notFound')
    const named = concerned(sendersOf(mails, account), decision, account)
    if (named.length === 0) throw new Refusal('ownSender')
    let told: Decided = { entries: [], blocked: [], distrusted: [], trusted: [], unblocked: [], against: [] }
    await rewriteRules(rules, account, (set) => {
      const { lists, ...change } = decision === 'trust' ? trust(set.lists, named) : blockAmong(set.lists, named)
      told = { entries: [...named], blocked: [], distrusted: [], trusted: [], unblocked: [], ...change }
      return lists === null ? null : { ...set, lists }
    })
    return told
  }

function concerned(
  senders: readonly string[],
  decision: Form<typeof entries.decideSenders>['decision'],
  account: Account,
): readonly string[] {
  if (decision !== 'blockDomain') return senders
  const own = domainOf(account.address)
  return [...new Set(senders.map(domainOf))].filter((domain) => domain !== own).map((domain) => `@${domain}`)
}

function trust({ black, white }: Lists, named: readonly string[]) {
  const trusted = named.filter((entry) => !isAmong(white, entry))
  const unblocked = black.filter((entry) => named.includes(addressKey(entry)))
  const kept = black.filter((entry) => !unblocked.includes(entry))
  const against = kept.filter((entry) => named.some((one) => covers(entry, one)))
  const isNew = trusted.length + unblocked.length > 0
  return { trusted, unblocked, against, lists: isNew ? { black: kept, white: [...white, ...trusted] } : null }
}

export const makeTakeBackDecision =
  ({ rules }: Pick<DecideDeps, 'rules'>) =>
  async (
    form: Form<typeof entries.takeBackDecision>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.takeBackDecision>> => {
    await takeBackSenders(rules, account, { ...nothingChanged, ...form })
    return {}
  }
