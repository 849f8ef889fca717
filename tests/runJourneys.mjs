/**
 * `npm run test:journeys`: the journeys in Chromium that `npm test` leaves out, over the embedded store: those in English and at 390 px,
 * and the longest (`@long`) in both languages. `-- <filter> …` runs only those whose path holds one, in both languages.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { prepare, root } from '../server/bin/prepare.mjs'
import { ensureBrowser } from './support/browser/browser.mjs'

const filters = process.argv.slice(2)
const chosen = filters.length > 0 ? filters : ['--grep', 'en-US|@long']

try {
  await prepare((line) => console.log(line))
  await ensureBrowser()
  const child = spawn(
    'node_modules/.bin/playwright',
    ['test', '--config', 'tests/e2e/playwright.config.ts', ...chosen],
    {
      cwd: fileURLToPath(root),
      stdio: 'inherit',
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
