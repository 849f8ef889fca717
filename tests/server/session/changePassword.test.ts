/** Changing one's password, over the wire (SPEC §5, TRUST S20). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'

const fresh = 'Another-pass1'
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed

async function open(options: Parameters<typeof makeTestGateway>[0] = {}) {
  gateway = await makeTestGateway(options)
  calls = makeCalls(gateway)
}
beforeEach(async () => {
  await open()
  await gateway.account('lin@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const change = async (oldPassword: string, newPassword = fresh, session: Signed | undefined = lin) =>
  calls.post('settings/changePassword.action', { oldPassword, newPassword }, session === undefined ? {} : { session })
const login = async (password: string) =>
  (await calls.post('login/loginService.action', { username: 'lin@ep.test', password })).json.code
const isAlive = async (session: Signed) => (await calls.get('main/heartbeat.action', {}, { session })).status === 200

describe('S20: a change of the password', () => {
  it('needs the old one, and leaves all as it was without it', async () => {
    for (const wrong of ['', 'wrong', testPassword.toLowerCase(), fresh])
      expect((await change(wrong)).json).toEqual({
        code: 'oldPasswordWrong',
        msg: 'errors:oldPasswordWrong',
        field: 'oldPassword',
      })
    expect([await login(fresh), await login(testPassword)]).toEqual(['004', '000'])
  })

  it('needs a session', async () => {
    expect(
      (await calls.post('settings/changePassword.action', { oldPassword: testPassword, newPassword: fresh })).status,
    ).toBe(403)
  })

  it('ends every other session of the mailbox, its download links as well, and nobody else’s', async () => {
    await gateway.account('wang@ep.test')
    const [other, wang] = [await calls.signIn('lin@ep.test'), await calls.signIn('wang@ep.test')]
    const id = await gateway.deliver('lin@ep.test', 'Subject: kept\n\nText')
    const { sid } = (await calls.get('readmail/sid.action', {}, { session: other })).json
    expect((await change(testPassword)).json).toEqual({ code: '200' })
    expect([await isAlive(other), await isAlive(lin), await isAlive(wang)]).toEqual([false, true, true])
    const link = await calls.get('readmail/downloadMail.action', { sid: String(sid), id })
    expect(link.json).toMatchObject({ code: 'ticketExpired' })
    expect([await login(testPassword), await login(fresh)]).toEqual(['004', '000'])
  })

  it.each(['Short1!', 'Seventeen-chars-1', 'onlysmallletters', 'small-letters', '12345678'])(
    'takes none so weak as %s',
    async (weak) => {
      expect((await change(testPassword, weak)).json).toMatchObject({ code: 'passwordWeak', field: 'newPassword' })
      expect(await login(testPassword)).toBe('000')
    },
  )

  it('takes none that is common, or made of one’s own address or name', async () => {
    await gateway.account('zhang@ep.test', { displayName: 'Lin Zhang' })
    const zhang = await calls.signIn('zhang@ep.test')
    const codeOf = async (wanted: string) => (await change(testPassword, wanted, zhang)).json
    for (const common of ['Admin@123', 'P@ssw0rd2024', 'Qwer1234!', '20001231Aa!'])
      expect(await codeOf(common), common).toMatchObject({ code: 'passwordCommon', field: 'newPassword' })
    for (const own of ['Lin@2026ep', 'Zhang.88', 'EP.lin.TEST9'])
      expect(await codeOf(own), own).toMatchObject({ code: 'passwordPersonal', field: 'newPassword' })
    expect(await codeOf('aB3$kd9x')).toEqual({ code: '200' })
  })

  it('takes no new one that is the old one', async () => {
    expect((await change(testPassword, testPassword)).json).toMatchObject({
      code: 'passwordSame',
      field: 'newPassword',
    })
    expect(await login(testPassword)).toBe('000')
  })

  it('S19: tries so many old ones and no more, then not even the right one, until the window is over', async () => {
    for (let tries = 0; tries < limits.loginFailuresPerAccount; tries += 1) await change('wrong')
    expect((await change(testPassword)).status).toBe(429)
    expect(await isAlive(lin)).toBe(true)
    gateway.clock.advance(limits.loginWindowMs + 1)
    expect((await change(testPassword)).json.code).toBe('200')
  })

  it('S19: is open again when the window of the tries that were looked at is over, whatever was refused in it', async () => {
    for (let tries = 0; tries < limits.loginFailuresPerAccount; tries += 1) await change('wrong')
    gateway.clock.advance(limits.loginWindowMs - 1_000)
    for (let tries = 0; tries < limits.loginFailuresPerAccount; tries += 1)
      expect((await change(testPassword)).status).toBe(429)
    gateway.clock.advance(1_001)
    expect((await change(testPassword)).json.code).toBe('200')
  })

  it('S19: counts anew after the right one', async () => {
    for (let tries = 1; tries < limits.loginFailuresPerAccount; tries += 1) await change('wrong')
    expect((await change(testPassword)).json.code).toBe('200')
    expect((await change('wrong')).json.code).toBe('oldPasswordWrong')
    expect((await change(fresh, 'Further-pass2')).json.code).toBe('200')
  })

  it('is a mail server’s where that keeps the passwords', async () => {
    await gateway.close()
    const env = { IMAP_URL: 'imap://127.0.0.1:1', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    await open({ env, mailLogin: { tryPassword: async () => true } })
    lin = await calls.signIn('lin@ep.test')
    expect((await change(testPassword)).json).toMatchObject({ code: 'serverCannot' })
  })
})
