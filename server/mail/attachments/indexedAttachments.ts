/** All files over a mail server: a job fills their list, a look at the folders keeps it in step. */
import { setTimeout } from 'node:timers/promises'
import type { Account } from '../../core/account'
import { StoreAway } from '../../core/refusal'
import type { MailJobStore } from '../jobs/mailJobs.store'
import type { ArrivalWatch } from '../newMail/arrivalWatch.port'
import type { AttachmentStores, StoredAttachment } from './attachments.store'
import type { AttachmentIndexDeps } from './workAttachmentIndex'

export type IndexedAttachmentDeps = AttachmentIndexDeps & {
  readonly mailJobs: Pick<MailJobStore, 'addOnce'>
  /** There is work. */
  readonly wakeJobs: () => void
}

/** Milliseconds that a person waits for a look where an index is there. */
const patienceMs = 300
/** Milliseconds after which it is noted anew that a person has asked. */
const askedMs = 24 * 60 * 60_000

function exceptAway(error: unknown): void {
  if (!(error instanceof StoreAway)) throw error
}

export function makeIndexedAttachments(deps: IndexedAttachmentDeps): AttachmentStores {
  const { attachmentIndex: index, fileSource: source, folderLooks, clock } = deps
  const isSettled = async ({ id }: Account) => (await index.standing(id, clock.now())).isSettled
  /** What is known is shown at once; what a slow look finds is worked off behind. */
  async function refresh(account: Account): Promise<void> {
    const { lookedAt } = await index.standing(account.id, clock.now())
    const look = folderLooks.ifDue(account, lookedAt)
    if (look === null) return
    if (lookedAt === null) return look
    let isLate = false
    const behind = look.then(async () => {
      if (isLate && !(await isSettled(account))) await beginIndexing(deps, account)
    })
    const patience = new AbortController()
    // A server that is away hides nothing of what is known.
    const done = behind.catch(exceptAway).finally(() => patience.abort())
    await Promise.race([done, setTimeout(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)])
    isLate = true
  }
  return {
    page: async (account, query) => {
      if (query.after === '') await refresh(account)
      const now = clock.now()
      const { askedAt, total, waiting, isSettled } = await index.standing(account.id, now)
      if (Math.abs(now - askedAt) >= askedMs) await index.noteAsked(account.id, now)
      if (!isSettled) await beginIndexing(deps, account)
      const found = await index.page(account.id, query)
      if (found === null) {
        const isThere = typeof query.where === 'object' && (await source.hasFolder(account, query.where.folder))
        return isThere ? { list: [], next: null, waiting, total } : null
      }
      const list = found.list.map(({ path, uidValidity, uid, ...file }): StoredAttachment => {
        return { ...file, mailId: source.idOf(account, { path, uidValidity }, uid) }
      })
      return { list, next: found.next, waiting, total }
    },
  }
}

/** One job for each account, however often it is asked for. */
async function beginIndexing(
  { mailJobs, wakeJobs, clock }: IndexedAttachmentDeps,
  { id }: Pick<Account, 'id'>,
): Promise<void> {
  const about = { work: { kind: 'attachments' }, folder: '', filter: 'all', state: 'running' } as const
  const begins = { total: 0, done: 0, position: 0, reason: null, createdAt: clock.now() }
  await mailJobs.addOnce({ id: `attachments ${id}`, accountId: id, ...about, ...begins })
  wakeJobs()
}

/** What arrives is read at once where somebody has asked for the list before. */
export function withIndexedArrivals(arrivals: ArrivalWatch, deps: IndexedAttachmentDeps): ArrivalWatch {
  const noteArrival = async (account: Account) => {
    if (await deps.attachmentIndex.noteArrival(account.id, deps.clock.now())) await beginIndexing(deps, account)
  }
  return {
    watch: (account, ears) =>
      arrivals.watch(account, {
        ...ears,
        onArrival: () => {
          // What is missed here, the next look finds.
          noteArrival(account).catch(() => undefined)
          ears.onArrival()
        },
      }),
  }
}
