import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder } from '../../support/removeFolder'

const root = fileURLToPath(new URL('../../../', import.meta.url))

describe('the first start', { timeout: 60_000 }, () => {
  let folder: string
  let child: ChildProcess | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  })
  afterEach(async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await removeFolder(folder)
  })

  /** Runs the gateway until it ends, or says what is waited for; answers all that it said. */
  async function startUntil(port: number, awaited: RegExp): Promise<string> {
    const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), SMTP_PORT: '0' }
    const started = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, env, stdio: 'pipe' })
    child = started
    return new Promise((resolve, reject) => {
      let said = ''
      const hear = (bytes: Buffer) => {
        said += bytes.toString()
        if (awaited.test(said)) resolve(said)
      }
      started.stdout.on('data', hear)
      started.stderr.on('data', hear)
      started.once('error', reject)
      started.once('close', () => resolve(said))
    })
  }

  it('says the demo sign-ins once it has its port, even where a first try found it taken', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address()
        resolve(address !== null && typeof address === 'object' ? address.port : 0)
      })
    })
    try {
      expect(await startUntil(port, /never said/)).toMatch(/port .*is taken/)
      const said = await startUntil(0, /anna@ep\.test.*\n/)
      expect(said).toMatch(/lin@ep\.test {2}\S{14} {2}\(globalEnterprise\)/)
      expect(said).toMatch(/anna@ep\.test {2}\S{14} {2}\(free\)/)
      const status = `/proc/${child?.pid}/status`
      // What it makes is nobody else's, as far as the system tells.
      if (existsSync(status)) expect(await readFile(status, 'utf8')).toMatch(/Umask:\s+0077/)
    } finally {
      other.close()
    }
  })

  it('R12: ends with 1 and one sentence where message files lie beside no database, and changes nothing', async () => {
    await mkdir(join(folder, 'mail', 'ab'), { recursive: true })
    await writeFile(join(folder, 'mail', 'ab', `${'ab'.repeat(16)}.eml`), 'Subject: x\r\n\r\nx')
    const said = await startUntil(0, /never said/)
    expect(said.trim().split('\n')).toEqual([expect.stringMatching(/there is no database.*npm run account -- rebuild/)])
    expect([child?.exitCode, (await readdir(folder)).sort()]).toEqual([1, ['ep-mail.lock', 'mail']])
  })
})
