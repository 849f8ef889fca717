/** Which of the newest mails a rule would be met by, a slice at a time. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/rules'
import { limits } from '#contract/limits'
import { writtenFolders } from '#contract/mail/folderRoles'
import type { Caller } from '../core/caller'
import type { StoredSummary } from '../core/mail'
import type { SearchCriteria } from '../core/mailSearch'
import type { Rule } from '../core/rules/rules'
import type { Clock } from '../kit/clock'
import type { MailStores } from '../mail/mail.store'
import { checkRuleDraft } from './editRules'
import { meetsStored } from './running/meetsStored'

export type TryRuleDeps = { readonly mailStores: MailStores; readonly clock: Clock }

/** No rule is carried out on what a person writes. */
const written: readonly string[] = writtenFolders
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
    const pageSize = limits.ruleTrialSlice
    const found = await store.search({ ...search, page, pageSize, countMost: pageSize * limits.ruleTrialPages + 1 })
    // What is still found may stand between these: the same slice is asked for again.
    const isGrowing = found?.goesOn === true
    const slice = (found?.list ?? []).filter(({ folder }) => !written.includes(folder))
    const matches: StoredSummary[] = []
    for (const one of slice) {
      const open = async () => (isGrowing ? null : ((await store.open(one.id))?.parsed ?? null))
      if (await meetsStored(rule, one, { account, open })) matches.push(one)
    }
    const isMore = found !== null && page * limits.ruleTrialSlice < found.total
    const following = isMore && page < limits.ruleTrialPages ? page + 1 : null
    return {
      matches: matches.map(({ id, folder, from, subject, receivedAt }) => ({ id, folder, from, subject, receivedAt })),
      examined: isGrowing ? 0 : slice.length,
      next: isGrowing ? page : following,
      isCut: !isGrowing && isMore && page >= limits.ruleTrialPages,
    }
  }

type Tried = Pick<Rule, 'match' | 'conditions'>

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
