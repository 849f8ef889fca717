import type { Reply } from '../../contract/endpoint'
import { listSignIns } from '../../contract/endpoints/session/signIns'
import { limits } from '../../contract/limits'
import { useReply } from '../../store/ask'
import { useMore } from '../../store/pages'

export type SignIns = Reply<typeof listSignIns>

/** The sign-ins of the last days, a page of them first. */
export function useSignIns(days: number) {
  const asked = useReply(listSignIns, { days, result: 'in' })
  const { isAsking, askMore } = useMore(listSignIns, asked)

  async function handleMore() {
    if (asked.state !== 'answered' || isAsking) return
    const { list } = asked.reply
    const page = Math.floor(list.length / limits.pageSize) + 1
    await askMore({ days, page, result: 'in' }, (next) => ({ ...next, list: [...list, ...next.list] }))
  }

  return { asked, isAskingMore: isAsking, askMore: handleMore }
}
