/** Starts work over a whole folder, tells how far it is, and cancels it. */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '../../../src/contract/endpoint'
import type * as entries from '../../../src/contract/endpoints/jobs'
import { folderViews } from '../../../src/contract/shapes'
import type { MailJob, MailWork } from '../../core/mailJob'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../ports/clock'
import type { MailJobStore } from '../../ports/mailJobStore'
import type { MailStore, MailStores } from '../../ports/mailStores'
import type { Caller } from '../caller'

export type MailJobParts = {
  readonly mailStores: MailStores
  readonly mailJobs: MailJobStore
  readonly clock: Clock
  /** There is work. */
  readonly wakeJobs: () => void
}

/** Jobs of one account that may run at once. */
const mostAtOnce = 3
/** Milliseconds in which one that has ended is still told of. */
const toldMs = 60_000

const emptied: readonly string[] = ['deleted', 'junk', 'draft']
const views: readonly string[] = folderViews

export const makeStartMailJob =
  ({ mailStores, mailJobs, clock, wakeJobs }: MailJobParts) =>
  async (form: Form<typeof entries.startMailJob>, { account }: Caller): Promise<Reply<typeof entries.startMailJob>> => {
    const work = workOf(form)
    const { folder, filter } = form
    const store = mailStores.of(account)
    const total = await heldBy(store, form)
    if (work.kind === 'move' && !(await store.folders()).some((it) => it.id === work.target))
      throw new Refusal('notFound', { field: 'target' })
    const now = clock.now()
    const running = (await mailJobs.ofAccount(account.id, now)).filter((it) => it.state === 'running')
    if (running.length >= mostAtOnce) throw new Refusal('tooManyTries')
    const job: MailJob = {
      id: randomUUID(),
      accountId: account.id,
      work,
      folder,
      filter,
      state: 'running',
      total,
      done: 0,
      position: 0,
      reason: null,
      createdAt: now,
    }
    await mailJobs.add(job)
    wakeJobs()
    return { job: jobView(job) }
  }

/** How many mails are meant; a folder that holds none has none selected. */
async function heldBy(store: MailStore, { folder, filter }: Form<typeof entries.startMailJob>): Promise<number> {
  const page = await store.page({ folder, filter, page: 1, pageSize: 1, sort: 'date', order: 'asc' })
  if (page === null) throw new Refusal('notFound', { field: 'folder' })
  if (page.total === 0) throw new Refusal('noMailSelected')
  return page.total
}

function workOf({ kind, folder, mark, target }: Form<typeof entries.startMailJob>): MailWork {
  if (kind === 'mark') {
    if (mark === undefined) throw new Refusal('badField', { field: 'mark' })
    return { kind, mark }
  }
  if (kind === 'remove') {
    // As one by one (CONTRACT.md, remove2).
    if (!emptied.includes(folder)) throw new Refusal('notAllowed', { field: 'folder' })
    return { kind }
  }
  if (target === undefined) throw new Refusal('badField', { field: 'target' })
  if (views.includes(target) || target === folder) throw new Refusal('notAllowed', { field: 'target' })
  return { kind, target }
}

export const makeMailJobs =
  ({ mailJobs, clock }: Pick<MailJobParts, 'mailJobs' | 'clock'>) =>
  async ({ id }: Form<typeof entries.mailJobs>, { account }: Caller): Promise<Reply<typeof entries.mailJobs>> => {
    if (id === undefined) {
      const jobs = await mailJobs.ofAccount(account.id, clock.now() - toldMs)
      return { jobs: jobs.map(jobView) }
    }
    return { jobs: [jobView(present(await mailJobs.find(account.id, id)))] }
  }

export const makeCancelMailJob =
  ({ mailJobs, clock }: Pick<MailJobParts, 'mailJobs' | 'clock'>) =>
  async (
    { id }: Form<typeof entries.cancelMailJob>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.cancelMailJob>> => ({
    job: jobView(present(await mailJobs.cancel(account.id, id, clock.now()))),
  })

/** Absent and another person's alike are simply not there (TRUST S21). */
function present(job: MailJob | null): MailJob {
  if (job === null) throw new Refusal('notFound')
  return job
}

function jobView({ id, work, folder, state, total, done, reason }: MailJob): entries.MailJob {
  const mark = work.kind === 'mark' ? work.mark : null
  const target = work.kind === 'move' ? work.target : null
  return { id, kind: work.kind, folder, mark, target, state, total, done, reason }
}
