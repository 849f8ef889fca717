/** What is held for an Undo, told to whichever window asks, with the clock in hand. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const now = Date.UTC(2026, 10, 21, 1, 30)
const minute = 60_000

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway({ now })
  calls = makeCalls(gateway)
  for (const name of ['lin', 'wang']) await gateway.account(`${name}@ep.test`)
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

let keys = 0
const post = async (path: string, form: RawValues, session = lin) => (await calls.post(path, form, { session })).json
const send = async (form: RawValues) => {
  const written = { to: 'wang@ep.test', subject: '合同', html: 'x', idempotencyKey: `k${keys++}` }
  return String((await post('writemail/sendMail.action', { ...written, ...form })).id)
}
const held = async (session = lin) => (await calls.get('writemail/heldSends.action', {}, { session })).json.held

describe('what is held', () => {
  it('is told with the time left by the gateway’s clock, to its own account alone, until it goes', async () => {
    expect(await held()).toEqual([])
    const later = await send({ holdSeconds: 30 })
    const id = await send({ holdSeconds: 10, subject: '发票' })
    await send({})
    await send({ sendAt: now + 60 * minute })
    gateway.clock.advance(4_000)
    expect(await held()).toEqual([
      { id, subject: '发票', left: 6_000 },
      { id: later, subject: '合同', left: 26_000 },
    ])
    expect(await held(await calls.signIn('wang@ep.test'))).toEqual([])
    // Within the margin an Undo is no longer offered, and still taken.
    gateway.clock.set(now + 12_999)
    expect(await held()).toMatchObject([{ id, left: 0 }, { id: later }])
    gateway.clock.set(now + 13_000)
    await gateway.drain()
    expect(await held()).toMatchObject([{ id: later }])
    expect(await post('writemail/sendNow.action', { id: later })).toMatchObject({ code: '200' })
    await gateway.drain()
    expect(await held()).toEqual([])
  })

  it('is told no longer once it was taken back, which another window is told of as such', async () => {
    const id = await send({ holdSeconds: 10 })
    expect(await post('writemail/takeBack.action', { id })).toMatchObject({ code: '200' })
    expect(await held()).toEqual([])
    for (const [path, form] of [
      ['writemail/takeBack.action', { id }],
      ['writemail/sendNow.action', { id }],
      ['writemail/startDate.action', { id: `out.${id}`, sendAt: now + 60 * minute }],
      ['manage/reMailDateMove2.action', { ids: `out.${id}` }],
    ] as const)
      expect([path, (await post(path, form)).code]).toEqual([path, 'takenBackElsewhere'])
    const { json } = await calls.get('writemail/sendStatus.action', { id }, { session: lin })
    expect(json.recipients).toMatchObject([{ state: 'cancelled' }])
  })

  it('becomes a scheduled mail when it is given a time, up to the moment at which it goes', async () => {
    const id = await send({ holdSeconds: 10 })
    gateway.clock.advance(12_000)
    const at = gateway.clock.now() + 60 * minute
    expect(await post('writemail/startDate.action', { id: `out.${id}`, sendAt: at })).toMatchObject({ sendAt: at })
    expect(await held()).toEqual([])
    expect(await post('query/queryfolder2.action', { folder: 'scheduled' })).toMatchObject({ total: 1 })
    expect(await post('query/queryfolder2.action', { folder: 'outbox' })).toMatchObject({ total: 0 })
  })
})
