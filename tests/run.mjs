/**
 * `npm test`: everything that a change must pass, from nothing but Node. Installs packages and, where it may, Chromium; then format and
 * types, units and screens, the built app's sizes, and journeys in a real browser. Stops at the first step that fails.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { prepare, root } from '../server/bin/prepare.mjs'
import { ensureBrowser } from './support/browser.mjs'

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
  await run(bin('vitest'), ['run', '--project', 'node', '--project', 'dom', '--reporter=dot'])
  step('journeys in Chromium')
  await run(bin('playwright'), ['test', '--config', 'tests/e2e/playwright.config.ts'])
  step('all passed')
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
