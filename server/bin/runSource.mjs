/** Runs a command's sources in a process of its own, never what was built from them, so that it cannot be older than the database. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** `entry`: a file below the root. What follows the command's name goes to it. */
export function runSource(entry) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const run = ['--import', import.meta.resolve('tsx'), `${root}${entry}`, ...process.argv.slice(2)]
  // tsx looks for the aliases of tsconfig.json in the folder from which the command is called.
  const env = { ...process.env, TSX_TSCONFIG_PATH: `${root}tsconfig.json` }
  const child = spawn(process.execPath, run, { stdio: 'inherit', env })
  child.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
