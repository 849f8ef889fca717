/** The whole gateway: rules that a mailbox keeps hold for mail that comes from outside and from a neighbour alike. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyRuleSet } from '#server/core/rules/rules'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

describe('rules of a mailbox of this house', () => {
  let gateway: TestGateway
  beforeEach(async () => {
    gateway = await makeTestGateway()
    const lin = await gateway.account('lin@ep.test')
    const store = gateway.stores.rules?.of(lin)
    const { version } = (await store?.load()) ?? { version: '' }
    const invoices = {
      id: 'r1',
      name: '发票',
      isEnabled: true,
      match: 'all',
      conditions: [{ kind: 'subject', test: 'contains', values: ['发票'] }],
      actions: [{ kind: 'flag' }, { kind: 'file', folder: 'junk' }],
      stops: false,
    } as const
    await store?.replace({ ...emptyRuleSet, rules: [invoices] }, version)
  })
  afterEach(() => gateway.close())

  const folderOf = async (subject: string) => {
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('no lin')
    const query = { keyword: subject, location: 'subject', folder: 'anywhere', page: 1, pageSize: 5 } as const
    const found = await gateway.stores.mailStores.of(account).search(query)
    return found?.list.map(({ folder, flagged }) => ({ folder, flagged }))
  }

  it('file what comes over SMTP', async () => {
    const raw =
      'From: Wang <wang@elsewhere.example>\r\nTo: lin@ep.test\r\nSubject: =?utf-8?B?5Y+R56Wo?= 1234\r\n\r\nbody'
    const put = await gateway.stores.spool.put(Buffer.from(raw), 10_000)
    await gateway.house.inbound?.keep(['lin@ep.test'], put.id, put.size, 'wang@elsewhere.example')
    expect(await folderOf('1234')).toEqual([{ folder: 'junk', flagged: true }])
  })

  it('file what a neighbour sends', async () => {
    await gateway.account('anna@ep.test')
    const calls = makeCalls(gateway)
    const session = await calls.signIn('anna@ep.test')
    const form = { to: 'lin@ep.test', subject: '发票 5678', html: '<p>x</p>', idempotencyKey: 'k1' }
    expect((await calls.post('writemail/sendMail.action', form, { session })).json).toMatchObject({ code: '200' })
    await gateway.drain()
    expect(await folderOf('5678')).toEqual([{ folder: 'junk', flagged: true }])
  })
})
