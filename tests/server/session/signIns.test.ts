/** From where an account was signed in to: noted by the gateway, told to its owner alone. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { ConfigError } from '#server/config/readConfig'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { hangzhou, madeMmdb } from '../../support/mail/madeMmdb'
import { removeFolderNow } from '../../support/removeFolder'

const folders: string[] = []
let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
  for (const folder of folders.splice(0)) removeFolderNow(folder)
})

const agent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15'

function fileOf(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'ep-mail-cities-'))
  folders.push(folder)
  writeFileSync(join(folder, 'cities.mmdb'), bytes)
  return join(folder, 'cities.mmdb')
}

async function opened(env: Readonly<Record<string, string>> = {}) {
  const made = await makeTestGateway({ env })
  gateway = made
  const calls = makeCalls(made)
  await made.account('lin@ep.test')
  async function signIn(remoteAddress: string, password = testPassword, username = 'lin@ep.test') {
    const { json } = await calls.post(
      'login/loginService.action',
      { username, password },
      { remoteAddress, headers: { 'user-agent': agent } },
    )
    made.clock.advance(1_000)
    return { token: String(json.accessToken) }
  }
  const list = async (session: Signed, values: RawValues = {}) =>
    (await calls.get('login/signIns.action', values, { session })).json
  return { ...made, gateway: made, calls, signIn, list }
}

/** As it is kept, however old. */
const all = async ({ stores }: TestGateway) =>
  stores.signIns.look((await stores.accounts.byAddress('lin@ep.test'))?.id ?? '', 0, { offset: 0, limit: 100 })

const cities = () => ({ GEOIP_FILE: fileOf(madeMmdb({ networks: { '198.51.100.0/24': hangzhou } })) })
const place = { zh: '杭州', en: 'Hangzhou', country: 'CN', latitude: 30.2937, longitude: 120.1614 }

