/** Use cases of runs of rules: asked for, told of and taken back. */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/rules'
import { writtenFolders } from '#contract/mail/folderRoles'
import { folderViews } from '#contract/shapes'
import type { Account } from '../../core/account'
import type { Caller } from '../../core/caller'
import type { MailJob } from '../../core/mailJob'
import { Refusal } from '../../core/refusal'
import type { Rule } from '../../core/rules/rules'
import type { Clock } from '../../kit/clock'
import { heldBy, jobView, refuseTooMany } from '../../mail/jobs/askedMailJobs'
import type { MailJobStore } from '../../mail/jobs/mailJobs.store'
import { stepMails } from '../../mail/jobs/workMailJob'
import type { MailStores } from '../../mail/mail.store'
import type { RuleStores } from '../rules.store'
import type { RuleRun, RuleRuns } from './ruleRuns.store'

export type RunDeps = {
  readonly mailStores: MailStores
  readonly mailJobs: MailJobStore
  readonly clock: Clock
  /** There is work. */
  readonly wakeJobs: () => void
  readonly ruleRuns: RuleRuns
  /** Null where rules are kept nowhere. */
  readonly rules: RuleStores | null
}

type State = Reply<typeof entries.ruleRun>

export const makeRuleRun =
  ({ ruleRuns, mailJobs }: Pick<RunDeps, 'ruleRuns' | 'mailJobs'>) =>
  async (_form: unknown, { account }: Caller): Promise<State> => {
    const run = await ruleRuns.newest(account.id)
    const job = run && (await mailJobs.find(account.id, run.id))
    if (run === null || job?.work.kind !== 'rules') return { run: null }
    const undo = run.undoId === null ? null : await mailJobs.find(account.id, run.undoId)
    const { ruleName } = run
    const changed = await changedBy(ruleRuns, account, run, job)
    return { run: { job: viewOf(job), undo: undo && viewOf(undo), ruleName, changed } }
  }

/** With what may have been changed by one that ended in the middle of a step. */
async function changedBy(ruleRuns: RuleRuns, { id }: Account, run: RuleRun, { state }: MailJob): Promise<number> {
  const open = state === 'running' ? [] : await ruleRuns.planned(id, run.id, stepMails)
  return run.changed + open.length
}

const viewOf = ({ work, ...job }: MailJob) => {
  if (work.kind !== 'rules' && work.kind !== 'rulesUndo') throw new Refusal('notFound')
  return jobView({ ...job, work })
}

/** What the person writes is nobody's to sort, and a view holds mail of other folders. */
const closed: readonly string[] = [...writtenFolders, ...folderViews]

export const makeStartRuleRun =
  (deps: RunDeps) =>
  async ({ folder, id }: Form<typeof entries.startRuleRun>, caller: Caller): Promise<State> => {
    const { account } = caller
    if (deps.rules === null) throw new Refusal('serverCannot')
    if (closed.includes(folder)) throw new Refusal('notAllowed', { field: 'folder' })
    const { rules: set } = await deps.rules.of(account).load()
    const chosen = set.rules.filter((rule) => (id === undefined ? rule.isEnabled : rule.id === id))
    if (id !== undefined && chosen.length === 0) throw new Refusal('notFound', { field: 'id' })
    const rules = chosen.map(withoutSending)
    if (!rules.some(({ actions }) => actions.some(({ kind }) => kind !== 'reject')))
      throw new Refusal('notAllowed', { field: 'id' })
    const total = await heldBy(deps.mailStores.of(account), { folder, filter: 'all' })
    const ruleName = id === undefined ? null : (chosen[0]?.name ?? null)
    const job = { ...(await begun(deps, account)), work: { kind: 'rules' }, folder, total } as const
    await mustBegin(deps, deps.ruleRuns.begin(job, { ruleName, rules }))
    return makeRuleRun(deps)({}, caller)
  }

export const makeUndoRuleRun =
  (deps: RunDeps) =>
  async ({ id }: Form<typeof entries.undoRuleRun>, caller: Caller): Promise<State> => {
    const { account } = caller
    const [run, of] = await Promise.all([deps.ruleRuns.find(account.id, id), deps.mailJobs.find(account.id, id)])
    if (run === null || of === null) throw new Refusal('notFound')
    const total = await changedBy(deps.ruleRuns, account, run, of)
    if (total === 0) throw new Refusal('noMailSelected')
    const work = { kind: 'rulesUndo', runId: id } as const
    const job = { ...(await begun(deps, account)), work, folder: of.folder, total } as const
    await mustBegin(deps, deps.ruleRuns.beginUndo(job))
    return makeRuleRun(deps)({}, caller)
  }

async function begun({ mailJobs, clock }: RunDeps, account: Account) {
  const now = clock.now()
  await refuseTooMany(mailJobs, account.id, now)
  const none = { done: 0, position: 0, reason: null } as const
  return { id: randomUUID(), accountId: account.id, filter: 'all', state: 'running', ...none, createdAt: now } as const
}

async function mustBegin({ wakeJobs }: RunDeps, begins: Promise<boolean>): Promise<void> {
  if (!(await begins)) throw new Refusal('tooManyTries')
  wakeJobs()
}

/** On mail that is there already nothing is forwarded or answered; who rejects keeps it. */
function withoutSending(rule: Rule): Rule {
  return { ...rule, actions: rule.actions.filter(({ kind }) => kind !== 'redirect' && kind !== 'reply') }
}
