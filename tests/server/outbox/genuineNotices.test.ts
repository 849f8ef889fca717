/** Notices of the gateway itself are marked as genuine, since anybody may write as postmaster@ of an own domain. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let sink: SmtpSink

beforeEach(async () => {
  sink = await openSmtpSink()
  gateway = await makeTestGateway({ env: { RELAY_URL: `smtp://127.0.0.1:${sink.port}` } })
  for (const name of ['lin', 'wang']) await gateway.account(`${name}@ep.test`)
})
afterEach(async () => {
  await gateway.close()
  await sink.close()
})

async function inbox(address: string, folder = 'inbox') {
  const account = await gateway.stores.accounts.byAddress(address)
  if (account === null) throw new Error(`no ${address}`)
  const store = gateway.stores.mailStores.of(account)
  const query = { folder, page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
  const rows = (await store.page(query))?.list ?? []
  return Promise.all(
    rows.map(async ({ id }) => {
      const { from, authentication } = (await store.open(id))?.parsed ?? {}
      return { id, from: from?.address, authentication }
    }),
  )
}

const proven = { from: 'postmaster@ep.test', authentication: { spf: 'none', dkim: 'none', dmarc: 'pass' } }

describe('a notice of the gateway', () => {
  it('S31: that a message was not delivered is marked as genuine', async () => {
    sink.answerRecipient('gone@x.example', { code: 550, text: '5.1.1 no such person' })
    const calls = makeCalls(gateway)
    const session = await calls.signIn('lin@ep.test')
    const form = { to: 'gone@x.example', subject: 'x', html: '<p>x</p>', idempotencyKey: 'k' }
    await calls.post('writemail/sendMail.action', form, { session })
    await gateway.drain()
    expect(await inbox('lin@ep.test')).toEqual([expect.objectContaining({ ...proven, from: 'MAILER-DAEMON@ep.test' })])
  })

  it('S31: of a recall is marked as genuine, to the sender and to the recipient', async () => {
    const calls = makeCalls(gateway)
    const session = await calls.signIn('lin@ep.test')
    const form = { to: 'wang@ep.test', subject: 'x', html: '<p>x</p>', idempotencyKey: 'k' }
    await calls.post('writemail/sendMail.action', form, { session })
    await gateway.drain()
    const [sent] = await inbox('lin@ep.test', 'sent')
    await calls.post('recall/recallMail.action', { id: sent?.id ?? '', notice: 1 }, { session })
    await gateway.drain()
    for (const address of ['lin@ep.test', 'wang@ep.test'])
      expect(await inbox(address)).toEqual([expect.objectContaining(proven)])
  })
})
