/** The secure phone and the secure mailbox over the wire, clock in hand (SPEC §8, §9). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { takeSms } from '#server/phone/receiveSms'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { makeKeepingRelay, secretIn } from '../../support/mail/relayed'

const [oldPhone, phone] = ['13800000000', '13911112222']
const outside = 'lin.safe@far.example'
const hour = 3_600_000

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let relay: ReturnType<typeof makeKeepingRelay>
let lin: Signed

async function open(options: Parameters<typeof makeTestGateway>[0] = {}, names = ['lin', 'wang']) {
  relay = makeKeepingRelay()
  gateway = await makeTestGateway({ relay: relay.relay, env: { SMS_NUMBER: '106900001' }, ...options })
  calls = makeCalls(gateway)
  for (const name of names) await gateway.account(`${name}@ep.test`)
  lin = await calls.signIn('lin@ep.test')
}
beforeEach(() => open())
afterEach(() => gateway.close())

const post = async (verb: string, form: Record<string, string> = {}) =>
  (await calls.post(`protection/${verb}.action`, form, { session: lin })).json
const get = async (verb: string, of: string) =>
  (await calls.get(`vipBindPhone/${verb}`, { phone: of }, { session: lin })).json
const send = (from: string, text: string) => takeSms(gateway.stores, { from, text })
const bind = (address = outside, password = testPassword) => post('bindMailbox', { password, address })
const confirm = async (secret: string) => (await calls.post('verification/confirm.action', { secret })).json
const password = testPassword

async function bindPhone() {
  const { asked } = await post('bindPhone', { password, phone: oldPhone })
  await send(oldPhone, String(Object(asked).msg))
  expect(await get('verificationPhone', oldPhone)).toMatchObject({ isSuccess: true })
}
async function boundMailbox(address = outside) {
  await bind(address)
  await gateway.drain()
  expect(await confirm(secretIn(relay.sent.at(-1)?.raw ?? ''))).toMatchObject({ code: '200' })
  await gateway.drain()
}
async function inbox(): Promise<readonly string[]> {
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (account === null) throw new Error('no account')
  const page = { folder: 'inbox', page: 1, pageSize: 50, sort: 'date', order: 'asc', filter: 'all' } as const
  return ((await gateway.stores.mailStores.of(account).page(page))?.list ?? []).map(({ subject }) => subject)
}
const sentTo = (address: string) => relay.sent.filter(({ to }) => to[0] === address).length

describe('a secure mailbox', () => {
  it('asks for the password, and is bound once it has agreed by the link, which works once', async () => {
    expect(await post('show')).toEqual({
      ...{
        code: '200',
        isOffered: true,
        canBindPhone: true,
        phone: null,
        unconfirmedPhone: null,
        mailbox: null,
        pending: null,
      },
    })
    expect(await bind(outside, 'wrong')).toEqual({
      ...{ code: 'bindingPasswordWrong', msg: 'errors:bindingPasswordWrong', field: 'password' },
    })
    expect(await bind()).toMatchObject({ code: '200', mailbox: null, pending: { address: 'l***@far.example' } })
    await gateway.drain()
    const secret = secretIn(relay.sent[0]?.raw ?? '')
    for (let time = 0; time < 20; time += 1)
      expect((await calls.post('verification/show.action', { secret })).json).toMatchObject({
        ...{ code: '200', purpose: 'secureMailbox', subject: outside, account: 'lin@ep.test' },
      })
    expect(await post('show')).toMatchObject({ mailbox: null })
    const presses = await Promise.all([1, 2, 3].map(() => confirm(secret)))
    expect(presses.map(({ code }) => code).toSorted()).toEqual(['200', 'verificationGone', 'verificationGone'])
    expect(await post('show')).toMatchObject({ mailbox: 'l***@far.example', pending: null })
    expect(await inbox()).toEqual([expect.stringContaining('A secure mailbox was bound')])
  })

  it('that is asked again too soon gets no other message, and the link that it has goes on to work', async () => {
    await bind()
    await gateway.drain()
    const secret = secretIn(relay.sent.at(-1)?.raw ?? '')
    expect(await post('askMailboxAgain')).toMatchObject({ code: 'verificationTooSoon' })
    expect(await bind()).toMatchObject({ code: 'verificationTooSoon' })
    await gateway.drain()
    expect(relay.sent).toHaveLength(1)
    expect(await confirm(secret)).toMatchObject({ code: '200' })
    expect(await post('askMailboxAgain')).toMatchObject({ code: 'notFound' })
  })

  it('agrees within 3 days, and is asked again after 1 hour', async () => {
    await bind()
    await gateway.drain()
    const first = secretIn(relay.sent[0]?.raw ?? '')
    gateway.clock.advance(hour - 1)
    expect(await post('askMailboxAgain')).toMatchObject({ code: 'verificationTooSoon' })
    gateway.clock.advance(1)
    expect(await post('askMailboxAgain')).toMatchObject({ code: '200' })
    await gateway.drain()
    gateway.clock.advance(3 * 24 * hour - hour)
    expect(await confirm(first)).toMatchObject({ code: 'verificationGone' })
    gateway.clock.advance(hour - 1)
    lin = await calls.signIn('lin@ep.test')
    expect(await post('show')).toMatchObject({ pending: { expiresAt: gateway.clock.now() + 1 } })
    expect(await confirm(secretIn(relay.sent[1]?.raw ?? ''))).toMatchObject({ code: '200' })
    expect(await post('askMailboxAgain')).toMatchObject({ code: 'notFound' })
  })

  it('may be another mailbox of this house, and none that is not one', async () => {
    for (const [address, code] of [
      ['not an address', 'recipientInvalid'],
      ['LIN@ep.test', 'secureMailboxOwn'],
      ['nobody@ep.test', 'recipientUnknown'],
    ] as const)
      expect(await bind(address)).toMatchObject({ code, field: 'address' })
    expect(await bind('wang@ep.test')).toMatchObject({ code: '200', pending: { address: 'w***@ep.test' } })
    await gateway.close()
    await open({ relay: null })
    expect(await bind()).toMatchObject({ code: 'recipientOutside', field: 'address' })
  })

  it('S20: the former one is told of a change and of a removal, which asks for the password', async () => {
    await boundMailbox()
    await boundMailbox('second@far.example')
    expect([sentTo(outside), sentTo('second@far.example')]).toEqual([2, 1])
    expect(await post('removeMailbox', { password: 'wrong' })).toMatchObject({ code: '004', field: 'password' })
    expect(await post('removeMailbox', { password })).toMatchObject({ code: '200', mailbox: null })
    await gateway.drain()
    expect([sentTo(outside), sentTo('second@far.example')]).toEqual([2, 2])
    expect((await inbox()).at(-1)).toContain('The secure mailbox was removed')
  })

  it('S20: is bound no more once the password was changed, and is told of that', async () => {
    await boundMailbox()
    await bind('second@far.example')
    await gateway.drain()
    const secret = secretIn(relay.sent.at(-1)?.raw ?? '')
    const form = { oldPassword: testPassword, newPassword: 'Another-pass1' }
    expect((await calls.post('settings/changePassword.action', form, { session: lin })).json.code).toBe('200')
    expect(await confirm(secret)).toMatchObject({ code: 'verificationGone' })
    await gateway.drain()
    expect(relay.sent.at(-1)?.to).toEqual([outside])
    expect((await inbox()).at(-1)).toContain('The password was changed')
  })
})

describe('a secure phone', () => {
  it('is changed with the password and the old number, by the text message of the new one, and told', async () => {
    await bindPhone()
    await boundMailbox()
    const change = (form: Record<string, string> = {}) => post('changePhone', { password, oldPhone, phone, ...form })
    expect(await change({ password: 'wrong' })).toMatchObject({ code: '004', field: 'password' })
    expect(await change({ oldPhone: phone })).toMatchObject({ code: 'oldPhoneWrong', field: 'oldPhone' })
    expect(await change({ phone: '139' })).toMatchObject({ code: 'phoneInvalid', field: 'phone' })
    const { msg } = await change()
    await send(phone, String(msg))
    expect(await get('verificationPhone', phone)).toMatchObject({ isSuccess: true })
    expect(await post('show')).toMatchObject({ phone: '139****2222' })
    await gateway.drain()
    expect(relay.sent.at(-1)?.to).toEqual([outside])
    expect((await inbox()).filter((subject) => subject.includes('secure phone'))).toEqual([
      expect.stringContaining('A secure phone was bound'),
      expect.stringContaining('The secure phone was changed'),
    ])
  })

  it('S19: five wrong old numbers are tried and no more, and five wrong passwords', async () => {
    await bindPhone()
    const change = (old: string) => post('changePhone', { password, oldPhone: old, phone })
    for (let tries = 0; tries < limits.loginFailuresPerAccount; tries += 1)
      expect(await change(`1380000000${tries + 1}`)).toMatchObject({ code: 'oldPhoneWrong' })
    expect(await change(oldPhone)).toMatchObject({ code: 'tooManyTries' })
    gateway.clock.advance(limits.loginWindowMs + 1)
    expect(await change(oldPhone)).toMatchObject({ code: '200' })
    for (let tries = 0; tries < limits.loginFailuresPerAccount; tries += 1)
      await post('removePhone', { password: 'wrong' })
    expect(await post('removePhone', { password })).toMatchObject({ code: 'tooManyTries' })
    expect(await post('show')).toMatchObject({ phone: '138****0000' })
  })

  it('S20: is one for which the password was given: a session alone binds another kind, which the owner replaces', async () => {
    await send(oldPhone, String((await get('bindPhone', oldPhone)).msg))
    expect(await get('verificationPhone', oldPhone)).toMatchObject({ isSuccess: true })
    const unconfirmed = { phone: null, unconfirmedPhone: '138****0000' }
    expect(await post('show')).toMatchObject(unconfirmed)
    expect(await post('changePhone', { password, oldPhone, phone })).toMatchObject({ code: 'notFound' })
    expect(await post('bindPhone', { password: 'wrong', phone: oldPhone })).toMatchObject({ code: '004' })
    expect(await post('show')).toMatchObject(unconfirmed)
    const { asked } = await post('bindPhone', { password, phone })
    expect(await get('bindPhone', phone)).toMatchObject({ code: 'notAllowed' })
    await send(phone, String(Object(asked).msg))
    expect(await get('verificationPhone', phone)).toMatchObject({ isSuccess: true })
    expect(await post('show')).toMatchObject({ phone: '139****2222', unconfirmedPhone: null })
    expect(await post('bindPhone', { password, phone: oldPhone })).toMatchObject({ code: 'notAllowed' })
  })

  it('is removed with the password, and told', async () => {
    await bindPhone()
    expect(await post('removePhone', { password })).toMatchObject({ code: '200', phone: null })
    expect(await post('changePhone', { password, oldPhone, phone })).toMatchObject({ code: 'notFound' })
    expect((await inbox()).at(-1)).toContain('The secure phone was removed')
  })
})

it('nothing is protected where a mail server has the passwords', async () => {
  await gateway.close()
  const env = { IMAP_URL: 'imap://127.0.0.1:1', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
  await open({ env, mailLogin: { tryPassword: async () => true } }, [])
  expect(await post('show')).toMatchObject({ isOffered: false })
  expect(await bind()).toMatchObject({ code: 'serverCannot' })
})
