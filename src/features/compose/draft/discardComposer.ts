/** Discards what is written: its draft goes to Deleted, and Undo brings back all of it. */
import { moveMails } from '#contract/endpoints/mail/mail'
import { draftSaved } from '#src/store/mail/mailEvents'
import { selectUsername } from '#src/store/session/session'
import { noticeShown, undoPressed } from '#src/store/shell/notices'
import { type AppThunk, startAppListening } from '#src/store/typed'
import { takeFiles, type Wanted } from '../attachments/attachFiles'
import { heldFile, sendTaken, stopUploads } from '../attachments/runningUploads'
import { unfinishedOf } from '../attachments/upload'
import type { Composer } from '../composer'
import { composerClosed, selectComposer } from '../composeSlice'
import { isBlank } from '../content'
import { showOwnPicture } from '../editor/pictures/pictures'
import type { LocalContent, Origin } from './localContent'
import { forgetLocally } from './localCopy'

/** How what is written leaves the screen, and how it comes back. */
export type Exit = { readonly close: () => void; readonly reopen: (key: string, origin: Origin) => void }

/** The one that Undo brings back; files are no plain data, so it stands here, beside the store. */
type Discarded = {
  readonly key: string
  readonly content: LocalContent
  /** What its draft is called in Deleted. */
  readonly draftId: string | null
  readonly files: readonly Wanted[]
  readonly exit: Exit
}
let last: Discarded | null = null
const undoIdOf = (key: string) => `discarded:${key}`

/** False where the draft could not be deleted. `settle` waits for a saving and plans no other. */
export function discardComposer(key: string, settle: () => Promise<void>, exit: Exit): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call, localDrafts }) => {
    await settle()
    const composer = selectComposer(getState(), key)
    if (composer === null) return false
    const moved =
      composer.draftId === null ? null : await call(moveMails, { ids: [composer.draftId], target: 'deleted' })
    // One that is gone already is as it is wanted.
    if (moved !== null && !moved.ok && moved.code !== 'notFound') {
      dispatch(noticeShown({ tone: 'error', message: `errors:${moved.code}` }))
      return false
    }
    const isWorthUndo = composer.draftId !== null || composer.uploads.length > 0 || !isBlank(composer.content)
    const draftId = moved?.ok ? (moved.value.moved[0]?.newId ?? null) : null
    last = isWorthUndo ? { key, content: keptOf(composer), draftId, files: filesOf(composer), exit } : null
    await dispatch(stopUploads(key))
    // From here on nothing of it is kept in this browser.
    dispatch(composerClosed({ key }))
    await forgetLocally(localDrafts, key, composer.content)
    exit.close()
    if (composer.draftId !== null) dispatch(draftSaved({ id: composer.draftId, formerId: null }))
    if (isWorthUndo) dispatch(noticeShown({ tone: 'success', message: 'compose:discarded', undoId: undoIdOf(key) }))
    return true
  }
}

/** Files that this browser no longer has wait for their person, as after a reload. */
function keptOf({ content, origin, savedAt, uploads }: Composer): LocalContent {
  const missing = uploads.filter(({ id }) => heldFile(id) === null)
  return { content, origin, savedAt, unfinished: unfinishedOf(missing).map((file) => ({ ...file, uploadId: null })) }
}

function filesOf({ uploads }: Composer): readonly Wanted[] {
  return uploads.flatMap(({ id, cid }) => {
    const file = heldFile(id)
    return file === null ? [] : [{ file, cid }]
  })
}

function restore({ key, content, draftId, files, exit }: Discarded): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, localDrafts, now }) => {
    const account = selectUsername(getState())
    if (account === null) return
    const moved = draftId === null ? null : await call(moveMails, { ids: [draftId], target: 'draft' })
    // Where the draft stays in Deleted, the text becomes a new one.
    const id = moved?.ok ? (moved.value.moved[0]?.newId ?? null) : null
    await localDrafts.put({ key, account, changedAt: now(), draftId: id, content }).catch(() => undefined)
    for (const { file, cid } of files) if (cid !== null) showOwnPicture(key, cid, file)
    if (id !== null) dispatch(draftSaved({ id, formerId: null }))
    exit.reopen(key, content.origin)
  }
}

/** Milliseconds in which what was brought back opens, so that its files go on. */
const opensWithinMs = 30_000

startAppListening({
  actionCreator: undoPressed,
  effect: async ({ payload }, { dispatch, condition }) => {
    const discarded = last
    if (discarded === null || payload.undoId !== undoIdOf(discarded.key)) return
    last = null
    await dispatch(restore(discarded))
    const { key, files } = discarded
    if (files.length === 0) return
    if (!(await condition((_action, state) => selectComposer(state, key) !== null, opensWithinMs))) return
    const ids = dispatch(takeFiles(key, files))
    await dispatch(sendTaken(key, ids ?? []))
  },
})
