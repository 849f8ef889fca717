/** Keeps the long work that was asked for: worked by exactly one worker, alive after a crash (TRUST R18). */
import type { RefusalCode } from '#contract/codes'
import type { AccountId } from '../../core/account'
import type { MailJob, Progress } from '../../core/mailJob'

export type WorkKind = MailJob['work']['kind']

export type MailJobStore = {
  /** Durable when it answers. Due at once, or at `dueAt`. */
  readonly add: (job: MailJob, dueAt?: number) => Promise<void>
  /** The same, once for each id: one in hand stays as it is, one that ended or was put off begins anew. */
  readonly addOnce: (job: MailJob) => Promise<void>
  /** Those that run and those that ended after `endedAfter`, oldest first. */
  readonly ofAccount: (accountId: AccountId, endedAfter: number) => Promise<readonly MailJob[]>
  readonly find: (accountId: AccountId, id: string) => Promise<MailJob | null>
  /** Ends it where it runs; its worker finds out with its next note. Null where there is no such job. */
  readonly cancel: (accountId: AccountId, id: string, now: number) => Promise<MailJob | null>
  /** Takes due jobs of other kinds than `except`. `worker` names this claim alone. */
  readonly claim: (wanted: {
    readonly worker: string
    readonly now: number
    readonly leaseMs: number
    readonly most: number
    readonly except?: readonly WorkKind[]
  }) => Promise<readonly MailJob[]>
  /** Takes one job of an account that runs and is in nobody's hands, due or not; null where there is none. */
  readonly take: (wanted: {
    readonly accountId: AccountId
    readonly id: string
    readonly worker: string
    readonly now: number
    readonly leaseMs: number
  }) => Promise<MailJob | null>
  /** Moves the end of a lease; false when it is lost. */
  readonly renew: (id: string, worker: string, until: number) => Promise<boolean>
  /** Notes how far it is; false when it was cancelled meanwhile. Throws `LeaseLost` when another claim has it. */
  readonly note: (id: string, worker: string, progress: Progress) => Promise<boolean>
  /** Gives it back, due again at `at`. Throws `LeaseLost`. */
  readonly postpone: (id: string, worker: string, at: number) => Promise<void>
  /** Ends it, unless it was cancelled. Throws `LeaseLost`. */
  readonly end: (
    id: string,
    worker: string,
    end: { readonly state: 'done' | 'failed'; readonly reason: RefusalCode | null; readonly at: number },
  ) => Promise<void>
  /** The earliest instant at which any is due that is none of those kinds, or null. */
  readonly nextDue: (except?: readonly WorkKind[]) => Promise<number | null>
  /** Forgets those that ended before an instant. */
  readonly sweep: (before: number) => Promise<void>
}
