/** Rules as a file: written, read and shown before it is taken, and added or put in their place. */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/rules'
import { limits } from '#contract/limits'
import { missingFolder, ruleDraft, ruleFault } from '#contract/mail/ruleDraft'
import { systemFolders } from '#contract/shapes'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import type { Folder } from '../core/mail'
import { Refusal } from '../core/refusal'
import { checkRules } from '../core/rules/checkRules'
import { emptyRuleSet, folderOf, type Rule } from '../core/rules/rules'
import { folderTest, makeListRules, namesFolders, type RuleDeps } from './editRules'
import type { RuleFileFormat } from './ruleFile.port'
import { rewriteRules } from './senderRules'

export type RuleFileDeps = RuleDeps & { readonly ruleFile: RuleFileFormat }

export const makeExportRules =
  ({ rules, mailStores, ruleFile }: RuleFileDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.exportRules>> => {
    if (rules === null) throw new Refusal('serverCannot')
    const { rules: set } = await rules.of(account).load()
    const folders = await mailStores.of(account).folders()
    return { script: ruleFile.write(set.rules.map((rule) => withFolders(rule, (id) => pathOf(id, folders)))) }
  }

export const makeReadRuleFile =
  (deps: RuleFileDeps) =>
  async ({ script }: Form<typeof entries.readRuleFile>, { account }: Caller) => {
    if (deps.rules === null) throw new Refusal('serverCannot')
    return read(deps, script, account)
  }

export const makeImportRules =
  (deps: RuleFileDeps) =>
  async (
    { script, way }: Form<typeof entries.importRules>,
    caller: Caller,
  ): Promise<Reply<typeof entries.importRules>> => {
    const { rules: found } = await read(deps, script, caller.account)
    if (found.length === 0) throw new Refusal('badField', { field: 'script' })
    await rewriteRules(deps.rules, caller.account, (set) => {
      const all = way === 'add' ? [...set.rules, ...found] : found
      if (all.length > limits.rules) throw tooMany('rules')
      return { ...set, rules: all }
    })
    return makeListRules(deps)({}, caller)
  }

/** There are `limits.rules` at most; more commands than are read hold no rules of a person. */
const tooMany = (what: 'rules' | 'commands') => new Refusal('tooLarge', { payload: { what, limit: limits.rules } })

/** Foreign commands that are told. */
const foreignMost = 1_000

const fileRule = v.object({
  ...ruleDraft.entries,
  exceptions: v.optional(ruleDraft.entries.exceptions, []),
  isEnabled: v.boolean(),
})

async function read(
  { mailStores, ruleFile }: RuleFileDeps,
  script: string,
  account: Account,
): Promise<Reply<typeof entries.readRuleFile>> {
  const { rules: found, foreign } = ruleFile.read(script)
  // More than could ever be taken or read (TRUST S27).
  if (found.length > limits.rules) throw tooMany('rules')
  if (foreign.length > foreignMost) throw tooMany('commands')
  const folders = await mailStores.of(account).folders()
  const paths = new Map(folders.map(({ id }) => [id, pathOf(id, folders)]))
  const hasFolder = await folderTest(mailStores, account)
  const rules: (Rule & { exceptions: NonNullable<Rule['exceptions']> })[] = []
  const refused: string[] = []
  for (const one of found) {
    const parsed = v.safeParse(fileRule, one)
    const rule = parsed.success
      ? withFolders({ ...parsed.output, id: randomUUID() }, (path) => idOf(path, folders, paths))
      : null
    if (rule === null || !isKept(rule, account)) refused.push(nameIn(one))
    // Who is forwarded to has agreed to nothing here, and a folder may be another mailbox's.
    else
      rules.push({
        ...rule,
        exceptions: rule.exceptions ?? [],
        isEnabled: rule.isEnabled && !forwards(rule) && namesFolders(rule, hasFolder),
      })
  }
  return { rules, foreign: [...foreign], refused }
}

function isKept(rule: Rule, { address }: Account): boolean {
  // The path of a folder that is not here is one longer.
  if (!v.is(fileRule, rule)) return false
  if (ruleFault({ ...rule, exceptions: rule.exceptions ?? [] }, address) !== null) return false
  try {
    checkRules({ ...emptyRuleSet, rules: [rule] })
    return true
  } catch {
    return false
  }
}

const forwards = ({ actions }: Rule) => actions.some(({ kind }) => kind === 'redirect')
const nameIn = (one: unknown) =>
  typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string'
    ? [...one.name.slice(0, limits.ruleNameCharacters * 2)].slice(0, limits.ruleNameCharacters).join('')
    : ''

function withFolders(rule: Rule, to: (folder: string) => string): Rule {
  const renamed = (action: Rule['actions'][number]) =>
    folderOf(action) === null || !('folder' in action) ? action : { ...action, folder: to(action.folder) }
  return { ...rule, actions: rule.actions.map(renamed) }
}

/** As mail servers call them. */
const names: Readonly<Record<string, string>> = {
  ...{ inbox: 'INBOX', sent: 'Sent', draft: 'Drafts', archive: 'Archive', deleted: 'Trash', junk: 'Junk' },
}

/** A name that holds the sign between names stands for no path. */
function pathOf(id: string, folders: readonly Folder[]): string {
  const folder = folders.find((one) => one.id === id)
  if (folder === undefined || names[id] !== undefined) return names[id] ?? missingFolder(id) ?? id
  return folder.parent === null ? folder.name : `${pathOf(folder.parent, folders)}/${folder.name}`
}

/** Where the path leads to no folder or to two ("Trash") it stays a path: no id begins like one. */
function idOf(path: string, folders: readonly Folder[], paths: ReadonlyMap<string, string>): string {
  const isSystem = (id: string) => names[id] !== undefined
  const system = systemFolders.filter((id) => names[id]?.toLowerCase() === path.toLowerCase())
  const own = folders.filter(({ id }) => !isSystem(id) && paths.get(id) === path).map(({ id }) => id)
  const [found, other] = [...system, ...own]
  return found !== undefined && other === undefined ? found : `/${path}`
}
