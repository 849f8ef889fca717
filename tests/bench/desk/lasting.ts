/** What is left after a while: frames while 5,000 rows pass, memory and nodes after fifty mails, a whole folder marked. */
import type { Row } from '../row'
import { type DeskPage, row as listRow, scroller } from './deskPage'
import { type Frames, scrollThrough } from './inPage'
import { middle } from './measure'
import { twoFrames } from './opening'

const scrolledRows = 5_000
const opened = 50
/** As many mails a page as there may be; the account is set to it. */
const perPage = 200
/** Four rows a frame: a hard flick. */
const step = 4 * 56
const idleFrames = 300

/** Page after page of the inbox, its rows as many a page as there may be. */
export async function benchScrolling(desk: DeskPage, name: string): Promise<readonly Row[]> {
  const { page } = desk
  await page.goto('/receive')
  await page.locator(listRow).first().waitFor()
  await desk.idle()
  const still = await page.evaluate(scrollThrough, { selector: scroller, step: 0, idle: idleFrames })
  const parts: Frames[] = []
  for (let at = 1; at <= scrolledRows / perPage; at += 1) {
    await page.locator(`tr[aria-rowindex="${(at - 1) * perPage + 1}"]`).waitFor()
    parts.push(await page.evaluate(scrollThrough, { selector: scroller, step, idle: 0 }))
    await page.getByRole('button', { name: '下一页' }).click()
  }
  const sum = (of: (frames: Frames) => number) => parts.reduce((total, frames) => total + of(frames), 0)
  const longest = parts.map((frames) => frames.longest)
  return [
    {
      name: `${name}: scrolling 5,000 rows, longest frame`,
      measured: Math.max(...longest),
      best: Math.min(...longest),
      bare: still.longest,
      budget: 50,
      unit: 'ms',
    },
    { name: `${name}: … longest frame of a page of 200`, measured: middle(longest), budget: twoFrames, unit: 'ms' },
    {
      name: `${name}: … frames dropped of ${sum(({ count }) => count)}`,
      measured: sum(({ dropped }) => dropped),
      bare: (still.dropped / still.count) * sum(({ count }) => count),
      budget: Math.ceil(sum(({ count }) => count) / 100),
      unit: 'frames',
    },
  ]
}

/** On a desk that has only come to its inbox. */
export async function benchMemory({ page, idle }: DeskPage, name: string): Promise<readonly Row[]> {
  const line = await page.context().newCDPSession(page)
  await line.send('Performance.enable')
  const held = async () => {
    for (let time = 0; time < 3; time += 1) await line.send('HeapProfiler.collectGarbage')
    const { metrics } = await line.send('Performance.getMetrics')
    const of = (wanted: string) => metrics.find((metric) => metric.name === wanted)?.value ?? 0
    return { megabytes: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes') }
  }
  await idle()
  const before = await held()
  await page.locator(listRow).first().click()
  for (let mail = 1; mail <= opened; mail += 1) {
    await page.locator('iframe.mail-frame').waitFor()
    const next = page.getByRole('button', { name: '下一封' })
    const address = page.url()
    if (mail === opened) break
    await next.click()
    await page.waitForURL((url) => url.href !== address)
  }
  await idle()
  const after = await held()
  return [
    { name: `${name}: heap at the inbox`, measured: before.megabytes, budget: 10, unit: 'MB' },
    { name: `${name}: heap after ${opened} mails`, measured: after.megabytes, budget: 14, unit: 'MB' },
    { name: `${name}: nodes at the inbox`, measured: before.nodes, budget: null, unit: 'nodes' },
    {
      name: `${name}: nodes after ${opened} mails`,
      measured: after.nodes,
      budget: before.nodes + 2_500,
      unit: 'nodes',
    },
  ]
}
