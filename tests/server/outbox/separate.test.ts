/** A separate send in Sent: one mail, which tells to how many it went and leads to what became of each. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  for (const name of ['lin', 'wang', 'bea']) await gateway.account(`${name}@ep.test`)
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const post = async (path: string, form: RawValues, session = lin) => (await calls.post(path, form, { session })).json
const list = async (folder: string, known = '') => {
  const json = await post('query/queryfolder2.action', { folder, known })
  return { ...json, list: json.list as readonly Readonly<Record<string, unknown>>[] }
}
let keys = 0
async function send(form: RawValues = {}) {
  const to = ['wang@ep.test', 'bea@ep.test']
  const written = { to, subject: '合同', html: 'x', separate: '1', idempotencyKey: `k${keys++}` }
  return String((await post('writemail/sendMail.action', { ...written, ...form })).id)
}

describe('the copy of a separate send', () => {
  it('tells in its row and where it is opened to how many it went, and by what name that is asked', async () => {
    const before = await list('sent')
    const sendId = await send()
    await send({ separate: '0' })
    await gateway.drain()
    const after = await list('sent', String((before as { version?: unknown }).version ?? ''))
    const separately = { sendId, recipients: 2 }
    expect(after.list.map((row) => row.separately)).toEqual([undefined, separately])
    const row = after.list.find((one) => one.separately !== undefined)
    const id = String(row?.id)
    expect(await post('manage/view2.action', { ids: id })).toMatchObject({ list: [{ separately }] })
    expect(await post('readmail/showMail.action', { id })).toMatchObject({ mail: { separately } })
    const { json } = await calls.get('writemail/sendStatus.action', { id: sendId }, { session: lin })
    expect(json).toMatchObject({ separate: true, recipients: [{ state: 'sent' }, { state: 'sent' }] })
    // Who got it sees an ordinary mail.
    const wang = await calls.signIn('wang@ep.test')
    const got = await post('query/queryfolder2.action', { folder: 'inbox' }, wang)
    expect(got.list).toMatchObject([{ subject: '合同' }, { subject: '合同' }])
    expect(JSON.stringify(got.list)).not.toContain('separately')
  })

  it('is still known where it was moved away and back', async () => {
    const sendId = await send()
    await gateway.drain()
    const [row] = (await list('sent')).list
    const moved = await post('manage/move2.action', { ids: String(row?.id), target: 'deleted' })
    const [away] = moved.moved as readonly { newId: string }[]
    expect(await post('readmail/showMail.action', { id: String(away?.newId) })).not.toHaveProperty('mail.separately')
    const back = await post('manage/move2.action', { ids: String(away?.newId), target: 'sent' })
    const [here] = back.moved as readonly { newId: string }[]
    expect(await post('readmail/showMail.action', { id: String(here?.newId) })).toMatchObject({
      mail: { separately: { sendId, recipients: 2 } },
    })
  })

  it('tells it while the mail waits', async () => {
    const sendId = await send({ holdSeconds: 10 })
    expect((await list('outbox')).list).toMatchObject([{ separately: { sendId, recipients: 2 } }])
  })

  it('S22: is taken for one by the journal of its own account alone, whatever a header claims', async () => {
    const sendId = await send()
    await gateway.drain()
    const forged = `From: wang@ep.test\nTo: lin@ep.test\nMessage-ID: <${sendId}@ep.test>\nSubject: forged\n\nx`
    const id = await gateway.deliver('wang@ep.test', forged, 'sent')
    const wang = await calls.signIn('wang@ep.test')
    const { mail } = await post('readmail/showMail.action', { id }, wang)
    expect(mail).toMatchObject({ subject: 'forged' })
    expect(mail).not.toHaveProperty('separately')
    expect((await calls.get('writemail/sendStatus.action', { id: sendId }, { session: wang })).json.code).toBe(
      'notFound',
    )
  })

  it('R1: is noted after a crash between keeping it and noting it', async () => {
    const sendId = await send({ holdSeconds: 10 })
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    const [entry] = await gateway.stores.outbox.kept(owner?.id ?? '', [sendId])
    if (owner === null || entry === undefined) throw new Error('It is not on record')
    const source = { kind: 'spool', spool: entry.spool } as const
    const kept = { folder: 'sent', source, flags: { seen: true }, receivedAt: entry.sendAt, key: `${sendId}:sent` }
    await gateway.stores.mailStores.of(owner).append(kept)
    expect((await list('sent')).list).toMatchObject([{ subject: '合同' }])
    gateway.clock.advance(13_000)
    await gateway.drain()
    expect((await list('sent')).list).toMatchObject([{ separately: { sendId, recipients: 2 } }])
  })
})
