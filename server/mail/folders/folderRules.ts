/** Rules that file into folders, and what becomes of them when the folders go or are called otherwise. */
import type { Account } from '../../core/account'
import type { FolderId } from '../../core/mail'
import { Refusal, StoreAway } from '../../core/refusal'
import { folderOf, type Rule, type RuleAction } from '../../core/rules/rules'
import type { RuleStores } from '../../rules/rules.store'
import { rewriteRules } from '../../rules/senderRules'

/** Null where a mail server keeps them and does not say where. */
export type Rules = RuleStores | null

const filesInto = (rule: Rule, folders: ReadonlySet<FolderId>) =>
  rule.actions.some((action) => folders.has(folderOf(action) ?? ''))

/** Names of the rules that file into one of these; null where they cannot be looked at. */
export async function rulesInto(
  rules: Rules,
  account: Account,
  folders: readonly FolderId[],
): Promise<readonly string[] | null> {
  if (rules === null) return null
  try {
    const { rules: kept } = await rules.of(account).load()
    const wanted = new Set(folders)
    return kept.rules.filter((rule) => filesInto(rule, wanted)).map(({ name }) => name)
  } catch (error) {
    if (isAway(error)) return null
    throw error
  }
}

type Followed = { readonly changed: readonly string[]; readonly stale: readonly string[] }

/** Makes rules that filed into one folder file into another. Answers the names of those it changed, and of those it could not. */
export function redirectRules(
  rules: Rules,
  account: Account,
  targets: ReadonlyMap<FolderId, FolderId>,
): Promise<Followed> {
  return changeRules(rules, account, new Set(targets.keys()), (rule) => redirected(rule, targets))
}

/** Switches rules off that filed into folders that are gone; answers as `redirectRules`. */
export function stopRules(rules: Rules, account: Account, gone: readonly FolderId[]): Promise<Followed> {
  return changeRules(rules, account, new Set(gone), (rule) => ({ ...rule, isEnabled: false }))
}

async function changeRules(
  rules: Rules,
  account: Account,
  from: ReadonlySet<FolderId>,
  change: (rule: Rule) => Rule,
): Promise<Followed> {
  let names: readonly string[] = []
  if (rules === null) return { changed: [], stale: [] }
  try {
    await rewriteRules(rules, account, (kept) => {
      names = kept.rules.filter((rule) => filesInto(rule, from)).map(({ name }) => name)
      if (names.length === 0) return null
      return { ...kept, rules: kept.rules.map((rule) => (filesInto(rule, from) ? change(rule) : rule)) }
    })
    return { changed: names, stale: [] }
  } catch (error) {
    // The folder is changed already: what cannot follow is told, and files into the inbox meanwhile.
    if (error instanceof Refusal || isAway(error)) return { changed: [], stale: names }
    throw error
  }
}

function redirected(rule: Rule, targets: ReadonlyMap<FolderId, FolderId>): Rule {
  const follow = (action: RuleAction): RuleAction =>
    'folder' in action ? { ...action, folder: targets.get(action.folder) ?? action.folder } : action
  return { ...rule, actions: rule.actions.map(follow) }
}

const isAway = (error: unknown): boolean =>
  error instanceof StoreAway || (error instanceof Refusal && error.code === 'serverCannot')
