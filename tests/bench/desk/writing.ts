/** From a press on Write to a composer that takes letters: its text can be written in, and a field of it has the focus. */
import { type DeskPage, pointAt } from './deskPage'
import { row } from './measure'

export const editor = '[role="textbox"][contenteditable="true"]'

/** On a list at full width, where the composer is docked; closes it each time. */
export function benchWriting({ desk, name }: { desk: DeskPage; name: string }) {
  const { page } = desk
  return row(name, 60, async () => {
    const press = await pointAt(desk, page.getByRole('button', { name: '写信', exact: true }))
    const taken = await desk.timed(press, { selector: `body:has(${editor}) [role="dialog"]:focus-within` })
    await page.getByRole('button', { name: '保存并关闭', exact: true }).click()
    await page.locator(editor).waitFor({ state: 'detached' })
    return { taken, bare: null }
  })
}
