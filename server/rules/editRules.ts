/** Use cases of an account's classification rules, changed one by one (docs/decisions/0051). */
import { createHash, randomUUID } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/rules'
import { limits } from '#contract/limits'
import { type RuleDraft, ruleFault } from '#contract/mail/ruleDraft'
import { folderViews, systemFolders } from '#contract/shapes'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import { checkRules } from '../core/rules/checkRules'
import { emptyRuleSet, folderOf, type Rule } from '../core/rules/rules'
import type { MailStore } from '../mail/mail.store'
import type { RuleStores } from './rules.store'
import { rewriteRules } from './senderRules'

export type RuleDeps = {
  readonly mailStores: { readonly of: (account: Account) => Pick<MailStore, 'folders'> }
  /** Null where rules are kept nowhere. */
  readonly rules: RuleStores | null
}

type List = Reply<typeof entries.rules>

export const makeListRules =
  ({ mailStores, rules }: RuleDeps) =>
  async (_form: unknown, { account }: Caller): Promise<List> => {
    if (rules === null) throw new Refusal('serverCannot')
    const store = rules.of(account)
    const [{ rules: set, isInForce }, { foreign, lacking }] = await Promise.all([store.load(), store.surroundings()])
    const hasFolder = set.rules.length > 0 ? await folderTest(mailStores, account) : () => true
    return {
      rules: set.rules.map((rule) => ({
        ...rule,
        exceptions: rule.exceptions ?? [],
        version: versionOf(rule),
        isFolderGone: !namesFolders(rule, hasFolder),
      })),
      isInForce,
      isForwarding: set.forward?.isOn === true,
      foreign: [...foreign],
      lacking: [...lacking],
    }
  }

export const makeSaveRule =
  (deps: RuleDeps) =>
  async (
    { id, version, rule: draft }: Form<typeof entries.saveRule>,
    caller: Caller,
  ): Promise<Reply<typeof entries.saveRule>> => {
    await checkRuleDraft(deps, draft, caller.account)
    const saved = id ?? randomUUID()
    await change(deps, caller, (all) => {
      if (id === undefined) return added(all, ruleOf(draft, { id: saved, isEnabled: true }), all.length)
      const at = placeOf(all, id)
      const former = all[at]
      if (former === undefined || versionOf(former) !== version) throw new Refusal('rulesChanged')
      return all.with(at, ruleOf(draft, former))
    })
    return { ...(await makeListRules(deps)({}, caller)), id: saved }
  }

export const makeRemoveRule =
  (deps: RuleDeps) =>
  async ({ id }: Form<typeof entries.removeRule>, caller: Caller): Promise<List> => {
    await change(deps, caller, (all) => all.toSpliced(placeOf(all, id), 1))
    return makeListRules(deps)({}, caller)
  }

export const makeRestoreRule =
  (deps: RuleDeps) =>
  async ({ rule, before }: Form<typeof entries.restoreRule>, caller: Caller): Promise<List> => {
    checkFields(rule, caller.account)
    const isWhole = namesFolders(rule, await folderTest(deps.mailStores, caller.account))
    const putBack = (isEnabled: boolean) =>
      change(deps, caller, (all) =>
        all.some(({ id }) => id === rule.id)
          ? null
          : added(all, ruleOf(rule, { id: rule.id, isEnabled }), endOr(all, before)),
      )
    try {
      await putBack(rule.isEnabled && isWhole)
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'forwardUnconfirmed')) throw error
      await putBack(false)
    }
    return makeListRules(deps)({}, caller)
  }

export const makeMoveRule =
  (deps: RuleDeps) =>
  async ({ id, before }: Form<typeof entries.moveRule>, caller: Caller): Promise<List> => {
    await change(deps, caller, (all) => {
      const moved = all[placeOf(all, id)]
      const others = all.filter((rule) => rule !== moved)
      return moved === undefined || before === id ? null : others.toSpliced(endOr(others, before), 0, moved)
    })
    return makeListRules(deps)({}, caller)
  }

