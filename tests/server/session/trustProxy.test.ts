/** Limits by network address over real connections: IPv6 by /64, and no entry of X-Forwarded-For that a client wrote (TRUST S19). */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { routeTable } from '#contract/routes'
import { captchaLimits } from '#contract/session/captchaLimits'
import { buildApp } from '#server/app'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import { openDatabase } from '#server/sql/openDatabase'
import { formText, makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { removeFolderNow } from '../../support/removeFolder'

const random = 'drawn-by-a-browser-1'
const ownPage = { 'sec-fetch-site': 'same-origin' }
const most = 4
const fewTries = { LOGIN_FAILURES_PER_ADDRESS: String(most), CAPTCHA_AFTER_PER_ADDRESS: '100' }

let gateway: TestGateway
let app: FastifyInstance | null = null

async function listen(env: Readonly<Record<string, string>>): Promise<string> {
  gateway = await makeTestGateway({ env: { ...fewTries, ...env } })
  app = await buildApp(gateway.house, gateway.config, null)
  return app.listen({ host: '127.0.0.1', port: 0 })
}
afterEach(async () => {
  await app?.close()
  app = null
  await gateway.close()
})

/** Statuses of wrong sign-ins, each to another mailbox, one for each value of X-Forwarded-For. */
async function failures(base: string, forwarded: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const [at, value] of forwarded.entries()) {
    const answer = await fetch(`${base}/webmail/login/loginService.action`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': value },
      body: formText({ username: `user${at}`, password: 'wrong' }),
    })
    await answer.arrayBuffer()
    statuses.push(answer.status)
  }
  return statuses
}

const tries = Array.from({ length: most + 2 }, (_, at) => at)
const limited = tries.map((at) => (at < most ? 200 : 429))
const unlimited = tries.map(() => 200)

describe('X-Forwarded-For', () => {
  it('S19: without TRUST_PROXY changes nothing', async () => {
    const base = await listen({})
    expect(
      await failures(
        base,
        tries.map((at) => `203.0.113.${at}`),
      ),
    ).toEqual(limited)
  })

  it.each(['1', '127.0.0.1', '127.0.0.0/8, ::1'])(
    'S19: behind a proxy that appends, TRUST_PROXY=%s counts the address that the proxy wrote, whatever stands before it',
    async (TRUST_PROXY) => {
      const base = await listen({ TRUST_PROXY })
      expect(
        await failures(
          base,
          tries.map((at) => `203.0.113.${at}, 198.51.100.9`),
        ),
      ).toEqual(limited)
      expect(
        await failures(
          base,
          tries.map((at) => `198.51.100.9, 203.0.113.${at}`),
        ),
      ).toEqual(unlimited)
    },
  )

  it.each(['2', '127.0.0.1,10.0.0.0/8'])(
    'S19: behind two proxies that append, TRUST_PROXY=%s counts the second entry from the right',
    async (TRUST_PROXY) => {
      const base = await listen({ TRUST_PROXY })
      expect(
        await failures(
          base,
          tries.map((at) => `203.0.113.${at}, 198.51.100.9, 10.1.2.3`),
        ),
      ).toEqual(limited)
    },
  )

  it.each([
    ['', '127.0.0.1'],
    ['1', '198.51.100.9'],
  ])(
    'S19: what a client writes there is in no sign-in history and no message about a new device, TRUST_PROXY=%j',
    async (trusted, address) => {
      const base = await listen(trusted === '' ? {} : { TRUST_PROXY: trusted })
      const owner = await gateway.account('lin@ep.test')
      for (const browser of ['Firefox/130.0', 'Version/17.0 Safari/605.1.15']) {
        const answer = await fetch(`${base}/webmail/login/loginService.action`, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'x-forwarded-for': '203.0.113.66, 198.51.100.9',
            'user-agent': `Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) ${browser}`,
          },
          body: formText({ username: 'lin@ep.test', password: testPassword }),
        })
        expect(await answer.json()).toMatchObject({ code: '000' })
        gateway.clock.advance(1_000)
      }
      const { list } = await gateway.stores.signIns.look(owner.id, 0, { offset: 0, limit: 10 })
      expect(list.map((it) => it.address)).toEqual([address, address])
      await gateway.drain()
      const calls = makeCalls(gateway)
      const session = await calls.signIn('lin@ep.test')
      const page = { folder: 'inbox', page: 1, pageSize: 5, sort: 'date', order: 'asc', filter: 'all' } as const
      const [told] = (await gateway.stores.mailStores.of(owner).page(page))?.list ?? []
      const shown = await calls.post('readmail/showMail.action', { id: told?.id ?? '' }, { session })
      const said = JSON.stringify(shown.json)
      expect(said).toContain(address)
      expect(said).not.toContain('203.0.113.66')
    },
  )
})

