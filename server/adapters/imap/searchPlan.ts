/** What a search looks through, and in which order. */
import type { Account } from '../../core/account'
import type { TextQuery } from '../../ports/mailStores'
import type { Folders, Mailbox } from './parts'
import { passesOf, type SearchPass, wordsOf } from './searchTerms'

export type SearchPlan = {
  readonly words: readonly string[]
  readonly location: TextQuery['location']
  readonly passes: readonly SearchPass[]
  readonly mailboxes: readonly Mailbox[]
  readonly isFlagged: boolean
}

/** Null when there is no such folder. Without one, all of them are looked through, the inbox first. */
export async function planOf(folders: Folders, account: Account, query: TextQuery): Promise<SearchPlan | null> {
  const { location, folder } = query
  const plan = { words: wordsOf(query.keyword), location, passes: passesOf(location), isFlagged: folder === 'flag' }
  if (folder === null || folder === 'flag') {
    const { mailboxes } = await folders.layout(account)
    return { ...plan, mailboxes: mailboxes.filter((mailbox) => mailbox.holdsMail) }
  }
  const mailbox = await folders.find(account, folder)
  return mailbox === null ? null : { ...plan, mailboxes: [mailbox] }
}
