/** Where an account is signed in, and the end of its sessions; and its owner is told of new devices. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '#server/kit/token'
import { makeAccountStore } from '#server/session/account.sql'
import { makeAuthenticate } from '#server/session/authenticate'
import { makeSessionStore } from '#server/session/session.sql'
import type { CityFinder } from '#server/session/signIns/cityFinder.port'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { removeFolderNow } from '../../support/removeFolder'
import { openMigrated } from '../../support/stores/migratedDatabase'

const agents = {
  Safari: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15',
  Firefox: 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0',
} as const
const lin = { address: 'lin@ep.test', displayName: 'Lin', tier: 'soho', organization: null, dueAt: null } as const
const berlin = { zh: '柏林', en: 'Berlin <b>', country: 'DE', latitude: 52.52, longitude: 13.4 }
const cities: CityFinder = { knowsCities: true, cityOf: (address) => (address === '198.51.100.7' ? berlin : null) }

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
beforeEach(async () => {
  gateway = await makeTestGateway({ cities })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

async function signIn(browser: keyof typeof agents, remoteAddress = '203.0.113.9', username = 'lin@ep.test') {
  const form = { username, password: testPassword }
  const from = { remoteAddress, headers: { 'user-agent': agents[browser] } }
  const { json } = await calls.post('login/loginService.action', form, from)
  gateway.clock.advance(1_000)
  return { token: String(json.accessToken) }
}
type Listed = { readonly id: string; readonly isPresent: boolean; readonly browser: string }
const listed = async (session: Signed) =>
  (await calls.get('login/sessions.action', {}, { session })).json.sessions as readonly Listed[]
const isAlive = async (session: Signed) => (await calls.get('main/heartbeat.action', {}, { session })).status === 200
const end = (session: Signed, id: string) => calls.post('login/endSession.action', { id }, { session })

describe('active sessions', () => {
  it('S18: are told with device, city and whole address, and each ends with what can become one', async () => {
    const began = gateway.clock.now()
    const thief = await signIn('Firefox', '198.51.100.7')
    const owner = await signIn('Safari')
    const hours = 12 * 3_600_000
    const way = { way: 'password', id: expect.any(String) }
    const [own, other] = await listed(owner)
    expect([own, other]).toEqual([
      {
        ...way,
        ...{ isPresent: true, at: began + 1_000, ends: began + 1_000 + hours },
        ...{ browser: 'Safari', system: 'macOS', address: '203.0.113.9', place: null },
      },
      {
        ...way,
        ...{ isPresent: false, at: began, ends: began + hours },
        ...{ browser: 'Firefox', system: 'Windows', address: '198.51.100.7', place: berlin },
      },
    ])
    const { json: code } = await calls.get('login/loginQrCode', {}, { remoteAddress: '198.51.100.7' })
    await calls.post('login/scanQrLogin.action', { id: String(code.id) }, { session: thief })
    await calls.post('login/decideQrLogin.action', { id: String(code.id), accept: 1 }, { session: thief })
    expect((await end(owner, other?.id ?? '')).json).toEqual({ code: '200' })
    expect([await isAlive(thief), await isAlive(owner)]).toEqual([false, true])
    const polled = await calls.get('login/polling', { id: String(code.id), secret: String(code.secret) })
    expect(polled.json).toMatchObject({ state: 'expired' })
    expect((await end(owner, other?.id ?? '')).json.code).toBe('notFound')
  })

  it('S21: of another account are neither told nor ended, and a token says nothing of its id', async () => {
    await gateway.account('wang@ep.test')
    const wang = await signIn('Safari', '203.0.113.9', 'wang@ep.test')
    const lin = await signIn('Safari')
    const [own] = await listed(wang)
    expect(await listed(lin)).toHaveLength(1)
    for (const id of [own?.id ?? '', wang.token, lin.token]) expect((await end(lin, id)).json.code).toBe('notFound')
    expect([await isAlive(wang), await isAlive(lin)]).toEqual([true, true])
    await calls.post('login/endOtherSessions.action', {}, { session: lin })
    expect([await isAlive(wang), await isAlive(lin)]).toEqual([true, true])
  })

  it('S18: end all but the one that asks', async () => {
    const others = [await signIn('Firefox'), await signIn('Safari')]
    const own = await signIn('Safari')
    expect((await calls.post('login/endOtherSessions.action', {}, { session: own })).json).toEqual({ code: '200' })
    expect(await Promise.all([...others, own].map(isAlive))).toEqual([false, false, true])
  })
})

it('S18: a session that ends at one gateway is over at the next one with the next call', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ep-mail-two-'))
  const databases = [await openMigrated(join(folder, 'mail.db')), await openMigrated(join(folder, 'mail.db'))]
  const [here, there] = databases.map((db) => ({ sessions: makeSessionStore(db), accounts: makeAccountStore(db) }))
  if (here === undefined || there === undefined) throw new Error('There are two')
  try {
    const { id } = (await here.accounts.add({ ...lin, passwordHash: '' })) ?? { id: '' }
    const now = gateway.clock.now()
    await here.sessions.open(hashToken('token'), {
      ...{ accountId: id, username: lin.address, timezone: 'Asia/Shanghai', createdAt: now },
      ...{ expiresAt: now + 60_000, sealedSecret: null, isKept: true },
    })
    const calling = makeAuthenticate({
      ...there,
      ...gateway.house.parts,
      sessions: there.sessions,
      accounts: there.accounts,
    })
    expect(await calling('Bearer token')).not.toBeNull()
    await here.sessions.closeAll(id)
    expect(await calling('Bearer token')).toBeNull()
  } finally {
    for (const db of databases) await db.destroy()
    removeFolderNow(folder)
  }
})

describe('a sign-in on a new device', () => {
  const inbox = async () => {
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('no lin')
    const store = gateway.stores.mailStores.of(account)
    const query = { folder: 'inbox', page: 1, pageSize: 10, sort: 'date', order: 'desc', filter: 'all' } as const
    return (await store.page(query))?.list ?? []
  }

  it('is told once each, but not the first one ever, and not the next from the same city and browser', async () => {
    await signIn('Safari')
    expect(await inbox()).toHaveLength(0)
    await signIn('Safari')
    await signIn('Firefox', '198.51.100.7')
    await signIn('Firefox', '198.51.100.7')
    const [told, ...more] = await inbox()
    expect(more).toHaveLength(0)
    expect(told?.subject).toBe('新设备登录提醒 / New sign-in to your mailbox')
  })
})
