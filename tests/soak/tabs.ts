/** Crashes tabs in which somebody types, in a real browser over the built app (TRUST R4). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { prepare } from '../../server/bin/prepare.mjs'
import { ensureBrowser } from '../support/browser/browser.mjs'

const cwd = fileURLToPath(new URL('../../', import.meta.url))
const journey = ['test', '--config', 'tests/e2e/playwright.config.ts', 'tabKills']

/** Answers what was wrong; `told` hears how far it is. */
export async function soakTabs(
  { seed, tabs }: { readonly seed: number; readonly tabs: number },
  told: (line: string) => void,
): Promise<readonly string[]> {
  if (tabs === 0) return []
  await prepare(told)
  await ensureBrowser()
  const env = { ...process.env, EP_E2E_TAB_KILLS: String(tabs), EP_E2E_SEED: String(seed) }
  const child = spawn('node_modules/.bin/playwright', journey, { cwd, stdio: 'inherit', env })
  await once(child, 'exit')
  return child.exitCode === 0 ? [] : [`tabs that crashed lost what was typed; seed ${seed}`]
}
