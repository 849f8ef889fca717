/** `npm run dev` in a process of its own, with a data directory and a watched folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeFolder } from '../../support/removeFolder'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const isUp = /EP Mail is at (http:\/\/127\.0\.0\.1:\d+)/g
const signIn = /^ {4}\S+@ep\.test {2}\S+ {2}\(\w+\)$/gm

let folder: string
let dev: ChildProcess
let said = ''
/** Called at each output. */
let listeners: (() => void)[] = []

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ep-dev-')))
  await mkdir(join(folder, 'data'))
  await mkdir(join(folder, 'watched/deep'), { recursive: true })
})
afterEach(async () => {
  if (dev.exitCode === null && dev.signalCode === null) {
    dev.kill('SIGKILL')
    await once(dev, 'exit')
  }
  await removeFolder(folder)
})

function start(smtpPort = 0): void {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: '0', SMTP_PORT: String(smtpPort) }
  const args = [join(root, 'server/bin/dev.mjs'), join(folder, 'watched')]
  const started = spawn(process.execPath, args, { cwd: folder, env, stdio: 'pipe' })
  dev = started
  said = ''
  listeners = []
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (bytes) => {
      said += String(bytes)
      for (const look of listeners) look()
    })
  }
}

/** Resolves with the matches once there are `count`. */
function outputOf(awaited: RegExp, count = 1): Promise<readonly RegExpExecArray[]> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = [...said.matchAll(awaited)]
      if (found.length >= count) resolve(found)
    }
    listeners.push(look)
    dev.once('close', () => reject(new Error(`npm run dev ended: ${said}`)))
    look()
  })
}

/** Saves a source until that is noticed: nothing tells when the watcher has read its folders. */
async function changeSource(): Promise<void> {
  const noticed = outputOf(/deep\/limits\.ts changed/g)
  for (let turn = 0; !said.includes('limits.ts changed'); turn += 1) {
    await writeFile(join(folder, 'watched/deep/limits.ts'), `export const limit = ${turn}`)
    await Promise.race([noticed, later(2_000)])
  }
}

async function callOf(address: string): Promise<unknown> {
  const answer = await fetch(`${address}/webmail/main/heartbeat.action`)
  return [answer.status, await answer.text()]
}
const ofGateway = [403, expect.stringContaining('errors:sessionLost')]

it('npm run dev serves app and calls at one address, restarts the gateway on a change, and ends both', async () => {
  start()
  const [[, address = ''] = []] = await outputOf(isUp)
  const [[, smtpPort = ''] = []] = await outputOf(/taken in at 127\.0\.0\.1:(\d+)/g)
  const signIns = await outputOf(signIn, 2)
  const page = await fetch(`${address}/login`, { headers: { accept: 'text/html' } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/src/main.tsx')])
  expect(await callOf(address)).toEqual(ofGateway)

  const file = join(folder, 'data/sign-ins.txt')
  expect(await readFile(file, 'utf8')).toBe(signIns.map(([line]) => `${line}\n`).join(''))
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  await changeSource()
  // A call waits while the gateway restarts.
  expect(await callOf(address)).toEqual(ofGateway)
  expect((await outputOf(isUp, 2)).map(([, at]) => at)).toEqual([address, address])

  dev.kill('SIGTERM')
  expect(await once(dev, 'exit')).toEqual([0, null])
  for (const port of [new URL(address).port, smtpPort])
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

it('npm run dev starts a gateway that has failed at the next change, and prints the sign-ins again', async () => {
  const line = '    lin@ep.test  aB3!x  (soho)'
  await writeFile(join(folder, 'data/sign-ins.txt'), `${line}\n`)
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const taken = other.address()
  const port = taken !== null && typeof taken === 'object' ? taken.port : 0
  try {
    start(port)
    await outputOf(/The gateway has ended/g)
    expect(said).toMatch(new RegExp(`^The port ${port} is taken`, 'm'))
    expect(said).toContain(`Sign in with:\n${line}\n`)
  } finally {
    other.close()
  }
  await once(other, 'close')
  await changeSource()
  const [[, address = ''] = []] = await outputOf(isUp)
  expect(await callOf(address)).toEqual(ofGateway)
  dev.kill('SIGINT')
  expect(await once(dev, 'exit')).toEqual([0, null])
})
