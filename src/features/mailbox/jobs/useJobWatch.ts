/** Follows the jobs that run: soon at first, then with longer pauses, and no more when all have ended. */
import { useEffect } from 'react'
import { selectRunningJobs } from '#src/store/mail/mailJobs'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { findJobs, followJobs } from './jobThunks'

/** Milliseconds between an answer and the next question. */
const pause = { first: 400, most: 5_000, growth: 1.5 } as const

export function useJobWatch() {
  const dispatch = useAppDispatch()
  const jobs = useAppSelector(selectRunningJobs)
  const watched = jobs.map(({ id }) => id).join(' ')

  useEffect(() => {
    void dispatch(findJobs())
  }, [dispatch])

  useEffect(() => {
    if (watched === '') return
    let ms: number = pause.first
    let hasEnded = false
    let timer: ReturnType<typeof setTimeout> | undefined
    function wait() {
      timer = setTimeout(ask, ms)
      ms = Math.min(pause.most, ms * pause.growth)
    }
    async function ask() {
      await dispatch(followJobs())
      if (!hasEnded) wait()
    }
    wait()
    return () => {
      hasEnded = true
      clearTimeout(timer)
    }
  }, [dispatch, watched])
  return jobs
}
