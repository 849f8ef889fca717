/** Works jobs off in the background: woken by each start, by the clock, and by what another gateway has left (TRUST R18). */
import { randomUUID } from 'node:crypto'
import type { Account, AccountId } from '../../core/account'
import { LeaseLost } from '../../core/leases'
import type { MailJob, Progress, RecallWork } from '../../core/mailJob'
import { Refusal } from '../../core/refusal'
import type { Teach } from '../../inbound/mailScanner.port'
import type { AccountStore } from '../../session/account.store'
import { type ImportDeps, workImport } from '../../transfer/workImport'
import type { MailStores } from '../mail.store'
import { awayMs, isGivenUp, waitAfter } from './jobPatience'
import type { MailJobStore, WorkKind } from './mailJobs.store'
import { workFoundJob } from './workFoundJob'
import { type Held, workMailJob } from './workMailJob'

export type JobRunnerDeps = ImportDeps & {
  readonly accounts: Pick<AccountStore, 'byId'>
  readonly mailStores: MailStores
  readonly mailJobs: MailJobStore
  readonly report: (name: string) => void
  /** Left out where nothing learns from moves. */
  readonly teach?: Teach
  /** Answers whether all of an import of contacts is done. */
  readonly workContacts?: (job: MailJob, goesOn: () => Promise<boolean>) => Promise<boolean>
  /** Answers whether a transfer of the mailbox is done; left out where a mail server keeps it. */
  readonly workMove?: (job: MailJob, note: Held['note']) => Promise<boolean>
  /** Answers whether a member is removed; left out where a mail server keeps the mailbox. */
  readonly workRemoval?: (memberId: AccountId, job: MailJob, note: Held['note']) => Promise<boolean>
  /** Answers whether a run of rules, or the taking back of one, is done. */
  readonly workRules?: (account: Account, job: MailJob, note: Held['note']) => Promise<boolean>
  /** Answers whether all of an archive of everything is done. */
  readonly workArchive?: (account: Account, job: MailJob, note: Held['note']) => Promise<boolean>
  /** Answers whether all of a mailbox is read; left out where files are entered as they arrive. */
  readonly workAttachments?: (account: Account, note: Held['note']) => Promise<boolean>
  /** Answers whether all is done; left out where mail cannot be recalled. */
  readonly workRecall?: (sender: Account, work: RecallWork, goesOn: () => Promise<boolean>) => Promise<boolean>
}

export type JobRunner = {
  readonly start: () => void
  /** There may be something to do. */
  readonly wake: () => void
  /** Waits until nothing that is due now is left undone. */
  readonly drain: () => Promise<void>
  /** Takes nothing new; what is in hand is given back after its step, for another to go on with. */
  readonly stop: () => Promise<void>
}

type Options = {
  readonly leaseMs?: number
  /** Longest sleep: what another gateway leaves when it dies wakes nobody here. */
  readonly pollMs?: number
}

/** Of each group one at a time, so that none holds up the other, nor both the short work. */
const longKinds: readonly (readonly WorkKind[])[] = [['archive', 'mailboxMove', 'memberRemoval'], ['attachments']]
const atOnce = longKinds.length + 1

