/** Measures everything that has a budget and prints one table; the exit code is 1 when anything is over. */
import { mkdtemp } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { antdSizes, bundleSizes } from '../support/browser/bundle'
import { removeFolder } from '../support/removeFolder'
import { benchCompose } from './compose'
import { benchContacts } from './contacts'
import { benchDesk } from './desk'
import { dovecotSite, embeddedSite, type Site } from './desk/fill'
import { benchSlowest } from './desk/slowest'
import { benchFiles } from './files'
import { mails } from './fullMailbox'
import { benchImap } from './imap'
import { benchLargeDrafts } from './largeDrafts'
import { benchLighthouse } from './lighthouse'
import { benchSockets } from './overSockets'
import { benchPeers } from './peers'
import { isOver, type Row } from './row'
import { benchRules } from './rules'
import { benchStore } from './store'
import { headOf, lineOf } from './table'

async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-bench-'))
  try {
    return await work(dataDir)
  } finally {
    await removeFolder(dataDir)
  }
}

const benchEmbedded = () =>
  inFolder(async (dataDir): Promise<readonly Row[]> => {
    sayFilling(mails)
    const store = await benchStore(dataDir)
    const sockets = await benchSockets(dataDir)
    return [...sockets, ...builtSizes(), ...store, ...(await benchSite(dataDir, await embeddedSite(dataDir)))]
  })

const benchDeskAlone = (place: string | undefined, most: number) =>
  inFolder(async (dataDir) => {
    sayFilling(most)
    return benchSite(dataDir, place === 'dovecot' ? await dovecotSite(most) : await embeddedSite(dataDir))
  })

async function benchSite(dataDir: string, site: Site): Promise<readonly Row[]> {
  try {
    return await benchDesk(dataDir, site)
  } finally {
    await site.close()
  }
}

const sayFilling = (count: number) => console.log(`Filling a mailbox with ${count.toLocaleString('en')} mails …`)

function builtSizes(): readonly Row[] {
  const app = fileURLToPath(new URL('../../dist/app', import.meta.url))
  return [...bundleSizes(app), ...antdSizes(app)].map(({ name, kib, budgetKib }): Row => {
    return { name, measured: kib, budget: budgetKib, unit: 'KiB' }
  })
}

async function rowsOf([only, first, second]: readonly string[]): Promise<readonly Row[]> {
  if (only === 'compose') return inFolder(benchCompose)
  if (only === 'drafts') return benchLargeDrafts(inFolder)
  if (only === 'desk') return benchDeskAlone(first, second === undefined ? mails : Number(second))
  if (only === 'contacts') return inFolder(benchContacts)
  if (only === 'files')
    return inFolder((dataDir) => benchFiles(dataDir, first === undefined ? undefined : Number(first)))
  if (only === 'peers')
    return inFolder((dataDir) =>
      benchPeers(
        dataDir,
        first === undefined ? undefined : Number(first),
        second === undefined ? mails : Number(second),
      ),
    )
  if (only === 'imap') return benchImap(first === undefined ? undefined : Number(first))
  if (only === 'rules') return benchRules(first === undefined ? mails : Number(first))
  if (only === 'slow') return inFolder(benchSlowest)
  if (only === 'lighthouse')
    return inFolder((dataDir) => benchLighthouse(dataDir, first === undefined ? undefined : Number(first), second))
  const contacts = await inFolder(benchContacts)
  const seen = [...(await benchEmbedded()), ...contacts, ...(await inFolder(benchCompose)), ...(await benchImap())]
  return [...seen, ...(await inFolder((dataDir) => benchLighthouse(dataDir)))]
}

/** What others had this machine do meanwhile shows in every figure. */
function sayLoad(before: number): void {
  const cores = availableParallelism()
  const [after = 0] = loadavg()
  const busy =
    before > cores / 2
      ? `The machine was busy before it began: ${before.toFixed(1)}`
      : `Load before: ${before.toFixed(1)}`
  console.log(
    `${busy}, at the end ${after.toFixed(1)}, on ${cores} cores. Medians are of five, sizes and counts of one.`,
  )
}

const began = performance.now()
const [loadBefore = 0] = loadavg()
const rows = await rowsOf(process.argv.slice(2))
console.log(`\n${headOf('at the gateway, unless said otherwise')}`)
for (const row of rows) console.log(lineOf(row))
const over = rows.filter(isOver).length
console.log(
  `\n${over === 0 ? 'All within budget' : `${over} over budget`} (${Math.round((performance.now() - began) / 1_000)} s)`,
)
sayLoad(loadBefore)
if (over > 0) process.exitCode = 1
