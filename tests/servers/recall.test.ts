/** Recall over Dovecot, Postfix and PostgreSQL: out of mailboxes whose owners never signed in here, once, whatever gateway does it. */
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryFolder } from '../../src/contract/endpoints/mail/mail'
import { recallInfo, recallMail, recallStatus } from '../../src/contract/endpoints/sending/recall'
import { sendMail } from '../../src/contract/endpoints/sending/sending'
import type { CallGateway } from '../../src/lib/http/outcome'
import { makeCalls } from '../support/gateway/calls'
import { makeTestGateway } from '../support/gateway/gateway'
import { removeFolder } from '../support/removeFolder'
import { addLabUser, freshDatabase, labEnv } from './lab/env'
import { gatewaySettings } from './lab/gatewaySettings'
import type { LabUser } from './lab/users'
import { subjectsIn, within } from './mailbox'
import { openProduct, type Product } from './product'

const notice = 'recalled a message'
const patience = { timeout: 30_000, interval: 250 }
const noticesIn = async (user: LabUser) => (await subjectsIn(user, 'INBOX')).map((it) => it.includes(notice))

const send = (call: CallGateway, to: readonly LabUser[], subject: string) =>
  call(sendMail, {
    ...{ to: to.map(({ address }) => address), subject, html: '<p>x</p>' },
    ...{ attachmentIds: [], idempotencyKey: subject },
  })

async function sentId(call: CallGateway, subject: string): Promise<string> {
  let id = ''
  await expect
    .poll(async () => {
      const page = await call(queryFolder, { folder: 'sent' })
      id = (page.ok ? page.value.list.find((mail) => mail.subject === subject)?.id : undefined) ?? ''
      return id
    }, patience)
    .not.toBe('')
  return id
}

/** Resolves when each of them has it. */
const arrived = async (subject: string, to: readonly LabUser[]) => {
  for (const user of to) await expect.poll(() => subjectsIn(user, 'INBOX'), patience).toContain(subject)
}

describe('recall over a mail server', () => {
  let product: Product
  beforeAll(async () => {
    product = await openProduct({ gateways: 2 })
  })
  afterAll(() => product?.close())

  it('R22: takes unread mail back once, though two gateways are asked at once, and tells all of it', {
    timeout: 120_000,
  }, async () => {
    const [lin, wang, bea] = [await addLabUser('lin'), await addLabUser('wang'), await addLabUser('bea')]
    const call = await product.signIn(lin)
    await send(call, [wang, bea, lin], 'Contract')
    await arrived('Contract', [wang, bea, lin])
    await within(bea, 'INBOX', (client) => client.messageFlagsAdd('1:*', ['\\Seen']))
    await within(wang, 'INBOX', (client) => client.messageMove('1:*', 'Junk'))
    const id = await sentId(call, 'Contract')
    const asked = await call(recallInfo, { id })
    expect(asked).toMatchObject({ ok: true, value: { reason: null, external: [] } })
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => call(recallMail, { id, notice: true })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.flatMap((it) => (it.ok ? [] : [it.code]))).toEqual(Array(5).fill('recallRepeated'))
    await expect
      .poll(async () => {
        const status = await call(recallStatus, { id })
        return status.ok ? status.value.recall.mark : status.code
      }, patience)
      .toBe('partly')
    expect(await call(recallStatus, { id })).toMatchObject({
      value: {
        recall: {
          recipients: [
            { address: wang.address, state: 'recalled' },
            { address: bea.address, state: 'read' },
            // A copy that the sender got as a recipient goes; what stands in Sent stays.
            { address: lin.address, state: 'recalled' },
          ],
        },
      },
    })
    expect(await subjectsIn(wang, 'Junk')).toEqual([])
    expect(await subjectsIn(bea, 'INBOX')).toEqual(['Contract'])
    expect(await noticesIn(wang)).toEqual([true])
    expect(await subjectsIn(lin, 'Sent')).toEqual(['Contract'])
    const result = '邮件撤回结果 / Recall result: Contract'
    expect((await subjectsIn(lin, 'INBOX')).filter((it) => it === result)).toHaveLength(1)
    const theirs = await product.signIn(wang)
    expect(await call(queryFolder, { folder: 'sent' })).toMatchObject({ value: { list: [{ recalled: 'partly' }] } })
    expect(await theirs(queryFolder, { folder: 'inbox' })).toMatchObject({
      value: { list: [{ recalled: 'withdrawn', seen: false }] },
    })
  })

  it('waits for what Postfix has not yet brought, and does not call it gone', { timeout: 60_000 }, async () => {
    const [lin, wang] = [await addLabUser('lin'), await addLabUser('wang')]
    const call = await product.signIn(lin)
    await send(call, [wang], 'Late')
    await arrived('Late', [wang])
    // As if it were still on its way.
    await within(wang, 'INBOX', (client) => client.messageDelete('1:*'))
    const id = await sentId(call, 'Late')
    await call(recallMail, { id, notice: false })
    await expect.poll(async () => (await subjectsIn(lin, 'INBOX')).length).toBe(0)
    expect(await call(recallStatus, { id })).toMatchObject({ value: { recall: { mark: 'running' } } })
  })
})

const program = fileURLToPath(new URL('../support/kills/killedRecall.ts', import.meta.url))

describe('R22: a gateway killed while it recalls over a mail server', () => {
  it.each(['recallBegun', 'recallRemoved', 'recallTaken', 'recallNoted', 'recallTold'])(
    'R22: killed at %s, another recalls everything once and tells it once',
    async (killAt) => {
      const [lin, wang] = [await addLabUser('lin'), await addLabUser('wang')]
      const dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-servers-'))
      const env = gatewaySettings({ ...labEnv(), databaseUrl: await freshDatabase() })
      const open = async (now: number) => {
        const gateway = await makeTestGateway({ dataDir, env, now })
        const calls = makeCalls(gateway)
        const session = await calls.signIn(lin.address)
        const post = async (path: string, values: Record<string, string>) =>
          (await calls.post(path, values, { session })).json
        return { gateway, calls, session, post }
      }
      const began = Date.now()
      const first = await open(began)
      const written = { to: wang.address, subject: 'Contract', html: '<p>x</p>', idempotencyKey: 'k' }
      expect(await first.post('writemail/sendMail.action', written)).toMatchObject({ code: '200' })
      await first.gateway.drain()
      await arrived('Contract', [wang])
      const { list } = await first.post('query/queryfolder2.action', { folder: 'sent' })
      const id = (list as { id: string }[])[0]?.id ?? ''
      await first.gateway.close()
      const run = ['--import', 'tsx', program, dataDir, killAt, id, String(began), lin.address, JSON.stringify(env)]
      const signal = await new Promise<string | null>((resolve) => {
        const child = execFile(process.execPath, run, () => resolve(child.signalCode))
      })
      expect(signal).toBe('SIGKILL')
      // Longer than any lease: whatever the dead process held is anyone's.
      const second = await open(began + 60_000)
      await second.gateway.drain()
      const { json } = await second.calls.get('recall/recallStatus.action', { id }, { session: second.session })
      expect(json.recall).toMatchObject({ mark: 'recalled', totals: { recalled: 1 } })
      await second.gateway.close()
      await removeFolder(dataDir)
      expect(await noticesIn(wang)).toEqual([true])
      expect(await subjectsIn(lin, 'INBOX')).toEqual(['邮件撤回结果 / Recall result: Contract'])
    },
    60_000,
  )
})
