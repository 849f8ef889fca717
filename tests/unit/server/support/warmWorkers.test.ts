/** The workers of `npm run test:watch`, in a Vitest of their own over two small tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeFolder } from '../../../support/removeFolder'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Vitest in watch mode over the folder that it is given. */
const watcher = `
import { startVitest } from 'vitest/node'
import { warmWorkers } from './tests/support/warmWorkers.ts'
const timeouts = { testTimeout: 20_000, hookTimeout: 20_000, expect: { poll: { timeout: 10_000 } } }
const pool = await warmWorkers(timeouts)
await startVitest('test', [], { root: process.argv[1], config: false, watch: true, globals: true, isolate: false, maxWorkers: 2, pool })
`

let folder: string
let vitest: ChildProcess
let said = ''
let listeners: (() => void)[] = []

const put = (name: string, text: string) => writeFile(join(folder, name), text)
const putTest = (name: string, own: string) =>
  put(
    `${name}.test.js`,
    `import { own } from './${own}'
import { shared } from './shared'
it('runs', () => console.log('${name} ran:', process.pid, own, shared))`,
  )

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ep-warm-')))
  await put('first.js', 'export const own = 1')
  await put('second.js', 'export const own = 1')
  await put('shared.js', 'export const shared = 1')
  await putTest('one', 'first')
  await putTest('two', 'second')
  const args = ['--import', 'tsx', '--input-type=module', '--eval', watcher, folder]
  const env = { PATH: process.env.PATH, TMPDIR: tmpdir(), NO_COLOR: '1' }
  const started = spawn(process.execPath, args, { cwd: root, env, stdio: 'pipe' })
  vitest = started
  said = ''
  listeners = []
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (bytes) => {
      said += String(bytes)
      for (const look of listeners) look()
    })
  }
})
afterEach(async () => {
  if (vitest.exitCode === null && vitest.signalCode === null) {
    vitest.kill('SIGKILL')
    await once(vitest, 'exit')
  }
  await removeFolder(folder)
})

/** What the tests print until the run has ended; then the next run is awaited. */
function nextRun(): Promise<readonly RegExpExecArray[]> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!/(?:Waiting|Watching) for file changes/.test(said)) return
      listeners = []
      const lines = [...said.matchAll(/(one|two) ran: (\d+) (\d) (\d)/g)]
      said = ''
      resolve(lines)
    }
    listeners.push(look)
    vitest.once('close', () => reject(new Error(`Vitest ended: ${said}`)))
    look()
  })
}

it('a worker that has run tests runs them again with what has changed since, also while it was idle', async () => {
  const results = (lines: readonly RegExpExecArray[]) =>
    lines.map(([, name, , own, shared]) => `${name} ${own} ${shared}`).toSorted()
  const first = await nextRun()
  expect(results(first)).toEqual(['one 1 1', 'two 1 1'])
  const workers = new Set(first.map(([, , pid]) => pid))

  await put('first.js', 'export const own = 2')
  const second = await nextRun()
  expect(results(second)).toEqual(['one 2 1'])
  // One of the two workers has been idle meanwhile.
  await put('shared.js', 'export const shared = 2')
  const third = await nextRun()
  expect(results(third)).toEqual(['one 2 2', 'two 1 2'])
  for (const [, , pid] of [...second, ...third]) expect(workers).toContain(pid)

  await put('second.js', 'throw new Error("cannot be loaded")')
  expect(await nextRun()).toEqual([])
  await put('second.js', 'export const own = 3')
  expect(results(await nextRun())).toEqual(['two 3 2'])

  vitest.kill('SIGTERM')
  await once(vitest, 'exit')
  await expect.poll(() => [...workers].filter((pid) => isAlive(Number(pid)))).toEqual([])
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
