/** Carries rules out over a folder in small steps, each on record first; takes them back. */
import { setImmediate } from 'node:timers/promises'
import { limits } from '#contract/limits'
import type { Account } from '../../core/account'
import type { FolderId, MailId, StoredSummary } from '../../core/mail'
import type { MailJob } from '../../core/mailJob'
import { Refusal, WorkUnfinished } from '../../core/refusal'
import { isFinal, type Rule } from '../../core/rules/rules'
import type { Clock } from '../../kit/clock'
import { clockToleranceMs, type Held, passesMost, stepMails } from '../../mail/jobs/workMailJob'
import type { MailStore, MailStores } from '../../mail/mail.store'
import type { Spool } from '../../mail/spool/spool.store'
import { carryOut } from '../arrival/judge'
import { meetsStored } from './meetsStored'
import { makePace, type Pace } from './pace'
import type { MadeChange, PlannedChange, RuleRuns } from './ruleRuns.store'

export type RuleRunDeps = {
  readonly ruleRuns: RuleRuns
  readonly mailStores: MailStores
  readonly spool: Pick<Spool, 'put' | 'release'>
  readonly clock: Clock
}

/** Messages read whole and copies made between two looks at whether it was cancelled. */
const readsBetween = 20
const copiesBetween = 5
/** Mails that are held against all rules between two turns of the event loop. */
const testsBetween = 10

export const makeWorkRules =
  (deps: RuleRunDeps) =>
  async (account: Account, job: MailJob, note: Held['note']): Promise<boolean> => {
    const work = { ...deps, account, store: deps.mailStores.of(account), job, note, pace: makePace() }
    return job.work.kind === 'rulesUndo' ? takeBack(work, job.work.runId) : run(work)
  }

type Work = RuleRunDeps & {
  readonly account: Account
  readonly store: MailStore
  readonly job: MailJob
  readonly note: Held['note']
  readonly pace: Pace
}

/** Answers whether all is done. Throws what the store throws. */
async function run(work: Work): Promise<boolean> {
  const { store, job, note } = work
  const found = await work.ruleRuns.find(work.account.id, job.id)
  if (found === null) throw new Refusal('notFound')
  let { done, position } = job
  // What was put on record before the gateway ended.
  await carryOn(work, async () => true)
  const folders = await store.folders()
  const names = new Set(folders.flatMap(({ id, holdsMail }) => (holdsMail === false ? [] : [id])))
  for (let pass = 1; ; ) {
    // What others have asked for meanwhile comes first.
    await setImmediate()
    const at = { page: Math.floor(position / stepMails) + 1, pageSize: stepMails }
    const page = await store.page({ folder: job.folder, filter: 'all', sort: 'date', order: 'asc', ...at })
    if (page === null) throw new Refusal('notFound', { field: 'folder' })
    const fresh = page.list.slice(position % stepMails)
    const meant = fresh.filter(({ receivedAt }) => receivedAt <= job.createdAt + clockToleranceMs)
    const goesOn = () => note({ done, position })
    const planned = await planFor(work, { rules: found.rules, names }, meant, goesOn)
    if (planned === null) return false
    await work.ruleRuns.plan(work.account.id, job.id, planned)
    await setImmediate()
    const left = await carryOn(work, goesOn)
    if (left === null) return false
    if (pass === 1) done += meant.length
    // What left the folder moves the rest up.
    position += fresh.length - left
    if (!(await note({ done, position }))) return false
    if (page.list.length === stepMails) continue
    // Whoever takes mail away meanwhile moves the rest up too, past what was read already.
    if (position <= page.total - left || pass === passesMost) return true
    pass += 1
    position = 0
  }
}

/** What the rules want done to those mails; null where it was cancelled. */
async function planFor(
  { account, store, job }: Work,
  { rules, names }: { readonly rules: readonly Rule[]; readonly names: ReadonlySet<FolderId> },
  mails: readonly StoredSummary[],
  goesOn: () => Promise<boolean>,
): Promise<readonly PlannedChange[] | null> {
  const planned: PlannedChange[] = []
  let reads = 0
  let isFresh = true
  for (const [at, mail] of mails.entries()) {
    if (at % testsBetween === testsBetween - 1) await setImmediate()
    let opened: ReturnType<typeof read> | null = null
    const read = async () => {
      reads += 1
      isFresh = false
      return (await store.open(mail.id))?.parsed ?? null
    }
    const open = () => {
      opened ??= read()
      return opened
    }
    const met = new Set<Rule>()
    for (const rule of rules) {
      if (!(await meetsStored(rule, mail, { account, open }))) continue
      met.add(rule)
      if (rule.stops || rule.actions.some(isFinal)) break
    }
    const change = changeOf(mail, rules, met, { home: job.folder, hasFolder: (folder) => names.has(folder) })
    if (change !== null) planned.push(change)
    if (reads < readsBetween) continue
    reads = 0
    if (!(await goesOn())) return null
    isFresh = true
  }
  return isFresh || (await goesOn()) ? planned : null
}

