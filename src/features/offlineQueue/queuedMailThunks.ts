/** What the person does with a mail that waits for the line: writes on, or throws it away. */
import * as v from 'valibot'
import { inOneTab } from '../../lib/storage/oneTab'
import { loadQueued, type StoredQueuedMail, waitingOf } from '../../store/offlineQueue/offlineQueue'
import { selectUsername } from '../../store/session/session'
import { noticeShown } from '../../store/shell/notices'
import type { AppThunk } from '../../store/typed'
import { offlineQueueLock } from './sendQueued'

/** How its composer was opened. */
export type QueuedComposer = { readonly key: string; readonly mode: string; readonly id: string | null }

const opened = v.object({ origin: v.object({ mode: v.string(), id: v.nullable(v.string()) }) })

/** Answers how to open its composer; null where it went meanwhile, which is said to whoever asked by hand. */
export function writeOn(key: string, isByHand: boolean): AppThunk<Promise<QueuedComposer | null>> {
  return (dispatch, _getState, { localDrafts }) =>
    dispatch(
      withWaiting(key, isByHand, async ({ waits, ...mail }) => {
        const { refused } = waits
        await localDrafts.put(refused === null ? mail : { ...mail, refusal: refused })
        const read = v.safeParse(opened, mail.content)
        return { key, ...(read.success ? read.output.origin : { mode: 'new', id: null }) }
      }),
    )
}

export function throwAway(key: string): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { localDrafts }) => {
    await dispatch(withWaiting(key, true, async () => localDrafts.remove(key).then(() => true)))
  }
}

/** In its turn: no tab sends it meanwhile. */
function withWaiting<T>(
  key: string,
  isByHand: boolean,
  work: (mail: StoredQueuedMail) => Promise<T>,
): AppThunk<Promise<T | null>> {
  return async (dispatch, getState, { localDrafts }) => {
    const account = selectUsername(getState())
    if (account === null) return null
    const done = await inOneTab(offlineQueueLock(account), async () => {
      const mail = (await waitingOf(localDrafts, account)).find((one) => one.key === key)
      return mail === undefined ? null : work(mail)
    })
    if (done === null && isByHand) dispatch(noticeShown({ tone: 'info', message: 'outbox:goneMeanwhile' }))
    await dispatch(loadQueued())
    return done
  }
}