describe('sign-ins', () => {
  it('are told with time, way, browser, network and city', async () => {
    const { signIn, list, clock } = await opened(cities())
    const first = clock.now()
    await signIn('203.0.113.9')
    const session = await signIn('198.51.100.7')
    const known = { way: 'password', result: 'in', browser: 'Safari', system: 'macOS' }
    expect(await list(session)).toEqual({
      code: '200',
      list: [
        { ...known, at: first + 1_000, address: '198.51.100.7', network: '198.51.100.0/24', place },
        { ...known, at: first, address: '203.0.113.9', network: '203.0.113.0/24', place: null },
      ],
      total: 2,
      places: [{ place, count: 1, last: first + 1_000 }],
      unknown: 1,
      knowsCities: true,
    })
    expect(await list(session, { page: 2, pageSize: 1 })).toMatchObject({ list: [{ at: first }], total: 2 })
  })

  it('S21: are told to their owner alone, and not without a session', async () => {
    const { signIn, list, gateway, calls } = await opened()
    await signIn('203.0.113.9')
    await gateway.account('wang@ep.test')
    const other = await signIn('203.0.113.9', testPassword, 'wang@ep.test')
    expect(await list(other)).toMatchObject({ total: 1, unknown: 1, knowsCities: false })
    expect((await calls.get('login/signIns.action')).status).toBe(403)
  })

  it('are told with what came of each, by way and result, and a refused one is no place', async () => {
    const { signIn, list, gateway } = await opened(cities())
    await signIn('198.51.100.7', 'wrong')
    await signIn('198.51.100.7', 'wrong', 'nobody@ep.test')
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.accounts.change(account?.id ?? '', { locked: true })
    await signIn('198.51.100.8')
    await gateway.stores.accounts.change(account?.id ?? '', { locked: false })
    const session = await signIn('203.0.113.9')
    expect(await list(session)).toMatchObject({
      list: [{ result: 'in' }, { result: 'locked' }, { result: 'wrongPassword', address: '198.51.100.7' }],
      total: 3,
      places: [],
      unknown: 1,
    })
    expect(await list(session, { result: 'locked' })).toMatchObject({ total: 1, list: [{ address: '198.51.100.8' }] })
    expect(await list(session, { way: 'qr' })).toMatchObject({ total: 0, list: [] })
  })

  it('S28: leave as csv for their owner alone, and no cell begins a formula', async () => {
    const evil = { ...hangzhou, city: { names: { 'zh-CN': '=1+1', en: '=1+1' } } }
    const { signIn, calls } = await opened({
      GEOIP_FILE: fileOf(madeMmdb({ networks: { '198.51.100.0/24': evil } })),
    })
    await signIn('198.51.100.7', 'wrong')
    const session = await signIn('198.51.100.7')
    const { json } = await calls.get('readmail/sid.action', {}, { session })
    const wanted = { sid: String(json.sid), timezone: 'Asia/Shanghai', language: 'en-US', result: 'wrongPassword' }
    const { text, headers } = await calls.get('login/signInsFile.action', wanted)
    expect(text).toBe(
      "\ufeffTime,City,IP,Method,Browser,System,Result\r\n2026-11-21 09:30:00,'=1+1,198.51.100.7,Password,Safari,macOS,Wrong password\r\n",
    )
    expect(headers['content-disposition']).toContain('Sign-ins.csv')
    const refused = async (more: Readonly<Record<string, string>>) =>
      (await calls.get('login/signInsFile.action', { ...wanted, ...more })).json.code
    expect(await refused({ sid: 'another' })).toBe('ticketExpired')
    expect(await refused({ timezone: 'Nowhere' })).toBe('badField')
  })

  it('are kept for ninety days, and shown for as many as are asked for', async () => {
    const { signIn, list, gateway, clock } = await opened()
    await signIn('203.0.113.9')
    clock.advance(31 * limits.dayMs)
    const session = await signIn('203.0.113.9')
    expect(await list(session, { days: 30 })).toMatchObject({ total: 1 })
    expect(await list(session)).toMatchObject({ total: 2 })
    clock.advance(60 * limits.dayMs)
    await gateway.house.sweep()
    expect((await all(gateway)).list).toHaveLength(1)
  })

  it.each([{ days: 0 }, { days: 91 }, { page: 0 }, { pageSize: 201 }])('refuses %o', async (values) => {
    const { signIn, list } = await opened()
    expect(await list(await signIn('203.0.113.9'), values)).toMatchObject({ code: 'badField' })
  })

  it('by a QR code count for the computer, and the phone is shown its city', async () => {
    const { signIn, list, calls } = await opened(cities())
    const phone = await signIn('203.0.113.9')
    const computer = { remoteAddress: '198.51.100.7', headers: { 'user-agent': agent } }
    const { json } = await calls.get('login/loginQrCode', {}, computer)
    const [id, secret] = [String(json.id), String(json.secret)]
    expect((await calls.post('login/scanQrLogin.action', { id }, { session: phone })).json).toMatchObject({ place })
    await calls.post('login/decideQrLogin.action', { id, accept: 1 }, { session: phone })
    expect((await calls.get('login/polling', { id, secret }, computer)).json).toMatchObject({ state: 'confirmed' })
    const [newest] = (await list(phone)).list as readonly unknown[]
    expect(newest).toMatchObject({ way: 'qr', network: '198.51.100.0/24', browser: 'Safari', place })
  })
})

describe('the file of cities', () => {
  it.each([
    ['is missing', () => join(tmpdir(), 'ep-mail-no-such.mmdb')],
    ['is of another kind', () => fileOf(Buffer.from('city,country'))],
  ])('stops the start with the variable’s name when it %s', async (_, path) => {
    const start = makeTestGateway({ env: { GEOIP_FILE: path() } })
    await expect(start).rejects.toThrow(ConfigError)
    await expect(start).rejects.toThrow(/GEOIP_FILE/)
  })
})
