/** While a search looks further, asks again: soon at first, then with longer pauses, and no more once the person has left. */
import { useEffect, useRef } from 'react'
import { useAppDispatch } from '#src/store/typed'
import type { ListQuery } from '../listData/listQuery'
import type { MailList } from '../listData/listRows'
import { openFolder } from '../listData/listThunks'

/** Milliseconds between an answer and the next question. */
const pause = { first: 300, most: 1_000, growth: 1.4 } as const

export function useSearchProgress(list: MailList | undefined, query: ListQuery): void {
  const dispatch = useAppDispatch()
  const next = useRef<{ query: ListQuery; ms: number }>({ query, ms: pause.first })
  const asksAgain = list?.goesOn === true && list.status === 'ready'
  useEffect(() => {
    if (!asksAgain) return
    if (next.current.query !== query) next.current = { query, ms: pause.first }
    let hasLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    function wait() {
      timer = setTimeout(ask, next.current.ms)
      next.current.ms = Math.min(pause.most, next.current.ms * pause.growth)
    }
    async function ask() {
      // An answer that still goes on changes nothing that this effect looks at.
      if ((await dispatch(openFolder(query))) && !hasLeft) wait()
    }
    wait()
    return () => {
      hasLeft = true
      clearTimeout(timer)
    }
  }, [asksAgain, dispatch, query])
}
