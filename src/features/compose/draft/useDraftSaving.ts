/** Ties a composer's changes to its savings: this browser at once, the gateway after a pause, both when the page is left. */
import { useCallback, useEffect, useRef } from 'react'
import { limits } from '#contract/limits'
import { markOpen } from '#src/lib/storage/openMarks'
import { useAppDispatch, useAppSelector, useAppStore } from '#src/store/typed'
import { selectComposer } from '../composeSlice'
import { createDraftSaver, type DraftSaver } from './draftSaver'
import { keepLocally } from './localCopy'
import { offerSaving } from './openSavers'
import { closeComposer, saveComposer } from './saveComposer'

function after(milliseconds: number, run: () => void): () => void {
  const timer = window.setTimeout(run, milliseconds)
  return () => window.clearTimeout(timer)
}

type Keeper = {
  readonly settle: () => Promise<void>
  /** The mail went: nothing of it is to be saved any more. */
  readonly forget: () => void
}

/** `flush` brings the editor's last words into the store. */
export function useDraftSaving(key: string, flush: () => void): Keeper {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const saver = useRef<DraftSaver | null>(null)
  const noted = useRef<number | null>(null)
  const changedAt = useAppSelector((state) => selectComposer(state, key)?.changedAt ?? null)

  /** What the editor gave up only now is noted before the page hears of it. */
  const note = useCallback(() => {
    const at = selectComposer(store.getState(), key)?.changedAt ?? null
    const isNew = at !== null && at !== noted.current
    noted.current = at
    if (!isNew) return
    void dispatch(keepLocally(key))
    saver.current?.changed()
  }, [dispatch, store, key])

  useEffect(() => {
    const current = createDraftSaver({
      pauseMs: limits.draftPauseMs,
      maxWaitMs: limits.draftMaxWaitMs,
      after,
      save: () => dispatch(saveComposer(key)),
    })
    saver.current = current
    const release = markOpen(key)
    const withdraw = offerSaving(key, () => {
      flush()
      note()
      return current.saveNow()
    })
    return () => {
      withdraw()
      note()
      void current.saveNow().then(async () => {
        current.stop()
        await dispatch(closeComposer(key))
        release()
      })
    }
  }, [dispatch, key, flush, note])

  useEffect(() => {
    if (changedAt !== noted.current) note()
  }, [changedAt, note])

  useEffect(() => {
    const handleLeaving = () => {
      flush()
      note()
    }
    const handleHide = () => {
      if (document.visibilityState !== 'hidden') return
      handleLeaving()
      void saver.current?.saveNow()
    }
    const handleOnline = () => void saver.current?.saveNow()
    document.addEventListener('visibilitychange', handleHide)
    window.addEventListener('online', handleOnline)
    // The sooner the last words are on their way into this browser's database, the surer they outlive the page.
    window.addEventListener('beforeunload', handleLeaving)
    window.addEventListener('pagehide', handleLeaving)
    return () => {
      document.removeEventListener('visibilitychange', handleHide)
      window.removeEventListener('online', handleOnline)
      window.removeEventListener('beforeunload', handleLeaving)
      window.removeEventListener('pagehide', handleLeaving)
    }
  }, [flush, note])

  return {
    settle: async () => saver.current?.settle(),
    forget: () => saver.current?.stop(),
  }
}
