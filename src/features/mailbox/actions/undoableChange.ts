/** What an Undo needs to know of a change that the gateway has accepted. */
import type { Mark } from '#contract/endpoints/mail/mail'
import type { MailSummary } from '#contract/shapes'

/** What was set for senders along with a move. */
export type Decided = {
  readonly blocked: string[]
  readonly distrusted: string[]
  readonly rules: string[]
}

export type UndoableChange =
  | {
      readonly changeId: string
      readonly kind: 'move'
      /** The rows as they were. */
      readonly mails: MailSummary[]
      readonly target: string
      /** Where each was and what it is called now. */
      readonly moved: { readonly id: string; readonly newId: string; readonly from: string }[]
      readonly decided: Decided | null
    }
  | { readonly changeId: string; readonly kind: 'mark'; readonly mails: MailSummary[]; readonly mark: Mark }

const opposites = { seen: 'unseen', unseen: 'seen', flagged: 'unflagged', unflagged: 'flagged' } as const

export function oppositeMark(mark: Mark): Mark {
  return opposites[mark]
}

/** Whether a mark says something new of a mail. */
export function changesMail(mark: Mark, mail: MailSummary): boolean {
  if (mark === 'seen') return !mail.seen
  if (mark === 'unseen') return mail.seen
  if (mark === 'flagged') return !mail.flagged
  return mail.flagged
}