export const makeSwitchRule =
  (deps: RuleDeps) =>
  async ({ id, on }: Form<typeof entries.switchRule>, caller: Caller): Promise<List> => {
    const hasFolder = on ? await folderTest(deps.mailStores, caller.account) : () => true
    await change(deps, caller, (all) => {
      const at = placeOf(all, id)
      return all.map((rule, place) => {
        if (place !== at) return rule
        if (!namesFolders(rule, hasFolder)) throw new Refusal('notFound', { field: 'actions' })
        return { ...rule, isEnabled: on }
      })
    })
    return makeListRules(deps)({}, caller)
  }

async function change(
  { rules }: RuleDeps,
  { account }: Caller,
  to: (rules: readonly Rule[]) => readonly Rule[] | null,
): Promise<void> {
  await rewriteRules(rules, account, (set) => {
    const wanted = to(set.rules)
    return wanted === null ? null : { ...set, rules: wanted }
  })
}

function added(all: readonly Rule[], rule: Rule, at: number): readonly Rule[] {
  if (all.length >= limits.rules) throw new Refusal('tooLarge', { payload: { limit: limits.rules } })
  return all.toSpliced(at, 0, rule)
}

function placeOf(all: readonly Rule[], id: string): number {
  const at = all.findIndex((rule) => rule.id === id)
  if (at < 0) throw new Refusal('notFound')
  return at
}

/** Where the one that was named has gone meanwhile, the end. */
function endOr(all: readonly Rule[], before: string | undefined): number {
  const at = all.findIndex(({ id }) => id === before)
  return at < 0 ? all.length : at
}

export async function checkRuleDraft(
  { mailStores }: Pick<RuleDeps, 'mailStores'>,
  draft: RuleDraft,
  account: Account,
): Promise<void> {
  checkFields(draft, account)
  if (namesFolders(draft, () => false)) return
  if (!namesFolders(draft, await folderTest(mailStores, account))) throw new Refusal('notFound', { field: 'actions' })
}

function checkFields(draft: RuleDraft, account: Account): void {
  const fault = ruleFault(draft, account.address)
  if (fault !== null) throw new Refusal('badField', { field: fault.field })
  checkRules({ ...emptyRuleSet, rules: [ruleOf(draft, { id: 'draft', isEnabled: true })] })
}

/** A mail server makes a system folder when something first goes there. */
export async function folderTest(
  mailStores: RuleDeps['mailStores'],
  account: Account,
): Promise<(folder: string) => boolean> {
  const folders = await mailStores.of(account).folders()
  const holding = folders.flatMap(({ id, holdsMail }) => (holdsMail === false ? [] : [id]))
  const there = new Set<string>([...holding, ...systemFolders].filter((id) => !isView(id)))
  return (folder) => there.has(folder)
}

const isView = (id: string) => (folderViews as readonly string[]).includes(id)

export function namesFolders({ actions }: Pick<Rule, 'actions'>, hasFolder: (folder: string) => boolean): boolean {
  return actions.every((action) => {
    const folder = folderOf(action)
    return folder === null || hasFolder(folder)
  })
}

/** Without exceptions there is no list of them: what is opened and saved stays as it was. */
function ruleOf(
  { name, match, conditions, exceptions, actions, stops }: RuleDraft,
  of: Pick<Rule, 'id' | 'isEnabled'>,
): Rule {
  return {
    id: of.id,
    name: name.trim(),
    isEnabled: of.isEnabled,
    match,
    conditions,
    ...(exceptions.length > 0 ? { exceptions } : {}),
    actions,
    stops,
  }
}

/** Of what the form shows: a rule that was switched meanwhile is the same one. */
function versionOf({ id: _id, isEnabled: _isEnabled, ...rule }: Rule): string {
  return createHash('sha256').update(JSON.stringify(rule)).digest('base64url').slice(0, 22)
}
