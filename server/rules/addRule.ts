/** Keeps a rule that a person wrote, after those that they have: what was set before comes first. */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail/senders'
import { limits } from '../../src/contract/limits'
import { type RuleDraft, ruleFault } from '../../src/contract/mail/ruleDraft'
import { folderViews, systemFolders } from '../../src/contract/shapes'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Condition, Rule, RuleAction } from '../core/rules/rules'
import type { MailStore, MailStores } from '../mail/mail.store'
import type { RuleStores } from './rules.store'
import { rewriteRules } from './senderRules'

export type AddRuleParts = { readonly mailStores: MailStores; readonly rules: RuleStores | null }

export const makeAddRule =
  ({ mailStores, rules }: AddRuleParts) =>
  async (
    { rule: draft }: Form<typeof entries.addRule>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.addRule>> => {
    const fault = ruleFault(draft)
    if (fault !== null) throw new Refusal('badField', { field: fault })
    await mustHold(mailStores.of(account), draft.folder)
    const rule = ruleOf(draft)
    await rewriteRules(rules, account, (set) => {
      if (set.rules.length >= limits.rules) throw new Refusal('tooLarge', { payload: { limit: limits.rules } })
      return { ...set, rules: [...set.rules, rule] }
    })
    return { id: rule.id }
  }

/** A mail server makes a system folder when something first goes there. */
async function mustHold(store: MailStore, folder: string | null): Promise<void> {
  if (folder === null || (systemFolders as readonly string[]).includes(folder)) return
  if ((folderViews as readonly string[]).includes(folder)) throw new Refusal('badField', { field: 'actions' })
  const found = (await store.folders()).find(({ id }) => id === folder)
  if (found === undefined || found.holdsMail === false) throw new Refusal('notFound', { field: 'actions' })
}

function ruleOf({ name, match, conditions, markSeen, flag, folder }: RuleDraft): Rule {
  const actions: RuleAction[] = [
    ...(markSeen ? [{ kind: 'markSeen' } as const] : []),
    ...(flag ? [{ kind: 'flag' } as const] : []),
    ...(folder === null ? [] : [{ kind: 'file', folder } as const]),
  ]
  return {
    id: randomUUID(),
    name: name.trim(),
    isEnabled: true,
    match,
    conditions: conditions.map(conditionOf),
    actions,
    stops: false,
  }
}

function conditionOf({ field, test, value }: RuleDraft['conditions'][number]): Condition {
  const values = [value.trim()]
  if (field === 'subject') return { kind: 'subject', test, values }
  if (field === 'list') return { kind: 'header', name: 'List-Id', test, values }
  return { kind: 'person', field: field === 'to' ? 'toOrCc' : 'from', test, values }
}
