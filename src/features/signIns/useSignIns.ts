import { useState } from 'react'
import type { Reply } from '../../contract/endpoint'
import { listSignIns } from '../../contract/endpoints/session/signIns'
import { say, useReply } from '../../store/ask'
import { type AppThunk, useAppDispatch } from '../../store/typed'

export type SignIns = Reply<typeof listSignIns>

/** What was found with its next page; null where that did not come, which is said. */
function moreOf(found: SignIns, days: number, page: number): AppThunk<Promise<SignIns | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(listSignIns, { days, page, result: 'in' })
    if (outcome.ok) return { ...outcome.value, list: [...found.list, ...outcome.value.list] }
    dispatch(say(outcome))
    return null
  }
}

/** The sign-ins of the last days, a page of them first. */
export function useSignIns(days: number) {
  const dispatch = useAppDispatch()
  const asked = useReply(listSignIns, { days, result: 'in' })
  /** Of the days that are shown: how many pages are there, and whether another is on its way. */
  const [further, setFurther] = useState({ days, pages: 1, isAsking: false })
  const { pages, isAsking } = further.days === days ? further : { pages: 1, isAsking: false }

  async function askMore() {
    if (asked.state !== 'answered' || isAsking) return
    setFurther({ days, pages, isAsking: true })
    const more = await dispatch(moreOf(asked.reply, days, pages + 1))
    if (more !== null) asked.replace(more)
    // Unless other days were asked for meanwhile.
    setFurther((now) => (now.days === days ? { days, pages: more === null ? pages : pages + 1, isAsking: false } : now))
  }

  return { asked, isAskingMore: isAsking, askMore }
}
