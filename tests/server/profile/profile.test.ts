/** Personal info, and the name that messages go out with. */
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { citiesOf, provinces } from '#contract/profile/regions'
import english from '../../../locales/en-US/regions.json' with { type: 'json' }
import chinese from '../../../locales/zh-CN/regions.json' with { type: 'json' }
import type { makeCalls, Signed } from '../../support/gateway/calls'
import { bytesOf, type TestGateway } from '../../support/gateway/gateway'
import { linAndWang } from '../../support/gateway/twoPeople'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

const save = async (values: Record<string, string>, session = lin) =>
  (await calls.post('profile/saveProfile.action', values, { session })).json
const read = async (session = lin) => (await calls.get('profile/profile.action', {}, { session })).json.profile
const nothing = { gender: '', birthday: '', province: '', city: '' }

/** The newest message of wang's inbox, as it was written. */
async function sent(key: string): Promise<string> {
  const mail = { to: 'wang@ep.test', subject: 'S', html: 'x', idempotencyKey: key }
  expect((await calls.post('writemail/sendMail.action', mail, { session: lin })).json).toMatchObject({ code: '200' })
  await gateway.drain()
  const owner = (await gateway.stores.accounts.byAddress('wang@ep.test')) ?? expect.fail('no mailbox')
  const mails = gateway.stores.mailStores.of(owner)
  const page = await mails.page({ folder: 'inbox', page: 1, pageSize: 1, sort: 'date', order: 'desc', filter: 'all' })
  const raw = await mails.raw(page?.list[0]?.id ?? '')
  return raw === null ? '' : (await bytesOf(raw.stream)).toString('utf8')
}

describe('personal info', () => {
  it('begins with the name of the account, and a save changes what it names', async () => {
    expect(await read()).toEqual({ name: 'lin', ...nothing })
    expect(await save({ gender: 'female', birthday: '1990-02-28' })).toMatchObject({ code: '200' })
    await save({ province: 'zhejiang', city: 'hangzhou' })
    const whole = { gender: 'female', birthday: '1990-02-28', province: 'zhejiang', city: 'hangzhou' }
    expect(await read()).toEqual({ name: 'lin', ...whole })
    expect(await read(wang)).toEqual({ name: 'wang', ...nothing })
  })

  it.each([
    [{ name: ' ' }, 'profileNameEmpty', 'name'],
    [{ name: '名'.repeat(51) }, 'badField', 'name'],
    [{ gender: 'unknown' }, 'badField', 'gender'],
    [{ birthday: '1990-02-30' }, 'badField', 'birthday'],
    [{ birthday: '2026-11-22' }, 'badField', 'birthday'],
    [{ birthday: '--02-28' }, 'badField', 'birthday'],
    [{ province: '__proto__' }, 'badField', 'province'],
    [{ province: 'zhejiang', city: 'nanjing' }, 'badField', 'city'],
    [{ city: 'hangzhou' }, 'badField', 'city'],
  ])('is refused: %o', async (values, code, field) => {
    expect(await save({ gender: 'female', ...values })).toMatchObject({ code, field })
    expect(await read()).toEqual({ name: 'lin', ...nothing })
  })

  it('knows a name in both languages for each province and city', () => {
    for (const names of [chinese, english]) {
      expect(Object.keys(names.province)).toEqual(provinces)
      for (const [province, cities] of Object.entries(names.city))
        expect(Object.keys(cities)).toEqual(citiesOf(province))
    }
  })
})

describe('the name that messages go out with', () => {
  it('is the one of the personal info, or none where the person wants the address alone', async () => {
    await save({ name: '林 "小" <x@y.test>, z' })
    expect((await PostalMime.parse(await sent('a'))).from).toEqual({
      name: '林 "小" <x@y.test>, z',
      address: 'lin@ep.test',
    })
    await calls.post('settings/change.action', { senderName: 'address' }, { session: lin })
    expect((await PostalMime.parse(await sent('b'))).from).toEqual({ name: '', address: 'lin@ep.test' })
  })

  it.each(['\r\n', '\n', '\0', '\u2028', '\u2029', '\u0085'])('S11: adds no line by %j', async (end) => {
    expect(await save({ name: `Lin${end}Bcc: spy@ep.test` })).toMatchObject({ code: '200' })
    const raw = await sent('a')
    expect(raw).toMatch(/^From: .*<?lin@ep\.test>?\r$/m)
    expect(raw).not.toMatch(/^Bcc:/im)
    const { from, bcc } = await PostalMime.parse(raw)
    expect(bcc).toBeUndefined()
    expect(from).toEqual({ name: expect.stringMatching(/^Lin ?Bcc: spy@ep\.test$/), address: 'lin@ep.test' })
  })
})
