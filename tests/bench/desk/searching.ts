/** From Enter in the search field to the first rows that were found. */
import { rareBody, rareSubject } from '../mailFiller'
import type { Row } from '../row'
import { type DeskPage, row as listRow } from './deskPage'
import { row } from './measure'

export type Asked = { readonly name: string; readonly text: string; readonly place: string; readonly budget: number }

export function searches(isFull: boolean): readonly Asked[] {
  return [
    { name: 'search in subjects', text: rareSubject, place: 'subject', budget: isFull ? 60 : 50 },
    { name: 'search in bodies', text: rareBody, place: 'body', budget: isFull ? 100 : 60 },
    { name: 'search in subjects, 发票', text: '发票', place: 'subject', budget: isFull ? 60 : 50 },
    { name: 'search in bodies, meeting', text: 'meeting', place: 'body', budget: isFull ? 100 : 60 },
  ]
}

export async function benchSearching(desk: DeskPage, name: string, asked: readonly Asked[]): Promise<readonly Row[]> {
  const { page } = desk
  const rows: Row[] = []
  for (const one of asked) {
    rows.push(
      await row(`${name}: ${one.name}`, one.budget, async () => {
        // Anew, since a page that has searched for it before shows what it remembers.
        await page.goto('/receive')
        await page.locator(listRow).first().waitFor()
        const field = page.getByRole('combobox', { name: '搜索关键词' })
        await field.fill(one.text)
        await page.getByRole('combobox', { name: '搜索位置' }).selectOption(one.place)
        await field.focus()
        await desk.idle()
        const sight = { selector: 'table[role="grid"][aria-label="搜索结果"] tr' }
        const taken = await desk.timed(() => page.keyboard.press('Enter'), sight)
        return { taken, bare: await desk.bare('query/search2.action') }
      }),
    )
  }
  return rows
}
