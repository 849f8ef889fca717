import { randomUUID } from 'node:crypto'
import type { AccountId } from '../../core/account'
import type { MailJob, MailWork } from '../../core/mailJob'

/** A job as it is written when it is asked for. */
export function jobRow({ work, ...job }: MailJob, dueAt: number) {
  return {
    id: job.id,
    account_id: job.accountId,
    kind: work.kind,
    mark: work.kind === 'mark' ? work.mark : null,
    target: work.kind === 'move' ? work.target : null,
    details: detailsOf(work),
    folder: job.folder,
    search: job.search === undefined ? null : JSON.stringify(job.search),
    filter: job.filter,
    state: job.state,
    total: job.total,
    done: job.done,
    position: job.position,
    reason: job.reason,
    created_at: job.createdAt,
    ended_at: null,
    due_at: dueAt,
    leased_until: 0,
    worker: null,
  }
}

function detailsOf(work: MailWork): string | null {
  const { kind, ...details } = work
  if (kind === 'mark' || kind === 'move') return null
  return Object.keys(details).length === 0 ? null : JSON.stringify(details)
}

/** A job over all of a mailbox, as it is entered by the transaction that says what it is for. */
export function wholeJobRow(
  accountId: AccountId,
  work: MailWork,
  { total, now }: { readonly total: number; readonly now: number },
) {
  const begins = { state: 'running', total, done: 0, position: 0, reason: null, createdAt: now } as const
  return jobRow({ id: randomUUID(), accountId, work, folder: '', filter: 'all', ...begins }, now)
}
