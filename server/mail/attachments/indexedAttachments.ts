/** All files over a mail server: a job fills their list, a look at the folders keeps it in step. */
import { setTimeout } from 'node:timers/promises'
import type { Account, AccountId } from '../../core/account'
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

/** Milliseconds for which a look is believed at least, and how many times as long as it took. */
const lookedMs = 5_000
const lookedTimes = 10
/** Milliseconds that a person waits for a look where an index is there. */
const patienceMs = 300
/** Accounts of which the last look is remembered. */
const looksMost = 1_000

type Span = { readonly from: number; readonly until: number }
type Look = { readonly done: Promise<void> /** Null while it lasts. */; readonly rest: Span | null }

/** Looks at an account's folders, one look at a time, and the slower they are the more seldom. */
function makeFolderLooks({ attachmentIndex: index, fileSource: source, clock }: IndexedAttachmentDeps) {
  const looks = new Map<AccountId, Look>()
  async function look(account: Account): Promise<void> {
    const askedAt = clock.now()
    try {
      await index.look(account.id, await source.folders(account), askedAt)
    } finally {
      const now = clock.now()
      const rest = { from: now, until: now + Math.max(lookedMs, (now - askedAt) * lookedTimes) }
      const known = looks.get(account.id)
      if (known !== undefined) looks.set(account.id, { ...known, rest })
    }
  }
  /** Null where the last look is new enough. */
  return (account: Account, lookedAt: number | null): Promise<void> | null => {
    const now = clock.now()
    const known = looks.get(account.id)
    if (known?.rest === null) return known.done
    const isIn = ({ from, until }: Span) => now >= from && now < until
    const isNew = lookedAt !== null && isIn({ from: lookedAt, until: lookedAt + lookedMs })
    if (isNew || (lookedAt !== null && known !== undefined && isIn(known.rest))) return null
    looks.delete(account.id)
    const done = look(account)
    looks.set(account.id, { done, rest: null })
    for (const [oldest, { rest }] of looks) {
      if (looks.size <= looksMost) break
      if (rest !== null) looks.delete(oldest)
    }
    return done
  }
}

function exceptAway(error: unknown): void {
  if (!(error instanceof StoreAway)) throw error
}

export function makeIndexedAttachments(deps: IndexedAttachmentDeps): AttachmentStores {
  const { attachmentIndex: index, fileSource: source, clock } = deps
  const lookAt = makeFolderLooks(deps)
  const isSettled = async ({ id }: Account) => (await index.standing(id, clock.now())).isSettled
  /** What is known is shown at once; what a slow look finds is worked off behind. */
  async function refresh(account: Account): Promise<void> {
    const { lookedAt } = await index.standing(account.id, clock.now())
    const look = lookAt(account, lookedAt)
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
      const { total, waiting, isSettled } = await index.standing(account.id, clock.now())
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
    const { lookedAt } = await deps.attachmentIndex.standing(account.id, deps.clock.now())
    if (lookedAt !== null) await beginIndexing(deps, account)
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
