/**
 * Cleans up after a lab whose owner died without doing so: waits until the pipe from the owner closes, then ends by pid whatever the
 * lab's list still names, and removes the folder. After an orderly stop the folder is gone and nothing is left to do.
 */
import { readFileSync, rmSync } from 'node:fs'

const folder = process.argv[2]

/** The 22nd field of /proc/<pid>/stat: a pid that was given out again has another one. */
function startTimeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return null
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}

async function cleanUp() {
  let list = ''
  try {
    list = readFileSync(`${folder}/processes`, 'utf8')
  } catch {
    return
  }
  const started = list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '))
    .map(([pid, startTime, stopSignal]) => ({ pid: Number(pid), startTime, stopSignal }))
  const living = () => started.filter(({ pid, startTime }) => startTimeOf(pid) === startTime)
  for (const { pid, stopSignal } of living()) signal(pid, stopSignal)
  for (let tries = 0; tries < 100 && living().length > 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  for (const { pid } of living()) signal(-pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => undefined)
process.stdin.resume()
process.stdin.once('end', () => void cleanUp())
process.stdin.once('error', () => void cleanUp())
