/** What a page of another site can make a browser do here (TRUST S15): every call of the contract, asked for as a form, a link or a beacon asks. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/endpoints'
import { formText, makeCalls } from '../../support/gateway/calls'
import { bytesOf, makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'

const friend = 'https://app.example.com'
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let token: string

beforeAll(async () => {
  gateway = await makeTestGateway({ env: { CORS_ORIGINS: friend } })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  token = (await calls.signIn('lin@ep.test')).token
})
afterAll(() => gateway.close())

/** What a page can send anywhere without being asked first (Fetch, CORS-safelisted request headers). */
const simpleTypes = ['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8', 'multipart/form-data; boundary=x']

async function ask(method: string, path: string, headers: Readonly<Record<string, string>>, values = {}) {
  const form = formText({ ...values, version: 'new', ids: 'x', id: 'x', to: 'mallory@evil.example' })
  const {
    status,
    body,
    headers: said,
  } = await gateway.handle({
    method,
    path: `/${path}`,
    query: form,
    headers,
    body: method === 'GET' ? null : Readable.from([Buffer.from(form)]),
  })
  const text = typeof body === 'string' ? body : (await bytesOf(body)).toString()
  return { status, text, headers: said }
}
const isAlive = async () => (await calls.get('main/heartbeat.action', {}, { session: { token } })).status === 200
const own = allEndpoints.filter(({ anonymous }) => !anonymous)

describe('S15: a page of another site', () => {
  it.each(own)(
    'is not taken for the person by $method $path, whatever the browser sends along of itself',
    async ({ path }) => {
      const carried = { accessToken: token, token, gtk: token, Authorization: `Bearer ${token}` }
      const cookie = `ep_tokenList=${token}; Authorization=Bearer ${token}; mail_user=lin@ep.test`
      const asked = [
        await ask('GET', path, { cookie }, carried),
        ...(await Promise.all(simpleTypes.map((type) => ask('POST', path, { cookie, 'content-type': type }, carried)))),
      ]
      for (const { status } of asked) expect([403, 404]).toContain(status)
      expect(asked.map(({ status }) => status)).toContain(403)
      expect(await isAlive()).toBe(true)
    },
  )

  const guarded = allEndpoints.filter(({ body }) => body !== 'bytesOut')
  it.each(guarded)(
    'has no answer of $method $path even with the header, where the browser says who asks',
    async ({ method, path }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
      for (const site of ['cross-site', 'same-site'])
        for (const origin of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
          const { text } = await ask(method, path, { ...headers, ...origin, 'sec-fetch-site': site })
          expect(JSON.parse(text)).toEqual({ code: 'notAllowed', msg: 'errors:notAllowed' })
        }
    },
  )

  it.each([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: friend },
    { origin: 'https://an.old.browser' },
  ])(
    'is told from the app itself, from a site of the list, and from a browser that says nothing: %o',
    async (headers) => {
      expect(
        (await ask('GET', 'webmail/main/heartbeat.action', { ...headers, authorization: `Bearer ${token}` })).status,
      ).toBe(200)
    },
  )

  it('can end nobody’s session, by GET or POST, as a link or a beacon', async () => {
    for (const method of ['GET', 'POST'])
      expect([403, 404]).toContain(
        (await ask(method, 'webmail/logout/index.action', { cookie: `token=${token}` })).status,
      )
    expect(await isAlive()).toBe(true)
  })

  it('finds no call that changes something under the other method', async () => {
    for (const { method, path } of own) {
      const other = method === 'GET' ? 'POST' : 'GET'
      expect((await ask(other, path, { authorization: `Bearer ${token}` })).status, path).toBe(404)
    }
    expect(await isAlive()).toBe(true)
  })

  it('is given nothing that a browser would send along: a sign-in sets no cookie', async () => {
    const { headers, json } = await calls.post('login/loginService.action', { username: 'lin', password: testPassword })
    expect(json.code).toBe('000')
    expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain('set-cookie')
  })

  it('finds few calls that need no session, and none of them acts for anybody without a secret of its own', () => {
    const needs: Readonly<Record<string, string>> = {
      'webmail/login/loginService.action': 'the password',
      'webmail/login/captchaWait.action': 'nobody’s',
      'webmail/login/loginQrCode': 'nobody’s',
      'webmail/login/polling': 'the second secret',
      'webmail/main/siteInfo.action': 'nobody’s',
      'webmail/main/getCustomizeLogo.action': 'nobody’s, or the session’s own',
      'webmail/sms/receive.action': 'the operator’s signature',
      'webmail/pay/notify/wechat': 'the provider’s signature',
      'webmail/pay/notify/alipay': 'the provider’s signature',
      'webmail/vipRegister/ValidityUserName': 'nobody’s',
      'webmail/vipRegister/checkPhoneNum': 'nobody’s',
      'webmail/vipRegister/state.action': 'nobody’s',
      'webmail/vipRegister/phoneCode.action': 'the phone itself',
      'webmail/vipRegister/phoneState.action': 'the secret under which the code was asked for',
      'webmail/vipRegister/register.action': 'a captcha, and where asked for a phone or an invitation',
      'webmail/login/secondStep.action': 'the ticket of a right password, and a code',
      'webmail/login/secondStepPasskey.action': 'the ticket of a right password',
      'webmail/login/beginPasskeySignIn.action': 'nobody’s',
      'webmail/login/passkeySignIn.action': 'what a passkey has signed',
      'webmail/verification/show.action': 'the secret of the mail',
      'webmail/verification/confirm.action': 'the secret of the mail',
      'webmail/verification/sent.action': 'what names the mail, told to whoever had it sent',
      'webmail/verification/resend.action': 'what names the mail, told to whoever had it sent',
      'webmail/passwordReset/offer.action': 'nobody’s',
      'webmail/passwordReset/begin.action': 'a captcha; what it begins needs a proof',
      'webmail/passwordReset/phone.action': 'the token of the reset',
      'webmail/passwordReset/phoneState.action': 'the token of the reset',
      'webmail/passwordReset/mailbox.action': 'the token of the reset',
      'webmail/passwordReset/finish.action': 'the token that a phone has proved, or the secret of the mail',
      'webmail/share/ask.action': 'the secret of the link',
      'webmail/share/open.action': 'the secret of the link, and its code where there is one',
      'webmail/share/read.action': 'the secret of the visit',
      'webmail/share/folder.action': 'the secret of the visit',
      'webmail/files/askLink.action': 'the secret of the link',
      'webmail/files/openLink.action': 'the secret of the link',
      'webmail/leaving/takeBack.action': 'the ticket of a right password, and of a second step',
      'webmail/views/report.action': 'nobody’s: it counts a page, of this site alone',
    }
    const open = allEndpoints.filter(({ anonymous, body }) => anonymous && body !== 'bytesOut').map(({ path }) => path)
    expect(open.toSorted()).toEqual(Object.keys(needs).toSorted())
  })
})
