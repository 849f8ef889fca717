/** `npm run test:all`: `npm test`, all other journeys, real servers, timing and Lighthouse; the README says more. */
import { mkdir, writeFile } from 'node:fs/promises'
import { build, install } from '../server/bin/prepare.mjs'
import { installPackages, missingPackages } from './servers/lab/packages.mjs'
import { ensureBrowser } from './support/browser/browser.mjs'
import { makeGate } from './support/gate/gate.mjs'
import { gateJourneys, otherJourneys } from './support/gate/journeyChoice.mjs'

const kinds = ['rules', 'screens', 'journeys', 'servers', 'timing', 'lighthouse']
const given = process.argv.slice(2)
const only = given[0] === '--only' ? given[1] : undefined
const filters = given.slice(only === undefined ? 0 : 2)
if ((given.length > 0 && only === undefined) || (only !== undefined && !kinds.includes(only))) {
  console.error('Usage: npm run test:all [-- --only rules|screens|journeys|servers|timing|lighthouse [WORD …]]')
  process.exit(2)
}
const runs = (kind) => only === undefined || only === kind
/** A word may be in paths of tests alone, or of journeys alone. */
const words = (flag) => (filters.length > 0 ? [...filters, flag] : [])
const unitWords = words('--passWithNoTests')
const journeyWords = words('--pass-with-no-tests')

const gate = makeGate(`npm run test:all${given.length > 0 ? ` -- ${given.join(' ')}` : ''}`)
const quiet = () => undefined

async function ensureServers() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('Postfix can only be started by root. Type: sudo npm run test:all')
  const missing = missingPackages()
  if (missing.length === 0) return
  await installPackages(missing)
  const still = missingPackages()
  if (still.length > 0) throw new Error(`Still missing after the installation: ${still.join(' ')}`)
}

/** Starts the mail servers. */
async function openLab() {
  const { register } = await import('tsx/esm/api')
  register()
  const { default: openMemoryFolder } = await import('./support/memoryFolder.ts')
  const leaveMemory = openMemoryFolder()
  const { startLab } = await import('./servers/lab/index.ts')
  const lab = await startLab()
  return {
    env: lab.env,
    close: async () => {
      const folder = new URL('../test-results/', import.meta.url)
      await mkdir(folder, { recursive: true })
      await writeFile(new URL('servers.log', folder), await lab.lastWords(200))
      await lab.stop()
      leaveMemory()
    },
  }
}

async function overServers(env) {
  await gate.units(['servers'], { filters: unitWords, env })
  await gate.journeys('journeys over servers', journeyWords, env)
  if (filters.length > 0) return
  const two = { ...env, EP_E2E_GATEWAYS: '2' }
  await gate.journeys('journeys over two gateways', ['answer', 'sound', 'survives'], two)
}

let lab = null
await gate.step('packages', () => install(quiet))
if (!gate.isBroken())
  await Promise.all([
    gate.step('browser', ensureBrowser),
    gate.step('build', () => build(quiet)),
    ...(runs('servers') ? [gate.step('packages of servers', ensureServers)] : []),
    ...(only === undefined ? [gate.check('format and lint', 'biome', ['check', '.']), gate.types()] : []),
  ])
if (!gate.isBroken()) {
  if (runs('timing')) await gate.units(['timing'], { filters: unitWords })
  if (only === undefined) await gate.units(['node', 'long-node', 'dom', 'long', 'alone', 'alone-dom', 'processes'])
  if (only === 'rules') await gate.units(['node', 'long-node', 'alone'], { filters: unitWords })
  if (only === 'screens') await gate.units(['dom', 'long', 'alone-dom'], { filters: unitWords })
  if (only === undefined) await gate.journeys('journeys', gateJourneys)
  if (runs('journeys')) await gate.journeys('other journeys', filters.length > 0 ? journeyWords : otherJourneys)
  if (runs('servers')) {
    await gate.step('mail servers', async () => {
      lab = await openLab()
    })
    if (lab !== null) await overServers(lab.env)
  }
  await gate.secondChance()
  // Last and alone: its points are of a quiet machine.
  if (runs('lighthouse')) await gate.check('lighthouse', 'tsx', ['tests/bench/main.ts', 'lighthouse'])
}
await lab?.close()
process.exitCode = gate.end()
