/** What each signed-in person costs the gateway's memory, in a process of its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Lab } from '../servers/lab'
import { removeFolder } from '../support/removeFolder'
import { fillMaildir } from './mailFiller'
import type { Row } from './row'

const people = 100
const mailsEach = 160
const report = v.object({ heapEach: v.number(), residentEach: v.number() })

export async function memoryOfUsers(lab: Lab, settings: Readonly<Record<string, string>>): Promise<Row> {
  const users = await Promise.all(Array.from({ length: people }, (_, n) => lab.addUser(`one${n}`)))
  for (const { maildir, address } of users) fillMaildir(maildir, mailsEach, address)
  const dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-bench-'))
  const script = fileURLToPath(new URL('imapMemoryProcess.ts', import.meta.url))
  const child = fork(script, [], { execArgv: ['--expose-gc', '--import', 'tsx'], env: { PATH: process.env.PATH } })
  try {
    const ended = once(child, 'exit')
    const told = once(child, 'message')
    child.send({ settings: { ...settings, DATA_DIR: dataDir }, users })
    const said = await Promise.race([told, ended.then(() => null)])
    if (said === null) throw new Error('The process that measures memory ended early')
    const { heapEach, residentEach } = v.parse(report, said[0])
    console.log(
      `memory of each of ${people} signed-in people: ${heapEach.toFixed(2)} MB of heap and buffers, ${residentEach.toFixed(2)} MB resident`,
    )
    return {
      name: 'over Dovecot: memory of a signed-in person',
      measured: Math.max(heapEach, residentEach),
      budget: 3,
      unit: 'MB',
    }
  } finally {
    child.kill('SIGKILL')
    await removeFolder(dataDir)
  }
}
