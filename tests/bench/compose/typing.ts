/** From a key to the frame that shows its letter, above a long quotation. */
import type { DeskPage } from '../desk/deskPage'
import { middle } from '../desk/measure'
import { twoFrames } from '../desk/opening'
import { editor } from '../desk/writing'
import type { Row } from '../row'
import { frames, type KeyTaken, keysTaken, layBeside, watchKeys } from './inPage'
import { longSubject } from './longLetter'

const letters = 'the quick brown fox jumps over the lazy dog '

/** Each key by itself, above the quotation of 200 KB and in a bare editable element that holds the same. */
export async function benchTyping(desk: DeskPage): Promise<Row> {
  const { page } = desk
  await page
    .getByRole('row', { name: new RegExp(longSubject) })
    .first()
    .click()
  await page.getByRole('button', { name: '回复', exact: true }).click()
  const body = page.locator(editor)
  await body.getByText('Item 700', { exact: true }).waitFor()
  await body.focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await desk.idle()
  const ours = await type(desk)
  await page.evaluate(layBeside, editor)
  const bare = await type(desk)
  return rowOf('a key above a quotation of 200 KB', ours, bare)
}

async function type({ page }: DeskPage): Promise<readonly number[]> {
  await page.evaluate(watchKeys)
  for (const letter of letters) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.evaluate(frames)
  }
  const taken: readonly KeyTaken[] = await page.evaluate(keysTaken)
  if (taken.length !== letters.length) throw new Error(`${taken.length} of ${letters.length} keys were seen`)
  return taken.map(({ ms }) => ms)
}

const rowOf = (name: string, ours: readonly number[], bare: readonly number[]): Row => ({
  name: `${name}, to its frame`,
  measured: middle(ours),
  budget: twoFrames,
  unit: 'ms',
  best: Math.min(...ours),
  bare: middle(bare),
})
