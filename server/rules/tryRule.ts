/** Which of the newest mails a rule would be met by, a slice at a time. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/rules'
import { limits } from '#contract/limits'
import type { RuleCondition } from '#contract/mail/ruleDraft'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import type { StoredSummary } from '../core/mail'
import type { SearchCriteria } from '../core/mailSearch'
import type { Rule } from '../core/rules/rules'
import type { Clock } from '../kit/clock'
import type { MailStore, MailStores } from '../mail/mail.store'
import type { MatchedMail } from './arrival/arrivedMail'
import { meetsCondition, meetsRule } from './arrival/judge'
import { checkRuleDraft } from './editRules'

export type TryRuleDeps = { readonly mailStores: MailStores; readonly clock: Clock }

/** Folders of what a person writes: no rule is carried out on it. */
const written: readonly string[] = ['sent', 'draft']
const dayMs = 24 * 60 * 60 * 1_000

export const makeTryRule =
  (deps: TryRuleDeps) =>
  async (
    { rule, page = 1 }: Form<typeof entries.tryRule>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.tryRule>> => {
    await checkRuleDraft(deps, rule, account)
    const store = deps.mailStores.of(account)
    const search = { keyword: '', location: 'all', folder: null, criteria: criteriaOf(rule, deps.clock.now()) } as const
    const found = await store.search({ ...search, page, pageSize: limits.ruleTrialSlice })
    // What is still found may stand between these: the same slice is asked for again.
    const isGrowing = found?.goesOn === true
    const slice = (found?.list ?? []).filter(({ folder }) => !written.includes(folder))
    const matches: StoredSummary[] = []
    for (const one of slice) if (await isMet(store, rule, one, { account, mayOpen: !isGrowing })) matches.push(one)
    const isMore = found !== null && page * limits.ruleTrialSlice < found.total
    const following = isMore && page < limits.ruleTrialPages ? page + 1 : null
    return {
      matches: matches.map(({ id, folder, from, subject, receivedAt }) => ({ id, folder, from, subject, receivedAt })),
      examined: isGrowing ? 0 : slice.length,
      next: isGrowing ? page : following,
      isCut: !isGrowing && isMore && page >= limits.ruleTrialPages,
    }
  }

type Tried = Pick<Rule, 'match' | 'conditions'> & { readonly exceptions: readonly RuleCondition[] }

/** What the store itself can leave out: a mail server does it by SEARCH. */
function criteriaOf({ match, conditions }: Tried, now: number): SearchCriteria {
  const must = match === 'all' || conditions.length === 1 ? conditions : []
  const sizes = (test: 'over' | 'under') =>
    must.flatMap((one) => (one.kind === 'size' && one.test === test ? [one.bytes] : []))
  const [over, under] = [sizes('over'), sizes('under')]
  return {
    texts: [],
    seen: null,
    flagged: null,
    urgent: null,
    hasAttachment: null,
    since: now - limits.ruleTrialDays * dayMs,
    until: null,
    minSize: over.length > 0 ? Math.max(...over) + 1 : null,
    maxSize: under.length > 0 ? Math.max(0, Math.min(...under) - 1) : null,
  }
}

/** Read whole only where what its row says does not settle it. */
async function isMet(
  store: MailStore,
  rule: Tried,
  summary: StoredSummary,
  { account, mayOpen }: { readonly account: Account; readonly mayOpen: boolean },
): Promise<boolean> {
  const rough = matchedOf(summary, roughly(summary), account)
  const meets = (one: RuleCondition) => meetsCondition(one, rough)
  if (rule.exceptions.some((one) => isInRow(one) && meets(one))) return false
  const told = settledByRow(rule, meets)
  if (told === false || (told === true && rule.exceptions.every(isInRow))) return told
  const opened = mayOpen ? await store.open(summary.id) : null
  return opened !== null && meetsRule(rule, matchedOf(summary, opened.parsed, account))
}

/** Whether the conditions are met, as far as a row says; null where it does not. */
function settledByRow({ match, conditions }: Tried, meets: (one: RuleCondition) => boolean): boolean | null {
  const known = conditions.filter(isInRow).map(meets)
  if (known.includes(match === 'any')) return match === 'any'
  return known.length === conditions.length ? match === 'all' : null
}

function isInRow(condition: RuleCondition): boolean {
  if (condition.kind === 'person' || condition.kind === 'domain') return condition.field === 'from'
  return condition.kind === 'subject' || condition.kind === 'size' || condition.kind === 'attachment'
}

function matchedOf({ size }: StoredSummary, parsed: MatchedMail['parsed'], account: Account): MatchedMail {
  return { parsed, from: parsed.from.address, to: account.address, size }
}

function roughly({ from, subject, hasAttachment }: StoredSummary): MatchedMail['parsed'] {
  const sender = from.name === '' ? from.address : `${from.name} <${from.address}>`
  const headers = [
    { name: 'From', value: sender },
    { name: 'Subject', value: subject },
  ]
  return {
    from,
    to: [],
    cc: [],
    headers,
    html: null,
    text: null,
    attachments: hasAttachment ? [{ inline: false }] : [],
  }
}
