/** A row that stands for a conversation, and the mails that it stands for. */
import type { MailSummary } from '#contract/shapes'

/** The mails of a row, each as a row of its own: those of its conversation in the folder, newest first, or itself. */
export function mailsOf(row: MailSummary): readonly MailSummary[] {
  const { conversation, ...newest } = row
  return conversation === undefined ? [row] : conversation.mails.map((mail) => ({ ...newest, ...mail }))
}

export function holdsMail(row: MailSummary, id: string | null): boolean {
  return row.id === id || row.conversation?.mails.some((mail) => mail.id === id) === true
}

/** What a row keeps when its conversation gets another newest mail. */
export function rowKey(row: MailSummary): string {
  return row.conversation === undefined ? row.id : (row.threadId ?? row.id)
}

/** Says of a conversation what its mails say. */
export function sumUp(row: MailSummary): void {
  const mails = row.conversation?.mails
  if (mails === undefined) return
  row.seen = mails.every(({ seen }) => seen)
  row.flagged = mails.some(({ flagged }) => flagged)
  row.hasAttachment = mails.some(({ hasAttachment }) => hasAttachment)
}

/** The row with other mails of its conversation; null where none is left. */
function regrouped(row: MailSummary, mails: readonly Member[]): MailSummary | null {
  const { conversation } = row
  const newest = mails[0]
  if (conversation === undefined || newest === undefined) return null
  const count = conversation.count + mails.length - conversation.mails.length
  const made = { ...row, id: newest.id, conversation: { ...conversation, count, mails: [...mails] } }
  sumUp(made)
  return made
}

type Member = NonNullable<MailSummary['conversation']>['mails'][number]

/** The row itself where it has none of the mails; null where all of its mails are among them. */
export function withoutMails(row: MailSummary, ids: ReadonlySet<string>): MailSummary | null {
  if (row.conversation === undefined) return ids.has(row.id) ? null : row
  const left = row.conversation.mails.filter(({ id }) => !ids.has(id))
  return left.length === row.conversation.mails.length ? row : regrouped(row, left)
}

/**
 * A row as it was, with those of its mails that come back beside those that stayed.
 * @param shown what is shown of it now; `newIds` names the mails that are called otherwise than they were
 */
export function withMailsBack(
  row: MailSummary,
  shown: MailSummary | undefined,
  back: ReadonlySet<string>,
  newIds: Readonly<Record<string, string>>,
): MailSummary | null {
  if (row.conversation === undefined) return back.has(row.id) ? { ...row, id: newIds[row.id] ?? row.id } : null
  const stayed = new Map(shown?.conversation?.mails.map((mail) => [mail.id, mail]))
  const mails = row.conversation.mails.flatMap((mail) => {
    if (back.has(mail.id)) return { ...mail, id: newIds[mail.id] ?? mail.id }
    return stayed.get(mail.id) ?? []
  })
  return regrouped(row, mails)
}
