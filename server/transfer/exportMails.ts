/** Mails that leave as one archive: put on record by a call, made while a download fetches it. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail/jobs'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import { LeaseLost } from '../core/leases'
import type { AskedJob, ExportJob, MailJob } from '../core/mailJob'
import type { OutgoingFile } from '../core/outgoingFile'
import { Refusal, StoreAway } from '../core/refusal'
import { zipStream } from '../kit/zip/zipStream'
import { heldBy, jobView, type MailJobDeps, refuseTooMany } from '../mail/jobs/askedMailJobs'
import { type TicketChecks, ticketOwner } from '../session/tickets/tickets'
import { exportedFiles } from './exportedFiles'

export type ExportMailsDeps = MailJobDeps & TicketChecks

/** Milliseconds in which whoever asked has to fetch it, and after a cut has to come back: browsers ask again by themselves. */
const patienceMs = 60_000
const leaseMs = 15_000
/** How far it is gets noted after so many mails, or bytes. */
const noteMails = 20
const noteBytes = 8 * 1024 * 1024

export const makeStartExport =
  ({ mailStores, mailJobs, clock }: ExportMailsDeps) =>
  async (form: Form<typeof entries.startExport>, caller: Caller): Promise<Reply<typeof entries.startExport>> => {
    const { account, session } = caller
    const store = mailStores.of(account)
    const now = clock.now()
    const { folder = '', filter } = form
    // Absent and another person's alike are left out, as if they had gone meanwhile (TRUST S21).
    const ids = form.folder === undefined ? await presentOf(store, form.ids) : null
    const total = ids === null ? await heldBy(store, { folder, filter }) : ids.length
    if (total === 0) throw new Refusal('noMailSelected')
    await refuseTooMany(mailJobs, account.id, now)
    const job: AskedJob = {
      id: randomUUID(),
      accountId: account.id,
      work: { kind: 'export', ids, zone: session.timezone },
      folder,
      filter,
      state: 'running',
      total,
      done: 0,
      position: 0,
      reason: null,
      createdAt: now,
    }
    // Once it is due nobody has come for it.
    await mailJobs.add(job, now + patienceMs)
    return { job: jobView(job) }
  }

async function presentOf(store: ReturnType<ExportMailsDeps['mailStores']['of']>, ids: readonly string[]) {
  const asked = [...new Set(ids)]
  const present = new Set((await store.summaries(asked)).map(({ id }) => id))
  return asked.filter((id) => present.has(id))
}

/** One download at a time; a second one finds nothing, unless the first was cut. */
export const makeDownloadExport =
  (deps: ExportMailsDeps) =>
  async ({ sid, id, name }: Form<typeof entries.downloadExport>): Promise<OutgoingFile> => {
    const account = await ticketOwner(deps, sid)
    const { mailJobs, clock } = deps
    const known = await mailJobs.find(account.id, id)
    if (known?.work.kind !== 'export') throw new Refusal('notFound')
    const worker = randomUUID()
    const job = await mailJobs.take({ accountId: account.id, id, worker, now: clock.now(), leaseMs })
    if (job === null || !isExport(job)) throw new Refusal('notFound')
    const stream = Readable.from(archive(deps, account, job, worker), { objectMode: false })
    return { name: `${name.replaceAll(/[/\\]/g, '_')}.zip`, type: 'application/zip', size: null, stream, inline: false }
  }

function isExport(job: MailJob): job is ExportJob {
  return job.work.kind === 'export'
}

async function* archive(
  { mailStores, mailJobs, clock }: ExportMailsDeps,
  account: Account,
  job: ExportJob,
  worker: string,
): AsyncGenerator<Buffer> {
  const renewal = setInterval(() => {
    // Whether the lease is lost, the next note finds out.
    mailJobs.renew(job.id, worker, clock.now() + leaseMs).catch(() => undefined)
  }, leaseMs / 3).unref()
  let isSettled = false
  let done = 0
  let bytes = 0
  let noted = { done: 0, bytes: 0 }
  const note = async () => {
    noted = { done, bytes }
    if (!(await mailJobs.note(job.id, worker, { done, position: 0 }))) throw new Cancelled()
  }
  try {
    const files = exportedFiles(mailStores.of(account), job, async () => {
      done += 1
      if (done - noted.done >= noteMails || bytes - noted.bytes >= noteBytes) await note()
    })
    await note()
    for await (const chunk of zipStream(files)) {
      bytes += chunk.length
      yield chunk
    }
    await note()
    await mailJobs.end(job.id, worker, { state: 'done', reason: null, at: clock.now() })
    isSettled = true
  } catch (error) {
    isSettled = true
    await settle({ mailJobs, clock }, job.id, worker, error)
    throw error
  } finally {
    clearInterval(renewal)
    // Whoever fetched it has gone.
    if (!isSettled) await mailJobs.postpone(job.id, worker, clock.now() + patienceMs).catch(() => undefined)
  }
}

/** The archive is cut short, so that no program takes it for whole. */
class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

async function settle(
  { mailJobs, clock }: Pick<ExportMailsDeps, 'mailJobs' | 'clock'>,
  id: string,
  worker: string,
  error: unknown,
): Promise<void> {
  if (error instanceof LeaseLost) return
  const reason =
    error instanceof Refusal ? error.code : error instanceof StoreAway ? 'storeAway' : ('operationFailed' as const)
  // One that was cancelled stays so.
  await mailJobs.end(id, worker, { state: 'failed', reason, at: clock.now() }).catch(() => undefined)
}
