/** A composer goes on in a window of its own: its words are brought to safety first, and one of the two is open at a time. */
import { pathTo } from '#src/store/routes/pathTo'
import type { AppStore } from '#src/store/typed'
import { selectComposer, selectOpen } from '../composeSlice'

type Ways = {
  readonly mailto: string | null
  readonly save: (key: string) => Promise<boolean>
  readonly close: () => void
  readonly goThere: (path: string) => void
}

/** `save` brings all words to safety. `close` takes it from the desk. `goThere`: where the browser opens no window, this one goes there. */
export async function popOut(store: AppStore, key: string, { mailto, save, close, goThere }: Ways): Promise<void> {
  await save(key)
  const composer = selectComposer(store.getState(), key)
  if (composer === null) return
  const { origin, draftId } = composer
  const isClosed = new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
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
