/** Signing in by a QR code, over the wire (BEHAVIOUR §17, TRUST S19). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { browserName } from '#server/kit/browserName'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0 Safari/537.36 <script>'
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let phone: Signed

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { displayName: '林' })
  phone = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

type Code = { readonly id: string; readonly secret: string; readonly text: string }

async function code(remoteAddress = '198.51.100.7'): Promise<Code> {
  const { json } = await calls.get('login/loginQrCode', {}, { remoteAddress, headers: { 'user-agent': agent } })
  return { id: String(json.id), secret: String(json.secret), text: String(json.text) }
}
const poll = async ({ id, secret }: Pick<Code, 'id' | 'secret'>) =>
  (await calls.get('login/polling', { id, secret, timezone: 'Europe/Berlin' })).json
const scan = async (id: string, session = phone) =>
  (await calls.post('login/scanQrLogin.action', { id }, { session })).json
const decide = async (id: string, accept: 0 | 1, session = phone) =>
  (await calls.post('login/decideQrLogin.action', { id, accept }, { session })).json

describe('a QR code', () => {
  it('waits, is scanned, is confirmed, and lets the browser in', async () => {
    const shown = await code()
    expect(shown.text).toBe(`/pclogin?confirm=${shown.id}`)
    expect(await poll(shown)).toEqual({ code: '200', state: 'waiting' })
    expect(await scan(shown.id)).toEqual({
      code: '200',
      browser: 'Chrome',
      system: 'Windows',
      address: '198.51.100.7',
      place: null,
      at: gateway.clock.now(),
    })
    expect(await poll(shown)).toEqual({ code: '200', state: 'scanned', name: '林' })
    expect(await decide(shown.id, 1)).toEqual({ code: '200' })
    const { signedIn } = await poll(shown)
    expect(signedIn).toMatchObject({ tokenType: 'Bearer', userInfo: { username: 'lin@ep.test' } })
    const session = { token: (signedIn as { accessToken: string }).accessToken }
    expect(session.token).not.toBe(phone.token)
    expect((await calls.get('main/heartbeat.action', {}, { session })).json).toMatchObject({ username: 'lin@ep.test' })
  })

  it('S18: gives a new session in the place of the one that the computer had', async () => {
    const former = await calls.signIn('lin@ep.test')
    const shown = await code()
    const look = () => calls.get('login/polling', { id: shown.id, secret: shown.secret }, { session: former })
    const isFormerAlive = async () => (await calls.get('main/heartbeat.action', {}, { session: former })).status === 200
    await scan(shown.id)
    expect((await look()).json).toMatchObject({ state: 'scanned' })
    expect(await isFormerAlive()).toBe(true)
    await decide(shown.id, 1)
    expect((await look()).json).toMatchObject({ state: 'confirmed' })
    expect(await isFormerAlive()).toBe(false)
    expect((await calls.get('main/heartbeat.action', {}, { session: phone })).status).toBe(200)
  })

  it('S19: is of no use to whoever photographed it: the secret is not in the picture', async () => {
    const shown = await code()
    expect(shown.text).not.toContain(shown.secret)
    await scan(shown.id)
    await decide(shown.id, 1)
    for (const secret of ['', shown.id, 'guess'])
      expect(await poll({ id: shown.id, secret })).toEqual({ code: '200', state: 'expired' })
    expect((await calls.get('login/polling', { id: shown.id })).json).toMatchObject({ code: 'badField' })
    expect(await poll(shown)).toMatchObject({ state: 'confirmed' })
  })

  it('S19: lets in once', async () => {
    const shown = await code()
    await scan(shown.id)
    await decide(shown.id, 1)
    const answers = await Promise.all([poll(shown), poll(shown), poll(shown)])
    expect(answers.filter(({ signedIn }) => signedIn !== undefined)).toHaveLength(1)
    expect(await poll(shown)).toEqual({ code: '200', state: 'expired' })
    expect(await scan(shown.id)).toMatchObject({ code: 'notFound' })
  })

  it('S19: lives 120 seconds, also once it is confirmed', async () => {
    const [unseen, confirmed] = [await code(), await code()]
    await scan(confirmed.id)
    gateway.clock.advance(limits.qrLoginMs - 1)
    await decide(confirmed.id, 1)
    expect(await poll(unseen)).toMatchObject({ state: 'waiting' })
    gateway.clock.advance(1)
    expect(await poll(unseen)).toEqual({ code: '200', state: 'expired' })
    expect(await poll(confirmed)).toEqual({ code: '200', state: 'expired' })
    expect(await scan(unseen.id)).toMatchObject({ code: 'notFound' })
  })

  it('S19: belongs to whoever scanned it first, and to nobody without a session', async () => {
    await gateway.account('wang@ep.test')
    const wang = await calls.signIn('wang@ep.test')
    const shown = await code()
    expect(await decide(shown.id, 1)).toMatchObject({ code: 'notFound' })
    await scan(shown.id)
    expect(await scan(shown.id, wang)).toMatchObject({ code: 'notFound' })
    expect(await decide(shown.id, 1, wang)).toMatchObject({ code: 'notFound' })
    expect((await calls.post('login/scanQrLogin.action', { id: shown.id })).status).toBe(403)
    expect((await calls.post('login/decideQrLogin.action', { id: shown.id, accept: 1 })).status).toBe(403)
    expect(await poll(shown)).toMatchObject({ state: 'scanned', name: '林' })
  })

  it('tells of a no, which is final', async () => {
    const shown = await code()
    await scan(shown.id)
    await decide(shown.id, 0)
    expect(await poll(shown)).toEqual({ code: '200', state: 'cancelled' })
    expect(await decide(shown.id, 1)).toMatchObject({ code: 'notFound' })
  })

  it.each([{ locked: true }, { dueAt: 1 }])('lets nobody in whose account has become %o since', async (change) => {
    const shown = await code()
    await scan(shown.id)
    await decide(shown.id, 1)
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.accounts.change(account?.id ?? '', change)
    expect(await poll(shown)).toEqual({ code: '200', state: 'expired' })
  })

  it('S19: is made so often from one network address and no more', async () => {
    for (let made = 0; made < limits.qrCodesPerAddress; made += 1) await code()
    const refused = await calls.get('login/loginQrCode', {}, { remoteAddress: '198.51.100.7' })
    expect(refused.status).toBe(429)
    expect((await calls.get('login/loginQrCode', {}, { remoteAddress: '198.51.100.8' })).status).toBe(200)
    gateway.clock.advance(limits.loginWindowMs + 1)
    expect((await code()).id).not.toBe('')
  })
})

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1', 'Safari', 'iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge', 'macOS'],
  ['<img src=x>', '', ''],
])('%s is shown in known words alone', (userAgent, browser, system) => {
  expect(browserName(userAgent)).toEqual({ browser, system })
})
