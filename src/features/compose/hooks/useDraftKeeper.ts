/** Ties a composer's changes to its savings: this browser at once, the gateway after a pause, both when the page is left. */
import { useEffect, useRef } from 'react'
import { limits } from '../../../contract/limits'
import { useAppDispatch, useAppSelector } from '../../../store/typed'
import { selectComposer } from '../composeSlice'
import { createDraftSaver, type DraftSaver } from '../draftSaver'
import { markOpen } from '../openMarks'
import { closeComposer, keepLocally, saveComposer } from '../saveComposer'

function after(milliseconds: number, run: () => void): () => void {
  const timer = window.setTimeout(run, milliseconds)
  return () => window.clearTimeout(timer)
}

type Keeper = {
  readonly saveNow: () => Promise<boolean>
  readonly settle: () => Promise<void>
  /** The mail went: nothing of it is to be saved any more. */
  readonly forget: () => void
}

/** `flush` brings the editor's last words into the store. */
export function useDraftKeeper(key: string, flush: () => void): Keeper {
  const dispatch = useAppDispatch()
  const saver = useRef<DraftSaver | null>(null)
  const changedAt = useAppSelector((state) => selectComposer(state, key)?.changedAt ?? null)

  useEffect(() => {
    const current = createDraftSaver({
      pauseMs: limits.draftPauseMs,
      maxWaitMs: limits.draftMaxWaitMs,
      after,
      save: () => dispatch(saveComposer(key)),
    })
    saver.current = current
    const release = markOpen(key)
    return () => {
      void current.saveNow().then(async () => {
        current.stop()
        await dispatch(closeComposer(key))
        release()
      })
    }
  }, [dispatch, key])

  useEffect(() => {
    if (changedAt === null) return
    void dispatch(keepLocally(key))
    saver.current?.changed()
  }, [changedAt, dispatch, key])

  useEffect(() => {
    const handleHide = () => {
      if (document.visibilityState !== 'hidden') return
      flush()
      void saver.current?.saveNow()
    }
    const handleOnline = () => void saver.current?.saveNow()
    document.addEventListener('visibilitychange', handleHide)
    window.addEventListener('online', handleOnline)
    return () => {
      document.removeEventListener('visibilitychange', handleHide)
      window.removeEventListener('online', handleOnline)
    }
  }, [flush])

  return {
    saveNow: async () => {
      flush()
      return (await saver.current?.saveNow()) ?? true
    },
    settle: async () => saver.current?.settle(),
    forget: () => saver.current?.stop(),
  }
}
