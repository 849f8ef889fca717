/**
 * `npm run test:servers`: what holds over embedded mail must hold over Dovecot, Postfix and PostgreSQL. Starts those on loopback in a
 * temporary folder, runs the tests of `tests/servers` and then the journeys in Chromium, and stops them again. It also runs the tests that
 * kill a process at every step, which would make `npm test` too long.
 * `-- --install` first installs what is missing; `-- <filter> …` runs only the tests whose path holds one, `-- --journeys` only the journeys,
 * with a filter those whose path holds it.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepare, root } from '../server/bin/prepare.mjs'
import { installPackages, missingPackages } from './servers/lab/packages.mjs'
import { ensureBrowser } from './support/browser/browser.mjs'

const cwd = fileURLToPath(root)
const began = Date.now()
const given = process.argv.slice(2)
const wantsInstall = given.includes('--install')
const wantsJourneysOnly = given.includes('--journeys')
const filters = given.filter((it) => !it.startsWith('--'))
const hasJourneys = wantsJourneysOnly || filters.length === 0

/** The step that runs now, to be ended when this process is told to end. */
let current = null
let isEnding = false

function run(command, args, env) {
  if (isEnding) return Promise.reject(new Error('Stopped'))
  return new Promise((resolve, reject) => {
    const child = spawn(`node_modules/.bin/${command}`, args, {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    current = child
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed (${code ?? 'signal'})`)),
    )
  })
}

function step(name) {
  console.log(`\n— ${name} (after ${Math.round((Date.now() - began) / 1_000)} s)`)
}

async function ensureServers() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('Postfix can only be started by root. Type: sudo npm run test:servers')
  }
  const missing = missingPackages()
  if (missing.length === 0) return
  if (!wantsInstall) {
    throw new Error(
      [
        `Missing packages: ${missing.join(' ')}. Type one of`,
        '    npm run test:servers -- --install',
        `    apt-get install -y --no-install-recommends ${missing.join(' ')}`,
      ].join('\n'),
    )
  }
  await installPackages(missing)
  const still = missingPackages()
  if (still.length > 0) throw new Error(`Still missing after the installation: ${still.join(' ')}`)
}

async function testOver(lab) {
  if (!wantsJourneysOnly) {
    step('tests over real servers')
    await run('vitest', ['run', '--project', 'servers', ...filters], lab.env)
  }
  const journeys = ['test', '--config', 'tests/e2e/playwright.config.ts']
  if (hasJourneys) {
    step('journeys in Chromium over real servers')
    await run('playwright', [...journeys, ...filters], lab.env)
  }
  if (filters.length === 0) {
    step('journeys over two gateways that share them')
    await run('playwright', [...journeys, 'answer', 'sound', 'survives'], { ...lab.env, EP_E2E_GATEWAYS: '2' })
  }
}

/** What the servers said last is long, and would push out what the tests said: it goes into a file. */
async function keepLastWords(lab) {
  const file = new URL('test-results/servers.log', root)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, await lab.lastWords(200))
  console.error(`\nWhat the mail servers said last: ${fileURLToPath(file)}`)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isEnding = true
    current?.kill(signal)
  })
}

let lab = null
let leaveMemory = () => undefined
try {
  step('packages and build')
  await ensureServers()
  // Who runs one test while writing it does not want to wait for a build.
  if (hasJourneys || !existsSync(new URL('node_modules/tsx', root))) await prepare((line) => console.log(line))
  if (hasJourneys) await ensureBrowser()
  step('mail servers')
  const { register } = await import('tsx/esm/api')
  register()
  const { default: openMemoryFolder } = await import('./support/memoryFolder.ts')
  leaveMemory = openMemoryFolder()
  const { startLab } = await import('./servers/lab/index.ts')
  lab = await startLab()
  await testOver(lab)
  step('all passed')
} catch (error) {
  if (lab) await keepLastWords(lab)
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await lab?.stop()
  leaveMemory()
}
