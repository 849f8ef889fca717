import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway } from '../../support/gateway/gateway'
import { removeFolder } from '../../support/removeFolder'

const program = fileURLToPath(new URL('../../support/kills/killedRecall.ts', import.meta.url))
const now = Date.UTC(2026, 10, 21, 1, 30)
/** Longer than any lease: whatever the dead process held is anyone's. */
const later = now + 60_000

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-'))
})
afterEach(() => removeFolder(dataDir))

async function prepare(): Promise<string> {
  const gateway = await makeTestGateway({ dataDir, now })
  const calls = makeCalls(gateway)
  for (const name of ['lin', 'wang', 'bea']) await gateway.account(`${name}@ep.test`)
  const session = await calls.signIn('lin@ep.test')
  const written = { to: ['wang@ep.test', 'bea@ep.test'], subject: '合同', html: '<p>请看</p>', idempotencyKey: 'k' }
  await calls.post('writemail/sendMail.action', written, { session })
  await gateway.drain()
  const { json } = await calls.post('query/queryfolder2.action', { folder: 'sent' }, { session })
  await gateway.close()
  return (json.list as { id: string }[])[0]?.id ?? ''
}

function recallAndDie(killAt: string, id: string) {
  const run = ['--import', 'tsx', program, dataDir, killAt, id, String(now)]
  return new Promise<{ readonly yes: boolean; readonly signal: string | null }>((resolve) => {
    const child = execFile(process.execPath, run, (_error, output) =>
      resolve({ yes: output.includes('yes'), signal: child.signalCode }),
    )
  })
}

async function afterRestart(id: string) {
  const gateway = await makeTestGateway({ dataDir, now: later })
  const calls = makeCalls(gateway)
  await gateway.drain()
  const listOf = async (name: string) => {
    const session = await calls.signIn(`${name}@ep.test`)
    const { json } = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session })
    return (json.list as { subject: string }[]).map(({ subject }) => subject)
  }
  const session = await calls.signIn('lin@ep.test')
  const { json } = await calls.get('recall/recallStatus.action', { id }, { session })
  const { left } = (await calls.get('recall/recallInfo.action', { id }, { session })).json
  const found = {
    recall: json.recall,
    left,
    lin: await listOf('lin'),
    wang: await listOf('wang'),
    bea: await listOf('bea'),
  }
  await gateway.close()
  return found
}

describe('R22: a gateway killed while it recalls', () => {
  it.each(['answered', 'recallTaken', 'recallNoted', 'recallTold'])(
    'R22: killed at %s, it recalls everything once after the restart',
    async (killAt) => {
      const id = await prepare()
      const { yes, signal } = await recallAndDie(killAt, id)
      expect(signal).toBe('SIGKILL')
      // Where the work was quicker than the answer, the recall is on record all the same.
      if (killAt === 'answered') expect(yes).toBe(true)
      const notice = 'lin 撤回了一封邮件 / recalled a message'
      expect(await afterRestart(id)).toMatchObject({
        recall: { mark: 'recalled', totals: { recalled: 2 } },
        left: 9,
        lin: ['邮件撤回结果 / Recall result: 合同'],
        wang: [notice],
        bea: [notice],
      })
    },
  )
})
