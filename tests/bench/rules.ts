/** Rules run over a full mailbox, cancelled and taken back, and a dry run, beside others who ask. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import type { RuleActionDraft, RuleCondition } from '#contract/mail/ruleDraft'
import { canaryMost, type Watched } from '../support/canary/canary'
import { openTarget, type Target } from '../support/canary/target'
import type { Row } from './row'

const pageSize = 200
const pollMs = 100
/** How long nothing may change before a cancelled run counts as ended. */
const stillMs = 3_000

const job = v.object({ id: v.string(), state: v.string(), done: v.number() })
const runReply = v.object({ run: v.object({ job, undo: v.nullable(job), changed: v.number() }) })
const trial = v.object({ matches: v.array(v.object({ id: v.string() })), next: v.nullable(v.number()) })
const listed = v.object({
  total: v.number(),
  list: v.array(v.object({ id: v.string(), seen: v.boolean(), flagged: v.boolean() })),
})

/** `mails` lie in the inbox, all of the last 70 days. */
export async function benchRules(mails: number): Promise<readonly Row[]> {
  const since = Date.now() - (mails + 10) * 60_000
  const target = await openTarget({ mails, since, written: 2_000, program: 'built' })
  try {
    const trials = await benchTrials(target)
    await saveRule(target, ruleOf([{ kind: 'person', field: 'from', test: 'contains', values: ['@example.com'] }]))
    const before = await fingerprint(target)
    const cancelled = await benchCancel(target, mails)
    await takeBack(target, before)
    const run = await timed(target, () => startRun(target))
    const { changed } = (await state(target)).run
    if (changed !== mails) throw new Error(`${changed} of ${mails} messages were changed`)
    const undo = await timed(target, () => takeBack(target, before))
    return [
      ...trials,
      { name: 'rules: nothing changes any more after a cancel', measured: cancelled, budget: 1_000, unit: 'ms' },
      { name: `rules: ${mails} messages moved and marked`, measured: run.seconds, budget: 60, unit: 's' },
      ...othersOf('that run', run.watched),
      { name: `rules: Undo of ${mails} messages, each as it was`, measured: undo.seconds, budget: null, unit: 's' },
      ...othersOf('that Undo', undo.watched),
    ]
  } finally {
    await target.close()
  }
}

async function timed({ canary }: Target, work: () => Promise<unknown>) {
  let seconds = 0
  const watched = await canary.watch(async () => {
    const start = performance.now()
    await work()
    seconds = (performance.now() - start) / 1_000
  })
  if (watched.failed > 0) throw new Error(`${watched.failed} calls of others failed`)
  return { seconds, watched }
}

function othersOf(what: string, { p99, longest, loopDelay, cpu }: Watched): readonly Row[] {
  return [
    { name: `rules: others during ${what}, 99 of 100`, measured: p99, budget: canaryMost.p99, unit: 'ms' },
    { name: `rules: others during ${what}, the longest`, measured: longest, budget: canaryMost.longest, unit: 'ms' },
    { name: `rules: the loop stood during ${what}, at most`, measured: loopDelay, budget: null, unit: 'ms' },
    { name: `rules: processor time of ${what}`, measured: (cpu ?? 0) / 1_000, budget: null, unit: 's' },
  ]
}

const ruleOf = (conditions: readonly RuleCondition[]) => ({
  ...{ name: 'bench', match: 'all', conditions, exceptions: [], stops: false },
  actions: [{ kind: 'file', folder: 'archive' }, { kind: 'markSeen' }] satisfies readonly RuleActionDraft[],
})
type BenchRule = ReturnType<typeof ruleOf>

async function answered(target: Target, path: string, values: Record<string, string>) {
  const { json } = await target.post(path, values)
  if (json.code !== '200') throw new Error(`${path}: ${JSON.stringify(json)}`)
  return json
}

const saveRule = (target: Target, rule: BenchRule) =>
  answered(target, 'mailFiltering/saveRule.action', { rule: JSON.stringify(rule) })
const state = async (target: Target) => v.parse(runReply, (await target.get('mailFiltering/ruleRun.action')).json)

async function tried(target: Target, condition: RuleCondition, page: number) {
  const values = { rule: JSON.stringify(ruleOf([condition])), page: String(page) }
  return v.parse(trial, await answered(target, 'mailFiltering/tryRule.action', values))
}

/** From the call to the first slice with a match. */
async function benchTrials(target: Target): Promise<readonly Row[]> {
  const conditions: readonly (readonly [string, RuleCondition])[] = [
    ['by subject', { kind: 'subject', test: 'contains', values: ['发票'] }],
    ['by sender', { kind: 'person', field: 'from', test: 'is', values: ['client7@example.com'] }],
    ['by body', { kind: 'body', test: 'contains', values: ['invoice'] }],
  ]
  const rows: Row[] = []
  for (const [name, condition] of conditions) {
    const start = performance.now()
    let page: number | null = 1
    while (page !== null) {
      const { matches, next } = await tried(target, condition, page)
      if (matches.length === 0 && next === null) throw new Error(`The dry run ${name} finds nothing`)
      page = matches.length > 0 ? null : next
    }
    const measured = performance.now() - start
    rows.push({ name: `rules: first hits of a dry run ${name}`, measured, budget: 300, unit: 'ms' })
  }
  return rows
}

async function startRun(target: Target): Promise<void> {
  await answered(target, 'mailFiltering/startRuleRun.action', { folder: 'inbox' })
  await ended(target, ({ run }) => run.job)
}

async function ended(target: Target, of: (state: v.InferOutput<typeof runReply>) => v.InferOutput<typeof job> | null) {
  for (;;) {
    const found = of(await state(target))
    if (found?.state === 'done') return
    if (found?.state !== 'running') throw new Error(`The job is ${found?.state}`)
    await pause(pollMs)
  }
}

/** Undo of the last run; throws where a message is not as it was. */
async function takeBack(target: Target, before: string): Promise<void> {
  const { run } = await state(target)
  await answered(target, 'mailFiltering/undoRuleRun.action', { id: run.job.id })
  await ended(target, (now) => now.run.undo)
  if ((await fingerprint(target)) !== before) throw new Error('Undo left messages otherwise than they were')
}

/** Milliseconds from the cancel of a run at its half to the last change that is seen. */
async function benchCancel(target: Target, mails: number): Promise<number> {
  await answered(target, 'mailFiltering/startRuleRun.action', { folder: 'inbox' })
  for (;;) {
    const { run } = await state(target)
    if (run.job.done >= mails / 2) break
    if (run.job.state !== 'running') throw new Error('It ended before its half')
    await pause(20)
  }
  const { run } = await state(target)
  const start = performance.now()
  await answered(target, 'jobs/cancelMailJob.action', { id: run.job.id })
  let last = performance.now()
  for (let seen = -1; performance.now() - last < stillMs; await pause(20)) {
    const { total } = await page(target, 'archive', 1, 1)
    if (total === seen) continue
    seen = total
    last = performance.now()
  }
  return last - start
}

async function page(target: Target, folder: string, at: number, size = pageSize) {
  const values = { folder, page: String(at), pageSize: String(size) }
  return v.parse(listed, await answered(target, 'query/queryfolder2.action', values))
}

/** Of each message of the inbox and the archive: where it lies, its place and its marks. */
async function fingerprint(target: Target): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['inbox', 'archive']) {
    for (let at = 1; ; at += 1) {
      const { list } = await page(target, folder, at)
      for (const { id, seen, flagged } of list) hash.update(`${folder} ${id} ${seen} ${flagged}\n`)
      if (list.length < pageSize) break
    }
  }
  return hash.digest('hex')
}
