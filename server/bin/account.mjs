/**
 * `npm run account`: administers mailboxes, beside a running gateway or before one was ever built. It runs the sources, never
 * what was built from them, so that it cannot be older than the database it writes to.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const loader = import.meta.resolve('tsx')
const child = spawn(process.execPath, ['--import', loader, `${root}server/account.ts`, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
child.on('error', (error) => {
  console.error(error.message)
  process.exitCode = 1
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
