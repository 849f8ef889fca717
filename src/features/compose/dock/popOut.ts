/** A composer goes on in a window of its own; one of the two is open at a time. */
import { pathTo } from '#src/store/routes/pathTo'
import type { AppStore } from '#src/store/typed'
import { selectComposer, selectOpen } from '../composeSlice'

type Ways = {
  readonly mailto: string | null
  /** Brings all words to safety; false where the gateway did not take them. */
  readonly save: (key: string) => Promise<boolean>
  /** Takes it from the desk. */
  readonly close: () => void
  /** Goes there in this window, where the browser opens no other. */
  readonly goThere: (path: string) => void
}

export async function popOut(store: AppStore, key: string, { mailto, save, close, goThere }: Ways): Promise<void> {
  const isSafe = await save(key)
  const composer = selectComposer(store.getState(), key)
  if (composer === null || composer.isSending || composer.uploads.length > 0) return
  // Nothing but this page has the words.
  if (!isSafe && composer.saving === 'lost') return
  const { origin } = composer
  let { draftId } = composer
  const isClosed = new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
      // What is saved on leaving is another draft again.
      draftId = selectComposer(store.getState(), key)?.draftId ?? draftId
      if (selectOpen(store.getState(), key) !== undefined) return
      stop()
      resolve()
    })
  })
  close()
  await isClosed
  const from = { mode: origin.mode, id: origin.id ?? undefined, mailto: mailto ?? undefined }
  const path = pathTo('writeMail', {}, { ...from, draft: draftId ?? undefined, kept: key })
  if (window.open(path, '_blank') === null) goThere(path)
}
