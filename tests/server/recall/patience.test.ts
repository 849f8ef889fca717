/** What a recall does while mailboxes do not answer: how often it asks, when it gives up, and that the result is told. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreAway } from '#server/core/refusal'
import { type JobRunner, makeJobRunner } from '#server/mail/jobs/jobRunner'
import type { Relay } from '#server/outbox/dispatch/relay.port'
import { makeRecallMail, makeRecallStatus } from '#server/recall/askRecall'
import type { Recaller, Taken } from '#server/recall/recaller.port'
import { makeWorkRecall } from '#server/recall/workRecall'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { callerOf } from '../../support/stores/sendingSetup'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const wang = 'wang@ep.test'

let gateway: TestGateway
let runner: JobRunner
let recall: (notice?: boolean) => Promise<void>
let status: () => Promise<unknown>
/** What the mailbox answers, how often it was asked, and whether words can be put into mailboxes. */
let answers: Taken
let asked: number
let away: readonly string[]
let words: string[]

beforeEach(async () => {
  answers = 'away'
  asked = 0
  away = []
  words = []
  gateway = await makeTestGateway()
  await sent(wang)
})

/** What was sent to somebody whose mailbox is the house's, here or on a server that the relay carries mail to. */
async function sent(to: string): Promise<void> {
  const account = await gateway.account('lin@ep.test')
  await gateway.account(wang)
  const calls = makeCalls(gateway)
  const session = await calls.signIn('lin@ep.test')
  const written = { to, subject: '合同', html: '<p>x</p>', idempotencyKey: 'k' }
  await calls.post('writemail/sendMail.action', written, { session })
  await gateway.drain()
  const { json } = await calls.post('query/queryfolder2.action', { folder: 'sent' }, { session })
  const id = (json.list as { id: string }[])[0]?.id ?? ''
  const recaller: Recaller = {
    onItsWayMs: 10 * minute,
    recall: async () => {
      asked += 1
      return answers
    },
    keep: async (address, { key }) => {
      if (away.includes(address)) throw new StoreAway('mailbox')
      words.push(`${address} ${key?.split(':')[1]}`)
    },
  }
  const recallDomains = ['ep.test', 'branch.example']
  const parts = { ...gateway.stores, recallDomains, recaller, report: () => undefined }
  runner = makeJobRunner({ ...parts, workRecall: makeWorkRecall(parts) })
  const [ask, tell] = [makeRecallMail({ ...parts, wakeJobs: () => undefined }), makeRecallStatus(parts)]
  recall = async (notice = false) => {
    await ask({ id, notice }, callerOf(account))
    await runner.drain()
  }
  status = async () => {
    const { mark, recipients } = (await tell({ id }, callerOf(account))).recall
    return [mark, ...recipients.map(({ state }) => state)]
  }
}
afterEach(() => gateway.close())

const pass = async (ms: number) => {
  gateway.clock.advance(ms)
  await runner.drain()
}

describe('a recall whose mailboxes do not answer', () => {
  it('asks again after five seconds, ever more rarely, and gives up after an hour', async () => {
    await recall()
    expect(asked).toBe(1)
    await pass(5 * second - 1)
    expect(asked).toBe(1)
    await pass(1)
    expect(asked).toBe(2)
    for (let at = 5 * second; at < hour - second; at += second) await pass(second)
    expect(asked).toBeGreaterThan(15)
    expect(asked).toBeLessThan(35)
    expect(await status()).toEqual(['running', 'waiting'])
    expect(words).toEqual([])
    await pass(5 * minute)
    expect(await status()).toEqual(['failed', 'failed'])
    expect(words).toEqual(['lin@ep.test result'])
  }, 60_000)

  it('takes the mail once a mailbox is back', async () => {
    await recall(true)
    await pass(30 * minute)
    answers = 'recalled'
    await pass(5 * minute)
    expect(await status()).toEqual(['recalled', 'recalled'])
    expect(words).toEqual([`${wang} notice`, 'lin@ep.test result'])
  })

  it('calls a mail gone only when it can no longer be on its way', async () => {
    answers = 'absent'
    await recall()
    await pass(10 * minute - 1)
    expect(await status()).toEqual(['running', 'waiting'])
    await pass(5 * minute)
    expect(await status()).toEqual(['failed', 'absent'])
  })

  it('tells the recipient before the sender, and does without where that mailbox stays away', async () => {
    answers = 'recalled'
    away = [wang]
    await recall(true)
    expect(await status()).toEqual(['running', 'waiting'])
    await pass(hour)
    expect(await status()).toEqual(['recalled', 'recalled'])
    expect(words).toEqual(['lin@ep.test result'])
  })

  it('tells the sender when the sender’s mailbox is back, and after twelve hours by the progress table alone', async () => {
    answers = 'recalled'
    away = ['lin@ep.test']
    await recall()
    expect(await status()).toEqual(['running', 'recalled'])
    await pass(12 * hour - 1)
    expect(await status()).toEqual(['running', 'recalled'])
    await pass(5 * minute)
    expect(await status()).toEqual(['recalled', 'recalled'])
    expect([words, asked]).toEqual([[], 1])
  })
})

it('R22: what is still on its way to somebody is to be asked for later, and then can be', async () => {
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const slow = await makeTestGateway({ checkpoint: (name) => (name === 'replyNoted' ? held : undefined) })
  const calls = makeCalls(slow)
  await slow.account('lin@ep.test')
  await slow.account(wang)
  const session = await calls.signIn('lin@ep.test')
  const written = { to: wang, subject: '合同', html: '<p>x</p>', idempotencyKey: 'k' }
  await calls.post('writemail/sendMail.action', written, { session })
  const first = async () => {
    const { json } = await calls.post('query/queryfolder2.action', { folder: 'sent' }, { session })
    return (json.list as { id: string }[])[0]?.id
  }
  await expect.poll(first).toBeDefined()
  const id = (await first()) ?? ''
  const info = async () => (await calls.get('recall/recallInfo.action', { id }, { session })).json.reason
  expect(await info()).toBe('recallLater')
  const { json } = await calls.post('recall/recallMail.action', { id }, { session })
  expect(json).toEqual({ code: 'recallLater', msg: 'errors:recallLater' })
  go()
  await slow.drain()
  expect(await info()).toBeNull()
  await slow.close()
})

it('R22: what could not be brought yet is waited for, and never taken for gone', async () => {
  await gateway.close()
  let outcome: 'temporary' | 'sent' = 'temporary'
  const relay: Relay = {
    hand: async ({ to }, _message, beforeLastDot) => {
      if (outcome === 'sent') await beforeLastDot(to)
      return to.map((address) => ({ address, state: outcome, reason: null }))
    },
  }
  gateway = await makeTestGateway({ relay })
  await sent('zoe@branch.example')
  answers = 'recalled'
  await recall()
  await pass(minute)
  expect([await status(), asked]).toEqual([['running', 'waiting'], 0])
  outcome = 'sent'
  await gateway.drain()
  await pass(5 * minute)
  expect([await status(), asked]).toEqual([['recalled', 'recalled'], 1])
})
