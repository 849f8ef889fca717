/** What a search looks through, and in which order. */
import type { Account } from '#server/core/account'
import { asideFolders, type MailSearch } from '#server/core/mailSearch'
import type { Folders, Mailbox } from '../operations'
import { passesOf, type SearchPass, type Sought, soughtTexts } from './searchTerms'

export type SearchPlan = Sought & {
  readonly passes: readonly SearchPass[]
  readonly mailboxes: readonly Mailbox[]
}

/** Null when there is no such folder. Without one, all but Deleted and Junk are looked through, the inbox first. */
export async function planOf(folders: Folders, account: Account, query: MailSearch): Promise<SearchPlan | null> {
  const { folder, criteria = null } = query
  const texts = soughtTexts(query)
  const plan = { texts, criteria, passes: passesOf(texts, criteria), isFlagged: folder === 'flag' }
  if (folder === null || folder === 'flag' || folder === 'anywhere') {
    const { mailboxes } = await folders.layout(account)
    const isLookedAt = (id: string) => folder !== null || !asideFolders.includes(id)
    return { ...plan, mailboxes: mailboxes.filter((mailbox) => mailbox.holdsMail && isLookedAt(mailbox.id)) }
  }
  const mailbox = await folders.find(account, folder)
  return mailbox === null ? null : { ...plan, mailboxes: [mailbox] }
}

/** Whether nothing can fit, since a text that is asked for holds no word. */
export function isVain({ texts, criteria }: SearchPlan): boolean {
  return texts.some(({ words }) => words.length === 0) || (texts.length === 0 && criteria === null)
}
