/** Changes of files and folders: each is said, and followed by a look at the gateway. */
import type { Reply } from '#contract/endpoint'
import {
  addFileFolder,
  copyFiles,
  moveFiles,
  removeFiles,
  renameFile,
  restoreFiles,
  trashFiles,
} from '#contract/endpoints/files/files'
import { downloadFile, downloadFiles } from '#contract/endpoints/files/transfers'
import { downloadTicket } from '#contract/endpoints/mail/reading'
import type { FileEntry, SameNameWay } from '#contract/files/fileRules'
import { startDownload } from '#src/features/transfer'
import type { Failure, Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { noticeShown, undoPressed } from '#src/store/shell/notices'
import { type AppThunk, startAppListening } from '#src/store/typed'
import { filesChanged } from './filesSlice'

const undoMark = 'files:'

/** Whether the list shows what is there no more: a file was changed meanwhile, or is gone. */
const isStale = ({ code }: Failure) => code === 'fileChanged' || code === 'notFound'

/** For a dialog that shows the refusal itself. */
function settled(outcome: Outcome<unknown>): AppThunk<Failure | null> {
  return (dispatch) => {
    if (outcome.ok || isStale(outcome)) dispatch(filesChanged())
    return outcome.ok ? null : outcome
  }
}

/** Shows what came of a change. */
function settle(outcome: Outcome<unknown>, done: Parameters<typeof noticeShown>[0]): AppThunk<boolean> {
  return (dispatch) => {
    dispatch(outcome.ok ? noticeShown(done) : say(outcome))
    if (outcome.ok || isStale(outcome)) dispatch(filesChanged())
    return outcome.ok
  }
}

export function makeFolderIn(folder: string, name: string): AppThunk<Promise<Failure | null>> {
  return async (dispatch, _getState, { call }) => dispatch(settled(await call(addFileFolder, { folder, name })))
}

export function giveName(
  { id, version }: Pick<FileEntry, 'id' | 'version'>,
  name: string,
): AppThunk<Promise<Failure | null>> {
  return async (dispatch, _getState, { call }) => dispatch(settled(await call(renameFile, { id, version, name })))
}

/** What came of it; a name that is taken is for who asked to say. */
export function moveTo(
  ids: readonly string[],
  folder: string,
  same: SameNameWay,
): AppThunk<Promise<Outcome<Reply<typeof moveFiles>>>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(moveFiles, { ids: [...ids], folder, same })
    if (outcome.ok || outcome.code !== 'fileExists')
      dispatch(settle(outcome, { tone: 'success', message: 'files:moved', params: { count: ids.length } }))
    return outcome
  }
}

export function copyTo(ids: readonly string[], folder: string): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) =>
    dispatch(
      settle(await call(copyFiles, { ids: [...ids], folder }), {
        ...{ tone: 'success', message: 'files:copied', params: { count: ids.length } },
      }),
    )
}

export function deleteFiles(ids: readonly string[]): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(trashFiles, { ids: [...ids] })
    const gone = outcome.ok ? outcome.value.ids : []
    const notice = { tone: 'info', message: 'files:deleted', params: { count: gone.length } } as const
    return dispatch(settle(outcome, { ...notice, undoId: undoMark + gone.join() }))
  }
}

export function giveBack(ids: readonly string[]): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(restoreFiles, { ids: [...ids] })
    const count = outcome.ok ? outcome.value.restored : 0
    return dispatch(settle(outcome, { tone: 'success', message: 'files:restored', params: { count } }))
  }
}

/** @param ids null empties the trash */
export function removeForGood(ids: readonly string[] | null): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(removeFiles, ids === null ? { all: true } : { ids: [...ids] })
    const count = outcome.ok ? outcome.value.removed : 0
    return dispatch(settle(outcome, { tone: 'success', message: 'files:removed', params: { count } }))
  }
}

/** One file as it is; several, or a folder, as an archive. */
export function download(entries: readonly FileEntry[]): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call, linkTo }) => {
    const [first] = entries
    if (first === undefined) return void dispatch(say({ code: 'noFileSelected' }))
    const ticket = await call(downloadTicket, {})
    if (!ticket.ok) return void dispatch(say(ticket))
    const { sid } = ticket.value
    const isOne = entries.length === 1 && !first.isFolder
    const ids = entries.map(({ id }) => id)
    startDownload(isOne ? linkTo(downloadFile, { sid, id: first.id }) : linkTo(downloadFiles, { sid, ids }))
  }
}

startAppListening({
  actionCreator: undoPressed,
  effect: async ({ payload: { undoId } }, { dispatch }) => {
    if (undoId.startsWith(undoMark)) await dispatch(giveBack(undoId.slice(undoMark.length).split(',')))
  },
})
