/** Keeps runs of rules and, for their Undo, what each has done to which mail. */
import type { AccountId } from '../../core/account'
import type { FolderId, MailId } from '../../core/mail'
import type { MailJob, RulesUndoWork, RulesWork } from '../../core/mailJob'
import type { Rule } from '../../core/rules/rules'

export type RuleRun = {
  readonly id: string
  /** The job that takes it back. */
  readonly undoId: string | null
  /** Null where all that were on are run. */
  readonly ruleName: string | null
  /** As they were when it was asked for. */
  readonly rules: readonly Rule[]
  /** Mails that are as it left them. */
  readonly changed: number
}

type Copy = { readonly folder: FolderId; readonly seen: boolean; readonly flagged: boolean }

/** What is to be done to a mail of the folder. */
export type PlannedChange = {
  readonly mail: MailId
  /** Marks that it does not have yet. */
  readonly seen: boolean
  readonly flagged: boolean
  readonly target: FolderId | null
  readonly copies: readonly Copy[]
}

export type MadeChange = PlannedChange & {
  /** Its id in the target; null where it was not moved. */
  readonly movedTo: MailId | null
  readonly copied: readonly MailId[]
}

export type RuleRuns = {
  /** Puts run and job on record; false while another run of the account, or its Undo, goes on. */
  readonly begin: (
    job: MailJob & { readonly work: RulesWork },
    of: Pick<RuleRun, 'ruleName' | 'rules'>,
  ) => Promise<boolean>
  readonly beginUndo: (job: MailJob & { readonly work: RulesUndoWork }) => Promise<boolean>
  readonly find: (account: AccountId, id: string) => Promise<RuleRun | null>
  /** The one that was asked for last. */
  readonly newest: (account: AccountId) => Promise<RuleRun | null>
  /** A mail that stands in the run already stays as it stands. */
  readonly plan: (account: AccountId, id: string, changes: readonly PlannedChange[]) => Promise<void>
  /** Those that are not known to be done. */
  readonly planned: (account: AccountId, id: string, most: number) => Promise<readonly PlannedChange[]>
  /** Notes what was done, the first time it is told, and forgets messages of which nothing was. */
  readonly finish: (
    account: AccountId,
    id: string,
    made: readonly MadeChange[],
    forgotten: readonly MailId[],
  ) => Promise<void>
  /** Those that were done, and those that may have been. */
  readonly made: (account: AccountId, id: string, most: number) => Promise<readonly MadeChange[]>
  /** They were taken back. */
  readonly forget: (account: AccountId, id: string, mails: readonly MailId[]) => Promise<void>
  /** Whether a worker has the job of a run in hand, though it may be cancelled. */
  readonly isHeld: (account: AccountId, id: string, now: number) => Promise<boolean>
  /** Removes runs that were asked for before an instant and whose jobs are gone. */
  readonly sweep: (before: number) => Promise<void>
}
