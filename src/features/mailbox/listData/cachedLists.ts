/** First pages of lists in this browser's database, for the next visit: a mirror of those in memory, which follow what happens to mail. */
import * as v from 'valibot'
import { mailSummary } from '#contract/shapes'
import { mailDatabaseOfLastVisit, openMailDatabase } from '#src/store/mail/cache'
import type { Services } from '#src/store/services'
import type { AppThunk } from '#src/store/typed'
import { isWaiting } from '../folderAbilities'
import { selectMailbox } from '../mailboxSelectors'
import { listsRecalled } from '../mailboxSlice'
import { folderOfKey, isFirstPage } from './listQuery'
import type { MailList } from './listRows'

const content = v.object({
  rows: v.array(mailSummary),
  total: v.number(),
  unread: v.nullable(v.number()),
  version: v.nullable(v.string()),
  keptAt: v.number(),
})

type Kept = Pick<MailList, 'rows' | 'toldAt'>
type Written = { readonly account: string; readonly lists: Map<string, Kept> }
const writtenBy = new WeakMap<Services, Written>()

function writtenFor(services: Services, account: string): Written['lists'] {
  const known = writtenBy.get(services)
  if (known?.account === account) return known.lists
  const lists = new Map<string, Kept>()
  writtenBy.set(services, { account, lists })
  return lists
}

/** Null where there is nothing to wait for; else resolves when the lists of the former visit are shown, or after a moment without them. */
export function loadCachedLists(): AppThunk<Promise<void> | null> {
  return (dispatch, getState, services) => {
    const waiting = dispatch(mailDatabaseOfLastVisit())
    if (waiting === null) return null
    return waiting.then((keeper) => {
      if (keeper === null) return
      const written = writtenFor(services, keeper.account)
      const recalled = keeper.lists.flatMap(({ key, content: kept }) => {
        const read = v.safeParse(content, kept)
        return read.success ? [{ key, ...read.output }] : []
      })
      dispatch(listsRecalled(recalled))
      const { lists } = selectMailbox(getState())
      for (const { key } of recalled) {
        const list = lists[key]
        if (list?.status === 'loading') written.set(key, list)
      }
    })
  }
}

/** Milliseconds after which it is worth a writing that a list still is as it was. */
const newerMs = 60_000

function isNews(written: Kept | undefined, rows: MailList['rows'], toldAt: number): boolean {
  return written?.rows !== rows || toldAt - written.toldAt > newerMs
}

/** Writes what changed since it was last written, and takes away what memory has let go. */
export function keepLists(): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const keeper = await dispatch(openMailDatabase())
    if (keeper === null) return
    const written = writtenFor(services, keeper.account)
    const { lists } = selectMailbox(getState())
    const fresh = Object.entries(lists).filter(
      // What waits to be sent goes by itself: at the next visit it would be another mail, or none.
      ([key, { status, rows, toldAt }]) =>
        isFirstPage(key) &&
        !isWaiting(folderOfKey(key)) &&
        status === 'ready' &&
        isNews(written.get(key), rows, toldAt),
    )
    const gone = [...written.keys()].filter((key) => lists[key] === undefined)
    if (fresh.length + gone.length === 0) return
    for (const [key, list] of fresh) written.set(key, list)
    for (const key of gone) written.delete(key)
    const put = fresh.map(([key, { rows, total, unread, version, toldAt }]) => ({
      key,
      content: { rows, total, unread, version, keptAt: toldAt },
    }))
    await keeper.kept.changeLists(put, gone)
  }
}
