/** What stands around every page, the folders with their counts and the room that is used, kept by this browser for a visit without a line. */
import { useEffect } from 'react'
import * as v from 'valibot'
import { quotaMessages } from '../../contract/endpoints/account/account'
import { type Folder, folder } from '../../contract/shapes'
import { openMailDatabase } from '../../store/mail/cache'
import { selectFolderStatus, selectFolders } from '../../store/mail/folders'
import { shellRestored } from '../../store/mail/mailEvents'
import { type Quota, selectQuota } from '../../store/mail/quota'
import { selectIsReachable } from '../../store/shell/connection'
import { type AppThunk, useAppDispatch, useAppSelector } from '../../store/typed'

const kept = v.object({ folders: v.array(folder), quota: v.nullable(quotaMessages.reply), keptAt: v.number() })

/** Among the lists of the account, whose keys no list has; it goes with them. */
const key = 'desk'
/** Milliseconds without a change before it is written: several changes at once are one. */
const restMs = 400

/** What waits to be sent goes by itself: at the next visit it would be another mail, or none. */
const waiting: readonly string[] = ['scheduled', 'outbox']

export function CachedShell() {
  const dispatch = useAppDispatch()
  const folders = useAppSelector(selectFolders)
  const quota = useAppSelector(selectQuota)
  const isTold = useAppSelector(selectFolderStatus) === 'ready'
  const isMissed = useAppSelector(selectIsReachable) === false && !isTold
  useEffect(() => {
    if (isMissed) void dispatch(recallDesk())
  }, [dispatch, isMissed])
  useEffect(() => {
    if (!isTold || folders.length === 0) return
    const timer = setTimeout(() => void dispatch(keepDesk({ folders, quota })), restMs)
    return () => clearTimeout(timer)
  }, [dispatch, isTold, folders, quota])
  return null
}

type Desk = { readonly folders: readonly Folder[]; readonly quota: Quota | null }

function keepDesk({ folders, quota }: Desk): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { now }) => {
    const keeper = await dispatch(openMailDatabase())
    const content = { folders: folders.filter(({ id }) => !waiting.includes(id)), quota, keptAt: now() }
    await keeper?.kept.changeLists([{ key, content }], [])
  }
}

function recallDesk(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const keeper = await dispatch(openMailDatabase())
    const found = v.safeParse(kept, keeper?.lists.find((one) => one.key === key)?.content)
    if (found.success) dispatch(shellRestored(found.output))
  }
}
