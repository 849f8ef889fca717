/** The second visit: from going to the page to the inbox's rows, from what the browser keeps, while every call waits for its answer. */
import type { Row } from '../row'
import { type DeskPage, row as listRow } from './deskPage'
import { taken as seen, watchFor } from './inPage'
import { row } from './measure'

const rowInSight = `#former-sight tr, ${listRow}`

/** `desk` has the inbox open and is at rest. */
export async function benchSecondVisit({ page }: DeskPage, name: string): Promise<readonly Row[]> {
  await page.goto('/receive')
  await page.waitForFunction(
    () => navigator.serviceWorker.controller !== null && localStorage.getItem('ep_formerSight') !== null,
  )
  const visited = await row(`${name}: second visit, the inbox’s rows from what is kept`, 300, async () => {
    const again = await page.context().newPage()
    await again.route('**/webmail/**', () => undefined)
    await again.addInitScript(watchFor, { sight: { selector: rowInSight }, from: 'visit' as const })
    await again.goto('/receive', { waitUntil: 'commit' })
    const { ms, calls } = await again.evaluate(seen)
    await again.close()
    return { taken: { ms, calls, work: 0 }, bare: null }
  })
  return [visited]
}