/** Null where nothing is to be done. */
function changeOf(
  mail: StoredSummary,
  rules: readonly Rule[],
  met: ReadonlySet<Rule>,
  at: { readonly home: FolderId; readonly hasFolder: (folder: FolderId) => boolean },
): PlannedChange | null {
  if (met.size === 0) return null
  const { kept, returned } = carryOut(rules, (rule) => met.has(rule), at)
  const away = kept.filter(({ folder }) => folder !== at.home)
  // Who is to reject a mail keeps it here.
  const stays = returned !== null || away.length < kept.length
  const target = stays ? null : (away[0]?.folder ?? (at.home === trash ? null : trash))
  const copies = stays ? away : away.slice(1)
  const marks = kept.find(({ folder }) => folder === (target ?? at.home))
  const seen = marks?.seen === true && !mail.seen
  const flagged = marks?.flagged === true && !mail.flagged
  if (target === null && copies.length === 0 && !seen && !flagged) return null
  const marked = copies.map((one) => ({ ...one, seen: one.seen || mail.seen, flagged: one.flagged || mail.flagged }))
  return { mail: mail.id, seen, flagged, target, copies: marked }
}

const trash: FolderId = 'deleted'

/** Does what is planned; answers how many mails left the folder, null where it was cancelled. */
async function carryOn(work: Work, goesOn: () => Promise<boolean>): Promise<number | null> {
  const { job, account, ruleRuns, pace } = work
  let left = 0
  for (;;) {
    const planned = await ruleRuns.planned(account.id, job.id, pace.most())
    if (planned.length === 0) return left
    const { moved, fault } = await carryPiece(work, pieceOf(planned))
    left += moved
    await setImmediate()
    if (fault === null && (await goesOn())) continue
    // Nothing was done to the rest: who goes on plans it anew.
    const rest = await ruleRuns.planned(account.id, job.id, stepMails)
    await ruleRuns.finish(
      account.id,
      job.id,
      [],
      rest.map(({ mail }) => mail),
    )
    if (fault !== null) throw fault
    return null
  }
}

/** As many as may be done before the next look at whether it was cancelled. */
function pieceOf(planned: readonly PlannedChange[]): readonly PlannedChange[] {
  let copies = 0
  const end = planned.findIndex((one) => {
    copies += one.copies.length
    return copies >= copiesBetween
  })
  return end < 0 ? planned : planned.slice(0, end + 1)
}

/** A refusal (no room for a copy) comes back, once what was done by then is noted. */
async function carryPiece(work: Work, planned: readonly PlannedChange[]) {
  const { store, job, account, ruleRuns, pace } = work
  const rows = new Map((await store.summaries(planned.map(({ mail }) => mail))).map((one) => [one.id, one]))
  const lies = (change: PlannedChange, folder: FolderId | null) => rows.get(change.mail)?.folder === folder
  const here = planned.filter((one) => lies(one, job.folder))
  for (const mark of ['seen', 'flagged'] as const) {
    const ids = here.filter((one) => one[mark] && rows.get(one.mail)?.[mark] === false).map(({ mail }) => mail)
    if (ids.length > 0) await pace.of(() => store.mark(ids, mark))
    await setImmediate()
  }
  // Moved already by whoever had this job before, where its id stays.
  const there = planned.filter((one) => one.target !== null && lies(one, one.target))
  const found = [...here, ...there]
  const { copied, fault } = await copyAll(work, found, rows)
  const movedTo = new Map(there.map(({ mail }): [MailId, MailId] => [mail, mail]))
  for (const [target, ids] of fault === null ? byTarget(here) : []) {
    // A folder that went meanwhile takes nothing; what its owner has moved stays where it is.
    const moved = (await pace.of(() => store.move(ids, target, 'rule', job.folder))) ?? []
    for (const { id, newId } of moved) movedTo.set(id, newId)
    await setImmediate()
  }
  const made = found
    .map((one): MadeChange => ({ ...one, movedTo: movedTo.get(one.mail) ?? null, copied: copied.get(one.mail) ?? [] }))
    .filter((one) => one.seen || one.flagged || one.movedTo !== null || one.copied.length > 0)
  const changed = new Set(made.map(({ mail }) => mail))
  const unchanged = planned.filter(({ mail }) => !changed.has(mail)).map(({ mail }) => mail)
  await ruleRuns.finish(account.id, job.id, made, unchanged)
  return { moved: here.filter(({ mail }) => movedTo.has(mail)).length, fault }
}

