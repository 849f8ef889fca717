/** Senders whose remote pictures are shown without being asked for. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCalls, type Signed } from '#tests/support/gateway/calls'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway({ env: { AUTH_SERVERS: 'mx.ep.test' } })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  await gateway.account('anna@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

type Wanted = { from?: string; checks?: string; into?: string; to?: string }
function deliver({ from = 'News <News@shop.example>', checks, into = 'inbox', to = 'lin@ep.test' }: Wanted = {}) {
  const results = checks === undefined ? '' : `Authentication-Results: mx.ep.test; ${checks}\n`
  return gateway.deliver(to, `${results}From: ${from}\nTo: ${to}\nSubject: Hi\n\nHi\n`, into)
}
const allow = async (id: string, session = lin) =>
  (await calls.post('readmail/allowImages.action', { id }, { session })).json
const senders = async (session = lin) =>
  (await calls.post('readmail/imageSenders.action', {}, { session })).json.senders
async function isAllowed(wanted: Wanted = {}) {
  const id = await deliver(wanted)
  const { json } = await calls.post('readmail/showMail.action', { id }, { session: lin })
  const mail: unknown = json.mail
  return typeof mail === 'object' && mail !== null && 'imagesAllowed' in mail && mail.imagesAllowed === true
}

describe('S5: pictures of a sender', () => {
  it('are allowed by a mail of theirs, for all of theirs, until that is taken back', async () => {
    expect(await isAllowed()).toBe(false)
    expect(await allow(await deliver())).toEqual({ code: '200', address: 'news@shop.example' })
    expect(await isAllowed()).toBe(true)
    expect(await isAllowed({ from: 'Other <other@shop.example>' })).toBe(false)
    expect(await senders()).toEqual(['news@shop.example'])
    await calls.post('readmail/forbidImages.action', { address: 'News@shop.example' }, { session: lin })
    expect(await isAllowed()).toBe(false)
    expect(await senders()).toEqual([])
  })

  it('are never allowed in Junk', async () => {
    expect(await allow(await deliver({ into: 'junk' }))).toMatchObject({ code: 'notAllowed' })
    await allow(await deliver())
    expect(await isAllowed({ into: 'junk' })).toBe(false)
  })

  it.each([
    ['dmarc=fail', false],
    ['dmarc=fail; spf=pass; dkim=pass', false],
    ['spf=fail', false],
    ['dkim=fail', false],
    ['dmarc=pass; spf=fail', true],
    ['spf=pass', true],
    [undefined, true],
  ])('S31: where the mail server found %j: %j', async (checks, is) => {
    const doubted = { ...(checks === undefined ? {} : { checks }) }
    await allow(await deliver())
    expect(await isAllowed(doubted)).toBe(is)
    const anew = await deliver({ ...doubted, from: 'a@b.example' })
    expect((await allow(anew)).code).toBe(is ? '200' : 'notAllowed')
  })

  it('S21: are each person’s own choice, by mail of their own', async () => {
    const anna = await calls.signIn('anna@ep.test')
    const id = await deliver({ to: 'anna@ep.test' })
    expect(await allow(id)).toMatchObject({ code: 'notFound' })
    await allow(id, anna)
    expect(await isAllowed()).toBe(false)
    expect(await senders()).toEqual([])
  })
})
