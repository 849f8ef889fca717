/** The mail that the address names, opened as soon as it is named. */
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Mail } from '../../contract/shapes'
import { type ReadingFailure, selectFailure, selectMail } from '../../store/mail/cache'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { openMail } from './openMail'

type OpenMail = { id: string; mail: Mail | undefined; failure: ReadingFailure | undefined; retry: () => void }

export function useOpenMail(): OpenMail {
  const dispatch = useAppDispatch()
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  const mail = useAppSelector((state) => selectMail(state, id))
  const failure = useAppSelector((state) => selectFailure(state, id))
  const retry = useCallback(() => void dispatch(openMail(id)), [dispatch, id])
  useEffect(retry, [retry])
  return { id, mail, failure, retry }
}
