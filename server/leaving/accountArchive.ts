/** Everything of an account in one archive: asked for, given up, fetched (docs/decisions/0063). */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/account/leaving'
import { leavingLimits } from '#contract/leaving/leavingRules'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import type { MailJob, Progress } from '../core/mailJob'
import { askedRange, type OutgoingFile } from '../core/outgoingFile'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import { zipStream } from '../kit/zip/zipStream'
import { writtenDate } from '../kit/zonedDate'
import type { MailJobStore } from '../mail/jobs/mailJobs.store'
import type { MailStores } from '../mail/mail.store'
import type { TellOwner } from '../protection/ownerNotices.port'
import type { SecureMailboxes } from '../protection/secureMailboxes.store'
import type { AttemptStore } from '../session/attempts/attempts.store'
import { type TicketChecks, ticketOwner } from '../session/tickets/tickets'
import type { AccountExports, StoredArchive } from './accountExports.store'
import { type ArchiveSources, archivedFiles } from './archivedFiles'

export type ArchiveDeps = TicketChecks & {
  readonly accountExports: AccountExports
  readonly mailStores: MailStores
  readonly mailJobs: MailJobStore
  readonly attempts: Pick<AttemptStore, 'noteWithin'>
  readonly clock: Clock
  /** There is work. */
  readonly wakeJobs: () => void
  readonly secureMailboxes: Pick<SecureMailboxes, 'find'>
  readonly tellOwner: TellOwner
}

type Shown = Reply<typeof entries.accountArchive>
const dayMs = 24 * 60 * 60 * 1_000
const nothing: Shown = { state: 'none', id: '', done: 0, total: 0, size: null, expiresAt: null, reason: null }

export const makeAccountArchive =
  (deps: ArchiveDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Shown> =>
    shown(deps, account)

async function shown({ accountExports, mailJobs, clock }: ArchiveDeps, { id: account }: Account): Promise<Shown> {
  const archive = await accountExports.find(account)
  if (archive === null) return nothing
  const { id, size, endedAt } = archive
  const job = await mailJobs.find(account, id)
  const about = { ...nothing, id, done: job?.done ?? 0, total: job?.total ?? 0 }
  if (endedAt !== null) {
    const expiresAt = expiryOf(endedAt)
    return size === null || expiresAt <= clock.now()
      ? { ...about, state: 'expired', expiresAt }
      : { ...about, state: 'ready', size, expiresAt }
  }
  if (job?.state === 'running') return { ...about, state: 'running' }
  return { ...about, state: 'failed', reason: job?.reason ?? 'operationFailed' }
}

const expiryOf = (endedAt: number) => endedAt + leavingLimits.archiveMs

export const makeStartAccountArchive =
  (deps: ArchiveDeps) =>
  async (
    { format, files, language }: Form<typeof entries.startAccountArchive>,
    { account, session }: Caller,
  ): Promise<Shown> => {
    const { accountExports, mailStores, mailJobs, attempts, clock } = deps
    const former = await shown(deps, account)
    if (former.state === 'running') return former
    if (!(await attempts.noteWithin(`archives-of:${account.id}`, clock.now(), dayMs, leavingLimits.archivesPerDay)))
      throw new Refusal('tooManyTries', { payload: { retryAfter: dayMs / 1_000 } })
    const total = (await mailStores.of(account).folders()).reduce((sum, folder) => sum + folder.total, 0)
    if (former.id !== '') await accountExports.remove(account.id, former.id)
    const [id, now] = [randomUUID(), clock.now()]
    const wanted = { format, files, language, zone: session.timezone }
    // Of two presses at once one makes it, and both tell of it.
    if (await accountExports.add(account.id, id, wanted, now)) {
      await mailJobs.add({
        ...{ id, accountId: account.id, work: { kind: 'archive' }, folder: '', filter: 'all', state: 'running' },
        ...{ total, done: 0, position: 0, reason: null, createdAt: now },
      })
      deps.wakeJobs()
      await deps.tellOwner(account, 'archiveStarted', [(await deps.secureMailboxes.find(account.id)).address])
    }
    return shown(deps, account)
  }

export const makeDropAccountArchive =
  (deps: ArchiveDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Shown> => {
    const archive = await deps.accountExports.find(account.id)
    if (archive !== null) {
      await deps.mailJobs.cancel(account.id, archive.id, deps.clock.now())
      await deps.accountExports.remove(account.id, archive.id)
    }
    return shown(deps, account)
  }

export const makeDownloadAccountArchive =
  (deps: ArchiveDeps) =>
  async (
    { sid, id }: Form<typeof entries.downloadAccountArchive>,
    { headers }: { readonly headers: Readonly<Record<string, string | undefined>> },
  ): Promise<OutgoingFile> => {
    const account = await ticketOwner(deps, sid)
    const archive = await deps.accountExports.find(account.id)
    if (archive?.id !== id || !isKept(archive, deps.clock.now())) throw new Refusal('notFound')
    const { size, endedAt } = archive
    // Another archive has another id: ranges of two are never put together.
    const tag = `"${id}"`
    const range = askedRange(headers, { tag, size })
    const { from, to } = range ?? { from: 0, to: size }
    const stream = await deps.accountExports.read(account.id, id, { from, to })
    if (stream === null) throw new Refusal('notFound')
    const name = `${account.address} ${writtenDate(endedAt, archive.wanted.zone).slice(0, 10)}.zip`
    const about = { name, type: 'application/zip', inline: false, isFresh: true } as const
    return { ...about, size: to - from, stream, tag, ...(range !== null && { range }) }
  }

type Kept = StoredArchive & { readonly size: number; readonly endedAt: number }

const isKept = (archive: StoredArchive, now: number): archive is Kept =>
  archive.size !== null && archive.endedAt !== null && expiryOf(archive.endedAt) > now

/** How far it is gets noted after so many messages. */
const noteMessages = 20

/** It is not to be gone on with: given up, or the gateway closes. */
class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** Answers whether all is done; what broke off in its middle is begun anew. */
export const makeWorkAccountArchive =
  ({ accountExports, clock, ...sources }: ArchiveSources & Pick<ArchiveDeps, 'accountExports' | 'clock'>) =>
  async (account: Account, job: MailJob, note: (progress: Progress) => Promise<boolean>): Promise<boolean> => {
    const archive = await accountExports.find(account.id)
    if (archive?.id !== job.id) return true
    let [done, isStopped] = [0, false]
    const goOn = async () => {
      if (await note({ done, position: 0 })) return
      isStopped = true
      throw new Stopped()
    }
    const written = async () => {
      done += 1
      if (done % noteMessages === 0) await goOn()
    }
    const about = { ...archive.wanted, createdAt: job.createdAt, total: job.total }
    const bytes = () => zipStream(archivedFiles(sources, account, about, { written, goOn }))
    try {
      const isWritten = await accountExports.write(account.id, job.id, bytes, clock.now)
      return isWritten ? await note({ done, position: 0 }) : !isStopped
    } catch (error) {
      if (!isStopped) throw error
      return false
    }
  }
