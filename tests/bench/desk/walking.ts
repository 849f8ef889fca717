/** From list to list: folders, pages, the composer. */
import type { Row } from '../row'
import { type DeskPage, row as listRow, pointAt } from './deskPage'
import { row } from './measure'
import { benchWriting } from './writing'

const listCall = 'query/queryfolder2.action'
const shownPage = (page: number, pageSize: number) => ({
  selector: `tr[aria-rowindex="${(page - 1) * pageSize + 1}"]`,
})

/** On the first page of the inbox; `mails` are in it. */
export async function benchWalking(desk: DeskPage, name: string, mails: number): Promise<readonly Row[]> {
  const { page } = desk
  const folder = (label: string) => page.getByRole('navigation').getByRole('link', { name: label }).first()
  const go = async (label: string) => {
    const link = folder(label)
    const press = await pointAt(desk, link)
    const heading = { selector: `table[role="grid"][aria-label="${label}"] ${listRow}` }
    const taken = await desk.timed(press, heading)
    return { taken, bare: await desk.bare(listCall) }
  }
  const there: Row[] = []
  const away = await row(`${name}: to another folder`, 50, async () => {
    const sample = await go('已发送')
    await go('收件箱')
    return sample
  })
  there.push(away)
  there.push(
    await row(`${name}: back to the inbox`, 30, async () => {
      await go('已发送')
      return go('收件箱')
    }),
  )
  there.push(
    await row(`${name}: next page`, 40, async (run) => {
      const next = page.getByRole('button', { name: '下一页' })
      const press = await pointAt(desk, next)
      const taken = await desk.timed(press, shownPage(run + 2, 50))
      return { taken, bare: await desk.bare(listCall) }
    }),
  )
  there.push(
    await row(`${name}: mail ${(mails / 2).toLocaleString('en')}`, 50, async (run) => {
      const at = mails / 2 / 50 + run
      await desk.idle()
      const taken = await desk.timed(() => page.evaluate(goToPage, at), shownPage(at, 50))
      return { taken, bare: await desk.bare(listCall) }
    }),
  )
  await page.evaluate(goToPage, 1)
  there.push(await benchWriting({ desk, name: `${name}: composer ready` }))
  return there
}

/** Runs in the page: what an address typed into the app, or a step of the history, does. The press is only for the clock. */
function goToPage(at: number): void {
  dispatchEvent(new KeyboardEvent('keydown'))
  const url = new URL(location.href)
  url.searchParams.set('page', String(at))
  history.pushState(null, '', url)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}
