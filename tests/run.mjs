/**
 * `npm test`: everything that a change must pass, from nothing but Node. Installs packages and, where it may, Chromium; then format and
 * types, units and screens, the built app's sizes, and journeys in a real browser. Stops at the first step that fails.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepare, root } from '../server/bin/prepare.mjs'
import { chromiumPath } from './support/chromium.mjs'

const cwd = fileURLToPath(root)
const began = Date.now()

/** Runs a command to its end; rejects when it fails. */
function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed (${code ?? 'signal'})`)),
    )
  })
}

const browserPackages = ['chromium', 'fonts-noto-cjk']

/** Without fonts for Chinese a picture shows boxes, so both come together. */
async function ensureBrowser() {
  const hasFonts = process.platform !== 'linux' || existsSync('/usr/share/fonts/opentype/noto')
  if (chromiumPath() !== null && (hasFonts || process.env.CHROMIUM_PATH)) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall) {
    if (chromiumPath() !== null) return
    throw new Error(
      [
        'The journeys need Chromium, and it cannot be installed from here. Type:',
        `    sudo apt-get install -y ${browserPackages.join(' ')}`,
        'or name a browser that is there: CHROMIUM_PATH=/path/to/chromium npm test',
      ].join('\n'),
    )
  }
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...browserPackages], quiet)
}

function step(name) {
  const seconds = Math.round((Date.now() - began) / 1_000)
  console.log(`\n— ${name} (after ${seconds} s)`)
}

const bin = (name) => `node_modules/.bin/${name}`

try {
  step('packages and build')
  await prepare((line) => console.log(line))
  step('browser')
  await ensureBrowser()
  step('format and lint')
  await run(bin('biome'), ['check', '.'])
  step('types')
  await run(bin('tsc'), ['--noEmit', '-p', '.'])
  step('units, screens, gateway, house')
  await run(bin('vitest'), ['run', '--reporter=dot'])
  step('journeys in Chromium')
  await run(bin('playwright'), ['test', '--config', 'tests/e2e/playwright.config.ts'])
  step('all passed')
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
