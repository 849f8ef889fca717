/**
 * `npm test`: everything that a change must pass, from nothing but Node. Installs packages and, where it may, Chromium; then format and
 * types, units and screens, the built app's sizes, and journeys in a real browser. Stops at the first step that fails.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build, install, root } from '../server/bin/prepare.mjs'
import { ensureBrowser } from './support/browser/browser.mjs'

const cwd = fileURLToPath(root)
const began = Date.now()

const running = new Set()

/** Runs a command to its end; rejects when it fails. */
function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
    running.add(child)
    child.once('error', reject)
    child.once('exit', (code) => {
      running.delete(child)
      if (code === 0) resolve()
      else reject(new Error(`${command} ${args.join(' ')} failed (${code ?? 'signal'})`))
    })
  })
}

function step(name) {
  const seconds = Math.round((Date.now() - began) / 1_000)
  console.log(`\n— ${name} (after ${seconds} s)`)
}

const say = (line) => console.log(line)
const bin = (name) => `node_modules/.bin/${name}`

try {
  step('packages')
  await install(say)
  step('browser, build, format, types')
  await Promise.all([
    ensureBrowser(),
    build(say),
    run(bin('biome'), ['check', '.']),
    run(bin('tsc'), ['--noEmit', '-p', '.']),
  ])
  step('units, screens, gateway, structure')
  await run(bin('vitest'), ['run', '--project', 'node', '--project', 'dom', '--project', 'alone*', '--reporter=dot'])
  step('journeys in Chromium')
  // `npm run test:journeys` runs the others: in English, at 390 px, and the longest.
  await run(bin('playwright'), ['test', '--config', 'tests/e2e/playwright.config.ts', '--grep-invert', 'en-US|@long'])
  step('all passed')
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  for (const child of running) child.kill()
  process.exit(1)
}
