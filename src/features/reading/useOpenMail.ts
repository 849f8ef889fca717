/** The mail that the address names, opened as soon as it is named. */
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Mail } from '../../contract/shapes'
import { type ReadingFailure, selectFailure, selectIsUnexplained, selectMail } from '../../store/mail/cache'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { openMail } from './openMail'

type Opened = { mail: Mail | undefined; failure: ReadingFailure | undefined; retry: () => void }

/** A mail of the screen. */
export function useOpened(id: string): Opened {
  const dispatch = useAppDispatch()
  const mail = useAppSelector((state) => selectMail(state, id))
  const failure = useAppSelector((state) => selectFailure(state, id))
  const isUnexplained = useAppSelector((state) => selectIsUnexplained(state, id))
  const retry = useCallback(() => void dispatch(openMail(id)), [dispatch, id])
  useEffect(retry, [retry])
  useEffect(() => {
    if (isUnexplained) retry()
  }, [isUnexplained, retry])
  return { mail, failure, retry }
}

export function useOpenMail(): Opened & { id: string } {
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  return { id, ...useOpened(id) }
}
