/** Personal info, and the name that messages go out with. */
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contactLimits } from '#contract/contacts/contactDetails'
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
const nothing = { gender: '', birthday: '', province: '', city: '', photo: '' }

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
    const whole = { ...nothing, gender: 'female', birthday: '1990-02-28', province: 'zhejiang', city: 'hangzhou' }
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

describe('the photo of personal info', () => {
  const named = v.object({ photo: v.string(), gender: v.string() })
  const plain = sharp({ create: { width: 900, height: 600, channels: 3, background: '#3060c0' } })
  const put = async (bytes: Buffer, session = lin) => {
    const answer = await gateway.fetch(
      new Request('http://127.0.0.1/webmail/profile/putPhoto.action', {
        method: 'POST',
        headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/octet-stream' },
        body: Uint8Array.from(bytes),
      }),
    )
    return v.parse(v.looseObject({ code: v.string(), profile: v.optional(v.unknown()) }), await answer.json())
  }
  const shown = async (photo: unknown, session = lin) => {
    const { sid } = (await calls.get('readmail/sid.action', {}, { session })).json
    return gateway.fetch(new Request(`http://127.0.0.1/webmail/contact/photo.action?sid=${sid}&photo=${photo}`))
  }
  const photoOf = async (session = lin) => {
    const { json } = await calls.get('login/getUsersInfo.action', {}, { session })
    return json.photo
  }

  it('is put, told with the user, shown to nobody else, kept by the sweep and removed', async () => {
    await save({ gender: 'female' })
    expect(await put(await plain.clone().png().toBuffer())).toMatchObject({ code: '200' })
    const { photo, gender } = v.parse(named, await read())
    expect([gender, await photoOf(), await photoOf(wang)]).toEqual(['female', photo, ''])
    await gateway.stores.contactPhotos.sweep(gateway.clock.now() + 1)
    const kept = Buffer.from(await (await shown(photo)).arrayBuffer())
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 171 })
    expect(await (await shown(photo, wang)).json()).toMatchObject({ code: 'notFound' })
    await calls.post('profile/removePhoto.action', {}, { session: lin })
    expect([await read(), await photoOf()]).toEqual([{ name: 'lin', ...nothing, gender: 'female' }, ''])
    await gateway.stores.contactPhotos.sweep(gateway.clock.now() + 1)
    expect(await (await shown(photo)).json()).toMatchObject({ code: 'notFound' })
  })

  it('S29: is written anew, and is a picture by its bytes, no larger than may be', async () => {
    const secret = { IFD0: { Copyright: 'of nobody' } }
    const told = await plain.clone().withExif(secret).jpeg().toBuffer()
    expect(told.includes('of nobody')).toBe(true)
    await put(told)
    const { photo } = v.parse(named, await read())
    expect(Buffer.from(await (await shown(photo)).arrayBuffer()).includes('of nobody')).toBe(false)
    const refused = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'imageRefused'],
      [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(50)]), 'imageRefused'],
      [Buffer.alloc(0), 'imageRefused'],
      [Buffer.concat([told, Buffer.alloc(contactLimits.photoBytes)]), 'tooLarge'],
    ] as const
    for (const [bytes, code] of refused) expect(await put(bytes)).toMatchObject({ code, field: 'photo' })
    vi.spyOn(gateway.stores.contactPhotos, 'add').mockResolvedValueOnce(null)
    expect(await put(told)).toMatchObject({ code: 'quotaExceeded', field: 'photo' })
    expect(await photoOf()).toBe(photo)
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
