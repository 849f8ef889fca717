/** Asks whether a name is free, a moment after it was typed; a late answer is dropped. */

import { useEffect, useState } from 'react'
import { registrationLimits } from '#contract/registration/registrationLimits'
import { checkUserName, typedUserName } from '#contract/registration/userName'
import { useAppDispatch } from '#src/store/typed'
import { askName, type NameCheck } from './registrationThunks'

/** `typed`: null while an input method still composes. */
export function useNameCheck(typed: string | null, domain: string): NameCheck {
  const dispatch = useAppDispatch()
  const [answered, setAnswered] = useState<{ readonly name: string; readonly check: NameCheck } | null>(null)
  const username = typed === null ? '' : typedUserName(typed)
  const fault = checkUserName(username)
  const name = `${username}@${domain}`
  useEffect(() => {
    if (fault !== null) return
    const stopping = new AbortController()
    const { signal } = stopping
    async function ask() {
      const check = await dispatch(askName({ username, domain }, signal))
      if (!signal.aborted) setAnswered({ name: `${username}@${domain}`, check })
    }
    const timer = setTimeout(() => void ask(), registrationLimits.nameCheckPauseMs)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [dispatch, fault, username, domain])
  if (username === '') return { state: 'none' }
  if (fault !== null) return { state: 'malformed', reason: fault }
  return answered?.name === name ? answered.check : { state: 'checking' }
}