async function copyAll(work: Work, changes: readonly PlannedChange[], rows: ReadonlyMap<MailId, StoredSummary>) {
  const copied = new Map<MailId, MailId[]>()
  try {
    for (const one of changes) {
      const ids: MailId[] = []
      copied.set(one.mail, ids)
      await copy(work, one, { summary: rows.get(one.mail), ids })
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { copied, fault: error }
  }
  return { copied, fault: null }
}

function byTarget(changes: readonly PlannedChange[]): ReadonlyMap<FolderId, readonly MailId[]> {
  const found = new Map<FolderId, MailId[]>()
  for (const { mail, target } of changes) {
    if (target === null) continue
    const ids = found.get(target)
    if (ids === undefined) found.set(target, [mail])
    else ids.push(mail)
  }
  return found
}

/** One each, however often it is asked for; `ids` gets theirs. */
async function copy(
  { store, spool, job }: Work,
  { mail, copies }: PlannedChange,
  { summary, ids }: { readonly summary: StoredSummary | undefined; readonly ids: MailId[] },
): Promise<void> {
  for (const { folder, seen, flagged } of copies) {
    const raw = await store.raw(mail)
    if (raw === null || summary === undefined) continue
    const put = await spool.put(raw.stream, limits.messageBytes)
    try {
      const source = { kind: 'spool', spool: put.id } as const
      const key = `rules:${job.id}:${mail}:${folder}`
      const { receivedAt } = summary
      const judged = folder === 'junk' ? ({ junkBy: 'rule' } as const) : {}
      ids.push((await store.append({ folder, source, flags: { seen, flagged }, receivedAt, key, judged })).id)
    } catch (error) {
      // The folder went meanwhile.
      if (!(error instanceof Refusal && error.code === 'notFound')) throw error
    } finally {
      await spool.release(put.id)
    }
  }
}

/** Puts back what still lies where the run has left it. */
async function takeBack(work: Work, runId: string): Promise<boolean> {
  const { store, job, account, ruleRuns, note, pace } = work
  let { done } = job
  // Who was cancelled ends its step first: what it does then is to be taken back too.
  if (await ruleRuns.isHeld(account.id, runId, work.clock.now())) throw new WorkUnfinished()
  for (;;) {
    await setImmediate()
    const made = await ruleRuns.made(account.id, runId, pace.most())
    if (made.length === 0) return true
    const idOf = ({ mail, movedTo }: MadeChange) => movedTo ?? mail
    const rows = await placesOf(store, made.map(idOf))
    const lies = (one: MadeChange, folder: FolderId | null) => rows.get(idOf(one)) === folder
    // What was on record and not moved yet may bear its marks already.
    const here = made.filter((one) => lies(one, job.folder))
    const away = made.filter((one) => lies(one, one.target) && !lies(one, job.folder))
    // Before any mark: where the folder went, all stays as the run has left it.
    const moved = away.length > 0 ? await pace.of(() => store.move(away.map(idOf), job.folder, 'undo')) : []
    if (moved === null) throw new Refusal('notFound', { field: 'folder' })
    const home = new Map([
      ...here.map(idOf).map((id) => [id, id] as const),
      ...moved.map((one) => [one.id, one.newId] as const),
    ])
    await setImmediate()
    const marked = (mark: 'seen' | 'flagged') => made.flatMap((one) => (one[mark] ? (home.get(idOf(one)) ?? []) : []))
    for (const mark of ['seen', 'flagged'] as const) {
      const ids = marked(mark)
      if (ids.length > 0) await pace.of(() => store.mark(ids, `un${mark}`))
    }
    await setImmediate()
    const copies = made.flatMap((one) => one.copies.map(({ folder }, at) => ({ id: one.copied[at], folder })))
    await removeCopies(store, copies)
    await ruleRuns.forget(
      account.id,
      runId,
      made.map(({ mail }) => mail),
    )
    done += made.length
    if (!(await note({ done, position: 0 }))) return false
  }
}

const placesOf = async (store: MailStore, ids: readonly MailId[]) =>
  new Map((await store.summaries(ids)).map(({ id, folder }) => [id, folder]))

/** Those that lie where they were put. */
async function removeCopies(
  store: MailStore,
  copies: readonly { readonly id: MailId | undefined; readonly folder: FolderId }[],
): Promise<void> {
  const placed = new Map(copies.flatMap(({ id, folder }): [MailId, FolderId][] => (id ? [[id, folder]] : [])))
  if (placed.size === 0) return
  const rows = await store.summaries([...placed.keys()])
  const ids = rows.filter(({ id, folder }) => placed.get(id) === folder).map(({ id }) => id)
  if (ids.length > 0) await store.remove(ids)
}