describe('a client of IPv6', () => {
  const within = tries.map((at) => `2001:db8:7:1:${at + 1}::${at}`)
  const across = tries.map((at) => `2001:db8:7:${at}::1`)

  it('S19: fails to sign in as often as its /64 may, and its neighbours on their own', async () => {
    const base = await listen({ TRUST_PROXY: '1' })
    expect(await failures(base, within)).toEqual(limited)
    expect(await failures(base, across.slice(2))).toEqual(unlimited.slice(2))
    const mapped = tries.map((at) => (at % 2 ? '192.0.2.50' : '::ffff:192.0.2.50'))
    expect(await failures(base, mapped)).toEqual(limited)
  })

  it('S19: has pictures, waits, QR codes and reports of page views by its /64', async () => {
    gateway = await makeTestGateway({ paintCaptcha: async () => new Uint8Array(8) })
    const calls = makeCalls(gateway)
    const inTurn = (at: number) => ({ remoteAddress: `2001:db8:7:1::${(at + 1).toString(16)}` })
    const statusOf = async (call: (at: number) => ReturnType<typeof calls.post>, times: number) => {
      const statuses: number[] = []
      for (let at = 0; at < times; at += 1) statuses.push((await call(at)).status)
      return statuses.filter((status) => status === 200).length
    }
    const qr = (at: number) => calls.get('login/loginQrCode', {}, inTurn(at))
    expect(await statusOf(qr, limits.qrCodesPerAddress + 2)).toBe(limits.qrCodesPerAddress)
    const picture = (at: number) => calls.get('vipRegister/captcha', { random }, inTurn(at))
    expect(await statusOf(picture, captchaLimits.perAddress + 2)).toBe(captchaLimits.perAddress)
    const wait = (at: number) => calls.post('login/captchaWait.action', { random }, inTurn(at))
    expect(await statusOf(wait, captchaLimits.waitsPerAddress + 2)).toBe(captchaLimits.waitsPerAddress)
    const views = JSON.stringify([{ route: 'login', title: routeTable.login.title }])
    const report = (at: number) => calls.post('views/report.action', { views }, { ...inTurn(at), headers: ownPage })
    expect(await statusOf(report, limits.viewReportsPerMinute + 2)).toBe(limits.viewReportsPerMinute)
  })

  it('S19: a refused QR code, picture or wait writes nothing to the disk', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ep-mail-refused-'))
    gateway = await makeTestGateway({ dataDir, paintCaptcha: async () => new Uint8Array(8) })
    const calls = makeCalls(gateway)
    const watcher = openDatabase(dataPathsOf(dataDir).database, { readonly: true })
    // Changes with every commit of another connection that wrote something.
    const version = async () => (await sql`pragma data_version`.execute(watcher)).rows
    const floods = [
      { most: limits.qrCodesPerAddress, call: () => calls.get('login/loginQrCode') },
      { most: captchaLimits.perAddress, call: () => calls.get('vipRegister/captcha', { random }) },
      { most: captchaLimits.waitsPerAddress, call: () => calls.post('login/captchaWait.action', { random }) },
    ]
    for (const { most, call } of floods) {
      for (let at = 0; at < most; at += 1) expect((await call()).status).toBe(200)
      const before = await version()
      const refused = await Promise.all(Array.from({ length: 20 }, call))
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 429))
      expect(await version()).toEqual(before)
    }
    await watcher.destroy()
    removeFolderNow(dataDir)
  })
})
