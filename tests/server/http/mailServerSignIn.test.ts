import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreAway } from '../../../server/core/refusal'
import type { MailLogin } from '../../../server/ports/mailLogin'
import { makeCalls } from '../../support/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway'

const key = Buffer.alloc(32, 7).toString('base64')
const password = '密码 "S3cret"'

describe('signing in where a mail server knows the passwords', () => {
  let gateway: TestGateway
  let isAway = false
  const asked: string[] = []
  const mailLogin: MailLogin = {
    tryPassword: async (address, given) => {
      asked.push(address)
      if (isAway) throw new StoreAway('away')
      return address.endsWith('@ep.test') && given === password
    },
  }

  beforeEach(async () => {
    isAway = false
    asked.length = 0
    const env = { IMAP_URL: 'imap://127.0.0.1:1', SECRET_KEY: key, DEFAULT_TIER: 'sme' }
    gateway = await makeTestGateway({ env, mailLogin })
  })
  afterEach(() => gateway.close())

  const login = async (username: string, given: string) =>
    (await makeCalls(gateway).post('login/loginService.action', { username, password: given })) ?? null

  it('makes the account of a mailbox that comes for the first time, and knows it again', async () => {
    const first = await login('Lin@EP.test', password)
    expect(first.json).toMatchObject({ code: '000', userMailType: 'sme', userInfo: { username: 'lin@ep.test' } })
    expect((await login('lin', password)).json).toMatchObject({ code: '000', userInfo: { username: 'lin@ep.test' } })
    expect(await gateway.stores.accounts.all()).toHaveLength(1)
  })

  it('S20: keeps the password sealed in the session, and in no readable form', async () => {
    await login('lin@ep.test', password)
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    const sealed = await gateway.stores.sessions.secretOf(lin?.id ?? '', gateway.clock.now())
    expect(sealed?.length).toBeGreaterThan(28)
    expect(Buffer.from(sealed ?? []).includes('S3cret')).toBe(false)
    expect(await gateway.stores.accounts.passwordHash(lin?.id ?? '')).toBe('')
  })

  it('S19: counts wrong passwords as ever, and makes no account of them', async () => {
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect((await login('lin@ep.test', 'wrong')).json).toMatchObject({ code: '004', triesLeft })
    expect((await login('lin@ep.test', password)).json).toMatchObject({ code: '007' })
    expect(await gateway.stores.accounts.all()).toEqual([])
    expect(asked).toHaveLength(5)
  })

  it('R10: locks nobody out for a mail server that is away', async () => {
    isAway = true
    for (let tries = 0; tries < 8; tries += 1)
      expect(await login('lin@ep.test', password)).toMatchObject({ status: 503, json: { code: 'storeAway' } })
    isAway = false
    expect((await login('lin@ep.test', password)).json).toMatchObject({ code: '000' })
  })

  it('S13: never asks the mail server about what is no address, or with no password', async () => {
    for (const name of ['lin@ep.test\r\nA1 NOOP', 'lin"@ep.test', 'lin ep.test@']) await login(name, password)
    await login('lin@ep.test', '')
    expect(asked).toEqual([])
  })

  it('keeps out a mailbox that the product has locked', async () => {
    await login('lin@ep.test', password)
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.accounts.change(lin?.id ?? '', { locked: true })
    expect((await login('lin@ep.test', password)).json).toMatchObject({ code: '007' })
  })
})
