/** All mails of a folder read by one request. */
import type { Row } from '../row'
import { type DeskPage, row as listRow, pointAt } from './deskPage'
import type { Taken } from './inPage'
import { middle } from './measure'

const times = 3

/** `makeUnread` has the gateway take it back. */
export async function benchMarking(
  desk: DeskPage,
  name: string,
  makeUnread: () => Promise<void>,
): Promise<readonly Row[]> {
  const { page } = desk
  const shown: Taken[] = []
  for (let time = 0; time < times; time += 1) {
    await makeUnread()
    await page.goto('/receive')
    await page.locator('tr.mailbox-row-unread').first().waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: '标记' }).click()
    const item = page.getByRole('menuitem', { name: '将本文件夹全部标为已读' })
    const press = await pointAt(desk, item)
    const seen = { selector: listRow, without: 'tr.mailbox-row-unread' }
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    const taken = await desk.timed(press, seen)
    await (await answered).finished()
    const calls = await page.evaluate(lastPosts)
    shown.push({ ...taken, calls })
  }
  return [
    {
      name: `${name}: all read, shown in the list`,
      measured: middle(shown.map(({ ms }) => ms)),
      budget: 50,
      unit: 'ms',
    },
    {
      name: `${name}: all read, answered by the gateway`,
      measured: middle(shown.map(({ calls }) => Math.max(0, ...calls.map(({ ms }) => ms)))),
      budget: 1_000,
      unit: 'ms',
    },
  ]
}

/** Runs in the page. */
function lastPosts(): { path: string; ms: number }[] {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => /manage\//.test(name))
    .map(({ name, duration }) => ({ path: name, ms: duration }))
}
