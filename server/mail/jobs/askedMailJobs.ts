/** Starts work over a whole folder; tells how far any job is, and cancels it. */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/jobs'
import { removableFolders } from '#contract/mail/folderRoles'
import { folderViews } from '#contract/shapes'
import type { Account, AccountId } from '../../core/account'
import type { Caller } from '../../core/caller'
import type { FolderId } from '../../core/mail'
import type { AskedJob, FolderWork, MailJob } from '../../core/mailJob'
import { Refusal } from '../../core/refusal'
import type { UploadStore } from '../../drafts/uploads/uploads.store'
import type { Clock } from '../../kit/clock'
import type { MailStore, MailStores } from '../mail.store'
import type { MailJobStore } from './mailJobs.store'

export type MailJobDeps = {
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

const emptied: readonly string[] = removableFolders
const views: readonly string[] = folderViews

export const makeStartMailJob =
  (deps: MailJobDeps) =>
  async (form: Form<typeof entries.startMailJob>, { account }: Caller): Promise<Reply<typeof entries.startMailJob>> => {
    const { folder, filter } = form
    const work = workOf(form, folder)
    const total = await heldBy(deps.mailStores.of(account), form)
    return { job: await beginJob(deps, account, { work, folder, filter, total }) }
  }

type About = Pick<MailJob, 'folder' | 'filter' | 'search' | 'total'> & { readonly work: FolderWork }

/** Puts it on record. Throws where its target is not there and where as many run as may. */
export async function beginJob(
  { mailStores, mailJobs, clock, wakeJobs }: MailJobDeps,
  account: Account,
  about: About,
): Promise<entries.MailJob> {
  const { work } = about
  if (work.kind === 'move' && !(await mailStores.of(account).folders()).some((it) => it.id === work.target))
    throw new Refusal('notFound', { field: 'target' })
  const now = clock.now()
  await refuseTooMany(mailJobs, account.id, now)
  const begun = { state: 'running', done: 0, position: 0, reason: null, createdAt: now } as const
  const job: AskedJob = { id: randomUUID(), accountId: account.id, ...about, ...begun }
  await mailJobs.add(job)
  wakeJobs()
  return jobView(job)
}

/** Throws where as many run as one account may have. */
export async function refuseTooMany(mailJobs: MailJobStore, owner: AccountId, now: number): Promise<void> {
  const running = (await mailJobs.ofAccount(owner, now)).filter((it) => it.state === 'running' && isAsked(it))
  if (running.length >= mostAtOnce) throw new Refusal('tooManyTries')
}

/** How many mails are meant; a folder that holds none has none selected. */
export async function heldBy(
  store: MailStore,
  { folder, filter }: Pick<MailJob, 'folder' | 'filter'>,
): Promise<number> {
  const page = await store.page({ folder, filter, page: 1, pageSize: 1, sort: 'date', order: 'asc' })
  if (page === null) throw new Refusal('notFound', { field: 'folder' })
  if (page.total === 0) throw new Refusal('noMailSelected')
  return page.total
}

type Wish = Pick<Form<typeof entries.startMailJob>, 'kind' | 'mark' | 'target'>

/** What is to be done to mail of a folder, or of several where it is null. */
export function workOf({ kind, mark, target }: Wish, folder: FolderId | null): FolderWork {
  if (kind === 'mark') {
    if (mark === undefined) throw new Refusal('badField', { field: 'mark' })
    return { kind, mark }
  }
  if (kind === 'remove') {
    // The same folders as for a single message (CONTRACT "Calls of the specification").
    if (folder === null || !emptied.includes(folder)) throw new Refusal('notAllowed', { field: 'folder' })
    return { kind }
  }
  if (target === undefined) throw new Refusal('badField', { field: 'target' })
  if (views.includes(target) || target === folder) throw new Refusal('notAllowed', { field: 'target' })
  return { kind, target }
}

export const makeMailJobs =
  ({ mailJobs, clock }: Pick<MailJobDeps, 'mailJobs' | 'clock'>) =>
  async ({ id }: Form<typeof entries.mailJobs>, { account }: Caller): Promise<Reply<typeof entries.mailJobs>> => {
    if (id === undefined) {
      const jobs = await mailJobs.ofAccount(account.id, clock.now() - toldMs)
      return { jobs: jobs.filter(isAsked).map(jobView) }
    }
    return { jobs: [jobView(present(await mailJobs.find(account.id, id)))] }
  }

export const makeCancelMailJob =
  ({ mailJobs, clock, uploads }: Pick<MailJobDeps, 'mailJobs' | 'clock'> & { readonly uploads: UploadStore }) =>
  async (
    { id }: Form<typeof entries.cancelMailJob>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.cancelMailJob>> => {
    present(await mailJobs.find(account.id, id))
    const job = present(await mailJobs.cancel(account.id, id, clock.now()))
    const files = job.work.kind === 'import' && job.state === 'cancelled' ? job.work.files : []
    for (const { uploadId } of files) await uploads.remove(account.id, uploadId)
    return { job: jobView(job) }
  }

/** Absent and another person's alike are simply not there (TRUST S21). */
function present(job: MailJob | null): AskedJob {
  if (job === null || !isAsked(job)) throw new Refusal('notFound')
  return job
}

const unasked: readonly MailJob['work']['kind'][] = [
  ...(['recall', 'contacts', 'mailboxMove', 'archive', 'memberRemoval', 'attachments'] as const),
]

function isAsked(job: MailJob): job is AskedJob {
  const { kind } = job.work
  return !unasked.includes(kind)
}

export function jobView({ id, work, folder, state, total, done, reason }: AskedJob): entries.MailJob {
  const mark = work.kind === 'mark' ? work.mark : null
  const target = work.kind === 'move' ? work.target : null
  const told = { id, kind: work.kind, folder, mark, target, state, total, done, reason }
  return work.kind === 'import' ? { ...told, files: [...work.files] } : told
}
