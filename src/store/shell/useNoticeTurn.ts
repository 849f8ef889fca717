import { useState } from 'react'
import { useAppSelector } from '../typed'
import { selectNewestNotice } from './notices'

/** Changes with each notice of these namespaces: every change, and its Undo, ends with one. */
export function useNoticeTurn(namespaces: readonly string[]): string {
  const notice = useAppSelector(selectNewestNotice)
  const [turn, setTurn] = useState('')
  if (notice !== null && notice.id !== turn && namespaces.some((one) => notice.message.startsWith(`${one}:`)))
    setTurn(notice.id)
  return turn
}
