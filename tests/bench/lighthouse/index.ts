/**
 * What Lighthouse says of the built app as the gateway serves it: sign-ins, inbox and the pages about the product, at a desk and
 * on a phone, each the middle of five. `npm run bench -- lighthouse` measures nothing else; what costs points is said under the table's rows.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { routeTable } from '../../../src/contract/routes'
import { freePort } from '../../servers/lab/ports'
import { ensureBrowser } from '../../support/browser/browser.mjs'
import { chromiumLaunch } from '../../support/browser/chromiumLaunch'
import { removeFolder } from '../../support/removeFolder'
import { openMailbox, signIn } from '../fullMailbox'
import { startGateway } from '../gateway'
import type { Row } from '../row'
import { categories, type Device, devices, leastOf, type Scores, visit } from './visit'

const usualRuns = 5
const mails = 200

const visits = [
  { name: 'login', path: '/login', isSignedIn: false },
  { name: 'inbox', path: '/receive', isSignedIn: true },
  ...(['pindex', 'vipProduction', 'goldMedal', 'suixinyou', 'loginVip', 'pclogin'] as const).map((id) => {
    return { name: id, path: routeTable[id].path, isSignedIn: false }
  }),
  { name: 'particulars', path: `${routeTable.particulars.path}?tier=enterprise`, isSignedIn: false },
] as const

/** `runs`: fewer where somebody looks for what costs points. `only`: the names of some visits, by commas. */
export async function benchLighthouse(dataDir: string, runs = usualRuns, only = ''): Promise<readonly Row[]> {
  await (await openMailbox(dataDir, { address: signIn.username, mails })).close()
  const gateway = await startGateway(dataDir)
  try {
    const rows: Row[] = []
    const wanted = only === '' ? visits : visits.filter(({ name }) => only.split(',').includes(name))
    for (const { name, path, isSignedIn } of wanted)
      rows.push(
        ...(await inBrowser(gateway.url, isSignedIn, async (port) => {
          const found: Row[] = []
          for (const device of devices) {
            const url = `${gateway.url}${path}`
            // Keeps how the list looks in a window of this size, as it does for everybody who comes back.
            const first = await visit(url, device, port)
            const seen: Scores[] = []
            while (seen.length < runs) seen.push(await visit(url, device, port))
            found.push(...rowsOf(name, device, seen), firstRow(name, device, first))
          }
          return found
        })),
      )
    return rows
  } finally {
    await gateway.close()
  }
}

/** In a browser of its own, which keeps a sign-in; Lighthouse empties its cache before each visit. */
async function inBrowser<T>(url: string, isSignedIn: boolean, work: (port: number) => Promise<T>): Promise<T> {
  await ensureBrowser()
  const [profile, port] = await Promise.all([mkdtemp(join(tmpdir(), 'ep-mail-lighthouse-')), freePort()])
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, `--remote-debugging-port=${port}`],
    locale: 'zh-CN',
  })
  try {
    if (isSignedIn) {
      const page = await context.newPage()
      await page.goto(`${url}/login`)
      await page.getByLabel('账号', { exact: true }).fill(signIn.username)
      await page.getByLabel('密码', { exact: true }).fill(signIn.password)
      await page.keyboard.press('Enter')
      await page.getByRole('row').first().waitFor()
      await page.close()
    }
    return await work(port)
  } finally {
    await context.close()
    await removeFolder(profile)
  }
}

/** Told beside the others: only once is there nothing kept. */
function firstRow(name: string, device: Device, { performance }: Scores): Row {
  return {
    name: `lighthouse, ${name}, ${device}: performance of the first visit`,
    measured: performance,
    budget: null,
    isLeast: true,
    unit: 'points',
  }
}

function rowsOf(name: string, device: Device, seen: readonly Scores[]): readonly Row[] {
  const faults = new Set(seen.flatMap((it) => it.faults))
  for (const fault of faults) console.log(`${name}, ${device}: ${fault}`)
  return categories.map((category): Row => {
    const scores = seen.map((it) => it[category]).toSorted((a, b) => a - b)
    return {
      name: `lighthouse, ${name}, ${device}: ${category}`,
      measured: scores[Math.floor(scores.length / 2)] ?? 0,
      budget: leastOf(category, device),
      isLeast: true,
      unit: 'points',
      best: scores.at(-1) ?? 0,
    }
  })
}
