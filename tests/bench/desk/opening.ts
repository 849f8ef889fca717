/** Opening mails: plain ones, newsletters, those fetched ahead, one again, and many. */
import type { Row } from '../row'
import { bring, type DeskPage, type Timed } from './deskPage'
import type { Sight } from './inPage'
import { type Kind, subjectOf, wordsOf } from './letters'
import { row, type Sample } from './measure'

/** A screen's refresh shows it: two frames. */
export const twoFrames = 34
const call = 'readmail/showMail.action'

const mailShown = (kind: Kind, n: number): Sight => ({
  selector: 'iframe.mail-frame',
  isFrame: true,
  text: wordsOf(kind, n),
})

async function open(desk: DeskPage, kind: Kind, n: number): Promise<Timed> {
  const press = await bring(desk, subjectOf(kind, n))
  return desk.timed(press, mailShown(kind, n))
}

/** On an inbox whose newest mails are the letters. Each budget is for a machine that does nothing else. */
export async function benchOpening(desk: DeskPage, name: string): Promise<readonly Row[]> {
  const measure = (kind: Kind) => async (run: number) => {
    const taken = await open(desk, kind, run + 1)
    return { taken, bare: await desk.bare(call) }
  }
  const plain = await row(`${name}: open a plain mail`, 50, measure('plain'))
  const news = await row(`${name}: open a newsletter of 200 KB`, 120, measure('news'))
  const asked: number[] = []
  const noted = async (work: Promise<Timed>): Promise<Sample> => {
    const taken = await work
    asked.push(taken.calls.filter(({ path }) => path.endsWith(call)).length)
    return { taken, bare: await desk.page.evaluate(twoBareFrames) }
  }
  const ahead = await row(`${name}: open a plain mail fetched ahead`, twoFrames, (run) =>
    noted(open(desk, 'freshPlain', run + 1)),
  )
  const newsAhead = await row(`${name}: open a newsletter fetched ahead`, twoFrames, (run) =>
    noted(open(desk, 'freshNews', run + 1)),
  )
  const askedAhead = asked.splice(0)
  const again = await row(`${name}: open a plain mail again`, twoFrames, (run) =>
    noted(open(desk, 'plain', 1 + (run % 2))),
  )
  const newsAgain = await row(`${name}: open a newsletter again`, twoFrames, (run) =>
    noted(open(desk, 'news', 1 + (run % 2))),
  )
  return [
    plain,
    news,
    ahead,
    newsAhead,
    // Their neighbours are fetched ahead meanwhile, so that this is only told.
    requests(`${name}: calls while mails fetched ahead open`, askedAhead, null),
    again,
    newsAgain,
    requests(`${name}: calls for mails opened again`, asked, 0),
  ]
}

const requests = (name: string, each: readonly number[], budget: number | null): Row => ({
  name,
  measured: each.reduce((sum, one) => sum + one, 0),
  budget,
  unit: 'calls',
})

/** Runs in the page. */
async function twoBareFrames(): Promise<number> {
  const start = performance.now()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return performance.now() - start
}
