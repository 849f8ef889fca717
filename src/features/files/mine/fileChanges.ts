/** Changes of files and folders: each is said, and followed by a look at the gateway. */
import { addFileFolder, renameFile } from '#contract/endpoints/files/files'
import type { FileEntry } from '#contract/files/fileRules'
import type { Failure, Outcome } from '#src/lib/http/outcome'
import type { AppThunk } from '#src/store/typed'
import { filesChanged } from './filesSlice'

/** For a dialog that shows the refusal itself. */
function settled(outcome: Outcome<unknown>): AppThunk<Failure | null> {
  return (dispatch) => {
    if (!outcome.ok) return outcome
    dispatch(filesChanged())
    return null
  }
}

export function createFolder(folder: string, name: string): AppThunk<Promise<Failure | null>> {
  return async (dispatch, _getState, { call }) => dispatch(settled(await call(addFileFolder, { folder, name })))
}

export function giveName({ id, version }: FileEntry, name: string): AppThunk<Promise<Failure | null>> {
  return async (dispatch, _getState, { call }) => dispatch(settled(await call(renameFile, { id, version, name })))
}
