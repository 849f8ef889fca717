/** How long a job waits for what is away, and when it is given up. */
import type { MailJob } from '../../core/mailJob'
import { SessionEnded, StoreAway, WorkUnfinished } from '../../core/refusal'

/** How soon a store that is away is asked again, and a person's mail that no session opens now. */
export const awayMs = 5_000
const signedOutMs = 30_000
/** A recall waits for others' mailboxes, which may be away for long: the longer it does, the less often it asks. */
const recallAwayMs = 5 * 60_000
/** A long reading of a mailbox lets others go first. */
const betweenTurnsMs = 1_000
/** A job that could not be gone on with for so long is given up. */
const patienceMs = 24 * 60 * 60 * 1_000

/** Null where the fault does not pass by itself. */
export function waitAfter(
  error: unknown,
  { work, createdAt }: Pick<MailJob, 'work' | 'createdAt'>,
  now: number,
): number | null {
  if (error instanceof SessionEnded) return signedOutMs
  const growing = Math.min(Math.max(awayMs, (now - createdAt) / 4), recallAwayMs)
  if (error instanceof WorkUnfinished)
    return work.kind === 'attachments' ? Math.max(betweenTurnsMs, error.dueAt - now) : growing
  if (!(error instanceof StoreAway)) return null
  return work.kind === 'recall' ? growing : awayMs
}

export const isGivenUp = ({ createdAt }: MailJob, now: number): boolean => now - createdAt >= patienceMs
