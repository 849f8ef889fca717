/** Measures everything that has a budget and prints one table; the exit code is 1 when anything is over. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleSizes } from '../support/bundle'
import { mails } from './fullMailbox'
import { benchImap } from './imap'
import { benchSockets } from './overSockets'
import type { Row } from './row'
import { benchStore } from './store'

function lineOf({ name, measured, budget, unit }: Row): string {
  const ratio = measured <= budget && budget === 0 ? 0 : measured / budget
  const cells = [measured.toFixed(2), `${budget}`, unit.padEnd(5), ratio.toFixed(2)]
  return `${inColumns(name, 68)} ${cells.map((cell) => cell.padStart(9)).join(' ')}  ${ratio <= 1 ? 'ok' : 'OVER'}`
}

/** A Chinese character takes two columns of a terminal. */
function inColumns(text: string, columns: number): string {
  const wide = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return text.padEnd(columns - wide)
}

async function benchEmbedded(): Promise<readonly Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-bench-'))
  try {
    console.log(`Filling a mailbox with ${mails.toLocaleString('en')} mails …`)
    const store = await benchStore(dataDir)
    return [...(await benchSockets(dataDir)), ...builtSizes(), ...store]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function builtSizes(): readonly Row[] {
  const app = fileURLToPath(new URL('../../dist/app', import.meta.url))
  return bundleSizes(app).map(({ name, kib, budgetKib }): Row => {
    return { name, measured: kib, budget: budgetKib, unit: 'KiB' }
  })
}

const began = performance.now()
const [only, most] = process.argv.slice(2)
const rows = [
  ...(only === 'imap' ? [] : await benchEmbedded()),
  ...(await benchImap(most === undefined ? undefined : Number(most))),
]
const head = ['measured', 'budget', 'unit ', 'ratio'].map((cell) => cell.padStart(9)).join(' ')
console.log(`\n${'at the gateway, unless said otherwise'.padEnd(68)} ${head}`)
for (const row of rows) console.log(lineOf(row))
const over = rows.filter(({ measured, budget }) => measured > budget).length
console.log(
  `\n${over === 0 ? 'All within budget' : `${over} over budget`} (${Math.round((performance.now() - began) / 1_000)} s)`,
)
if (over > 0) process.exitCode = 1
