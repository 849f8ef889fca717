/** New mail in folders that were chosen beside the inbox, known by their counts. */
import { queryFolder } from '../../contract/endpoints/mail/mail'
import { namesPeople, withoutMuted } from '../../contract/mail/noticePeople'
import { textsIn } from '../../contract/settings'
import type { Folder } from '../../contract/shapes'
import { selectFolderStatus, selectFolders } from '../../store/mail/folders'
import { foldersLoaded } from '../../store/mail/mailEvents'
import { selectUsername } from '../../store/session/session'
import { selectSettings } from '../../store/settings/settings'
import { type AppThunk, type RootState, startAppListening } from '../../store/typed'
import { folderMailFound, newestShown } from './newMailSlice'

/** Mails whose senders are looked at, where some people always or never tell. */
const mostJudged = 50

export function selectNoticeFolders(state: RootState): readonly string[] {
  return textsIn(selectSettings(state).noticeFolders).filter((id) => id !== 'inbox')
}

startAppListening({
  predicate: (action, state, former) =>
    foldersLoaded.match(action) && selectFolderStatus(former) === 'ready' && selectNoticeFolders(state).length > 0,
  effect: async (_action, { dispatch, getState, getOriginalState }) => {
    await dispatch(tellOfGrowth(selectFolders(getOriginalState()), selectFolders(getState())))
  },
})

/** Both counts grow with what comes; what is marked as unread elsewhere makes one of them grow. */
function grownBy(former: Folder | undefined, { total, unread }: Folder): number {
  return former === undefined ? 0 : Math.max(0, Math.min(total - former.total, unread - former.unread))
}

function tellOfGrowth(former: readonly Folder[], present: readonly Folder[]): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const asker = selectUsername(getState())
    const chosen = selectNoticeFolders(getState())
    const grown = present
      .filter(({ id }) => chosen.includes(id))
      .map((folder) => ({
        folder: folder.id,
        count: grownBy(
          former.find(({ id }) => id === folder.id),
          folder,
        ),
      }))
      .filter(({ count }) => count > 0)
    const settings = selectSettings(getState())
    const judged = namesPeople(settings) ? mostJudged : newestShown
    const found = await Promise.all(
      grown.map(async ({ folder, count }) => {
        const outcome = await call(queryFolder, { folder, pageSize: Math.min(count, judged), filter: 'unread' })
        if (!outcome.ok) return { count: 0, told: [], isAlways: false }
        const people = withoutMuted(outcome.value.list, settings)
        return { count: count - (outcome.value.list.length - people.told.length), ...people }
      }),
    )
    const count = found.reduce((sum, one) => sum + one.count, 0)
    // Somebody else sits here now: it is no news of theirs.
    if (count === 0 || selectUsername(getState()) !== asker) return
    const newest = found.flatMap(({ told }) => told).toSorted((one, other) => other.receivedAt - one.receivedAt)
    const isAlways = found.some((one) => one.isAlways)
    dispatch(folderMailFound({ count, newest: newest.slice(0, newestShown), isAlways }))
  }
}