export function makeJobRunner(deps: JobRunnerDeps, { leaseMs = 60_000, pollMs = 60_000 }: Options = {}): JobRunner {
  const { mailJobs, clock, report } = deps
  const inHand = new Map<Promise<void>, WorkKind>()
  const passedOver = () => {
    const kinds = [...inHand.values()]
    return longKinds.filter((group) => kinds.some((kind) => group.includes(kind))).flat()
  }
  let running = false
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> | null = null
  let again = false

  async function work(job: MailJob, worker: string): Promise<void> {
    const renewal = setInterval(() => {
      // Whether the lease is lost, the next note finds out.
      mailJobs.renew(job.id, worker, clock.now() + leaseMs).catch(() => undefined)
    }, leaseMs / 3).unref()
    try {
      const account = await deps.accounts.byId(job.accountId)
      if (account === null) throw new Refusal('notFound')
      const note = async (progress: Progress) => (await mailJobs.note(job.id, worker, progress)) && !stopping
      const { teach } = deps
      const onMoved: Held['onMoved'] = teach && ((moved, target) => teach(account, moved, target))
      const isDone = await workOff(account, job, { note, ...(onMoved && { onMoved }) })
      if (isDone || !stopping) await mailJobs.end(job.id, worker, { state: 'done', reason: null, at: clock.now() })
      else await mailJobs.postpone(job.id, worker, clock.now())
    } catch (error) {
      await settle(job, worker, error)
    } finally {
      clearInterval(renewal)
    }
  }

  async function workOff(account: Account, { work, ...job }: MailJob, held: Held) {
    const store = deps.mailStores.of(account)
    // Whoever downloads it does it: that it comes here says that nobody does (`exportMails`).
    if (work.kind === 'export') throw new Refusal('transferCut')
    if (work.kind === 'recall') return deps.workRecall?.(account, work, () => held.note(job)) ?? true
    if (work.kind === 'contacts') return deps.workContacts?.({ ...job, work }, () => held.note(job)) ?? true
    if (work.kind === 'mailboxMove') return deps.workMove?.({ ...job, work }, held.note) ?? true
    if (work.kind === 'memberRemoval') return deps.workRemoval?.(work.memberId, { ...job, work }, held.note) ?? true
    if (work.kind === 'archive') return deps.workArchive?.(account, { ...job, work }, held.note) ?? true
    if (work.kind === 'attachments') return deps.workAttachments?.(account, held.note) ?? true
    if (work.kind === 'rules' || work.kind === 'rulesUndo')
      return deps.workRules?.(account, { ...job, work }, held.note) ?? true
    if (work.kind === 'import') return workImport(deps, store, { ...job, work }, held)
    const { search, ...about } = { ...job, work }
    return search === undefined ? workMailJob(store, about, held) : workFoundJob(store, { ...about, search }, held)
  }

  async function settle(job: MailJob, worker: string, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) return
    const now = clock.now()
    const wait = waitAfter(error, job, now)
    if (wait === null && !(error instanceof Refusal)) report(error instanceof Error ? error.name : typeof error)
    if (wait !== null && !isGivenUp(job, now)) return mailJobs.postpone(job.id, worker, now + wait)
    const reason = error instanceof Refusal ? error.code : 'operationFailed'
    return mailJobs.end(job.id, worker, { state: 'failed', reason, at: now })
  }

  async function claim(): Promise<boolean> {
    let isAny = false
    while (inHand.size < atOnce) {
      const worker = randomUUID()
      const about = { worker, now: clock.now(), leaseMs, most: 1, except: passedOver() }
      const [job] = await mailJobs.claim(about)
      if (job === undefined) break
      const hand = work(job, worker)
        // Where even its end cannot be written, the lease ends by itself.
        .catch(() => undefined)
        .finally(() => {
          inHand.delete(hand)
          if (running) wake()
        })
      inHand.set(hand, job.work.kind)
      isAny = true
    }
    return isAny
  }

  async function round(): Promise<void> {
    try {
      do {
        again = false
        await claim()
      } while (again && running)
      const due = await mailJobs.nextDue(passedOver())
      clearTimeout(timer)
      if (!running || inHand.size >= atOnce) return
      const wait = due === null ? pollMs : due - clock.now()
      timer = setTimeout(wake, Math.min(Math.max(wait, 50), pollMs)).unref()
    } catch (error) {
      report(error instanceof Error ? error.name : typeof error)
      clearTimeout(timer)
      if (running) timer = setTimeout(wake, awayMs).unref()
    } finally {
      turn = null
      if (again && running) wake()
    }
  }

  function wake(): void {
    again = true
    if (running && turn === null) turn = round()
  }

  const settled = () => Promise.all([turn, ...inHand.keys()])
  return {
    wake,
    start: () => {
      running = true
      stopping = false
      wake()
    },
    drain: async () => {
      stopping = false
      do await settled()
      while (!stopping && ((await claim()) || inHand.size > 0))
    },
    stop: async () => {
      running = false
      stopping = true
      clearTimeout(timer)
      await settled()
    },
  }
}
