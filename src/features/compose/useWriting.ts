/** What a form does with its mail: changes it, takes files, saves and sends it. */
import { useCallback, useRef } from 'react'
import { loadChunk } from '../../store/loadChunk'
import { useServices } from '../../store/servicesContext'
import { useAppDispatch } from '../../store/typed'
import { attachFiles } from './attachments/attachFiles'
import { contentChanged } from './composeSlice'
import type { ComposeContent } from './content'
import type { Exit } from './draft/discardComposer'
import { saveOpen } from './draft/openSavers'
import { useDraftSaving } from './draft/useDraftSaving'
import { sendComposed } from './send/sendComposed'
import type { SendQuestion } from './send/sendQuestions'

/** What the text, formatted or plain, lets others do to it. */
export type TextHandle = {
  /** Brings its last words into the store. */
  readonly flush: () => void
  /** Puts words where the caret is: HTML where the text is formatted. */
  readonly insert: (words: string) => void
  /** Changes what stands there; Undo takes it back. `isAside` leaves focus and caret alone. */
  readonly rewrite: (by: Rewriting, isAside?: boolean) => void
}

export type Rewriting = {
  readonly formatted: (root: HTMLElement) => void
  readonly plain: (text: string) => string
}

/** `key`: the composer's. */
export function useWriting(key: string, onSent: (id: string | null) => void) {
  const dispatch = useAppDispatch()
  const { now } = useServices()
  const text = useRef<TextHandle>({ flush: () => {}, insert: () => {}, rewrite: () => {} })
  const flush = useCallback(() => text.current.flush(), [])
  const keeper = useDraftSaving(key, flush)

  const change = useCallback(
    (part: Partial<ComposeContent>) => dispatch(contentChanged({ key, change: part, now: now() })),
    [dispatch, key, now],
  )
  /** `answered`: what the person was asked and wants so. */
  async function send(answered: readonly SendQuestion['kind'][] = []) {
    // What still stands in a recipient's box is taken as if the box were left.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    flush()
    const sent = await dispatch(sendComposed(key, keeper.settle, answered))
    if (sent === null) return
    keeper.forget()
    onSent(sent.id)
  }

  async function discard(exit: Exit) {
    text.current.flush()
    const part = await dispatch(loadChunk(() => import('./draft/discardComposer')))
    const isGone = part !== null && (await dispatch(part.discardComposer(key, keeper.settle, exit)))
    if (isGone) keeper.forget()
  }

  return {
    change,
    discard,
    attach: useCallback((files: readonly File[]) => void dispatch(attachFiles(key, files)), [dispatch, key]),
    save: () => void saveOpen(key),
    send,
    text,
  }
}
