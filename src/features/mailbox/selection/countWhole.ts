/** How many mails all rows of the open list stand for, on all its pages; null where that is not known, so that nothing is done to them at once. */

import { selectFolder } from '#src/store/mail/folders'
import type { RootState } from '#src/store/typed'
import { isRecoverable } from '../folderAbilities'
import { listKey } from '../listData/listQuery'
import { selectMailbox } from '../mailboxSelectors'

export function countWhole(state: RootState): number | null {
  const { open, lists } = selectMailbox(state)
  // What can be recovered is taken back page by page: all of one wish at once, or none.
  if (open === null || isRecoverable(open.folder)) return null
  if (!open.conversations) return lists[listKey(open)]?.total ?? null
  // A filtered conversation holds mails that do not fit by themselves, and work over a folder goes mail by mail.
  return open.filter === 'all' ? (selectFolder(state, open.folder)?.total ?? null) : null
}
