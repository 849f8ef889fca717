/** Fetches ahead what will most likely be opened next: one mail at a time, while the page is at rest, within bounds. */
import type { MailSummary } from '#contract/shapes'
import { whenIdle } from '#src/lib/clock/whenIdle'
import type { AppThunk } from '../../typed'
import { selectMail } from './mailsSlice'
import { fetchMail, loadCachedMail, stopPrefetching } from './mailThunks'

/** Of what is on the screen: mails, bytes of all of them as their rows tell, and bytes of one. */
export const prefetchLimits = { mails: 12, bytes: 2 * 1_024 * 1_024, ofOne: 512 * 1_024 } as const

/** Milliseconds without another wish before anything is fetched: whoever scrolls or walks on wants none of it. */
const restMs = 150

/** Mails whose text is worth its bytes, in the order in which they are wanted. */
export function worthFetching(rows: readonly MailSummary[]): readonly MailSummary[] {
  let bytes = 0
  return rows
    .filter(({ size, folder }) => size <= prefetchLimits.ofOne && folder !== 'draft')
    .slice(0, prefetchLimits.mails)
    .filter(({ size }) => {
      bytes += size
      return bytes <= prefetchLimits.bytes
    })
}

/** Whether the person pays for bytes, or has few of them to spend. */
function isSparing(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  if (typeof connection !== 'object' || connection === null) return false
  const speed = 'effectiveType' in connection ? String(connection.effectiveType) : ''
  return ('saveData' in connection && connection.saveData === true) || speed.endsWith('2g')
}

/** Answers how to leave off. `toldAt`: when the gateway told of the rows, in epoch milliseconds. */
export function prefetchMails(rows: readonly MailSummary[], toldAt: number): AppThunk<() => void> {
  return (dispatch, getState) => {
    let isOver = isSparing()
    const timer = setTimeout(() => void run(), restMs)

    async function run() {
      for (const row of worthFetching(rows)) {
        if (selectMail(getState(), row.id) !== undefined) continue
        await whenIdle()
        if (isOver || document.visibilityState === 'hidden') return
        if ((await dispatch(loadCachedMail(row.id, { row, at: toldAt }))) !== undefined) continue
        if (isOver) return
        const fetched = await dispatch(fetchMail(row.id, { isPrefetch: true }))
        // Whatever refuses one now refuses the next as well.
        if (!fetched.ok && fetched.code !== 'notFound') return
      }
    }
    return () => {
      isOver = true
      clearTimeout(timer)
      dispatch(stopPrefetching())
    }
  }
}
