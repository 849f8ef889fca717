/** Business cards: what is stored, what a logo may be, and what goes out with a message. */
import { Readable } from 'node:stream'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { businessCard, type CardContent, cardLimits } from '#contract/contacts/businessCard'
import { limits } from '#contract/limits'
import { makeLogo } from '#server/contacts/cards/cardLogo'
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

const whole: CardContent = {
  name: '林晓',
  fields: [
    { kind: 'company', label: '公司', value: '易邮科技有限公司' },
    { kind: 'title', label: '职位', value: '产品经理' },
    { kind: 'mobile', label: '手机', value: '+86 138 0000 0000' },
    { kind: 'email', label: '邮箱', value: 'lin@ep.test' },
    { kind: 'website', label: '网站', value: 'ep.test/团队' },
    { kind: 'address', label: '地址', value: '杭州市西湖区文三路 1 号; 3, 楼' },
  ],
  logo: '',
  layout: 'business',
}

const all = v.object({ cards: v.array(businessCard) })
const post = async (call: string, values: Record<string, string>, session = lin) =>
  (await calls.post(`card/${call}.action`, values, { session })).json
const save = (card: unknown = whole, more: Record<string, string> = {}, session = lin) =>
  post('saveCard', { card: JSON.stringify(card), isDefault: '0', ...more }, session)
const listed = async (session = lin) => v.parse(all, (await calls.get('card/cards.action', {}, { session })).json).cards
const added = async (card: CardContent = whole, more: Record<string, string> = {}) => {
  const { cards } = v.parse(all, await save(card, more))
  return cards.at(-1) ?? expect.fail('no card')
}
const putLogo = async (bytes: Uint8Array, session = lin) => {
  const outgoing = await gateway.handle({
    method: 'POST',
    path: '/webmail/card/putLogo.action',
    remoteAddress: '192.0.2.1',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/octet-stream' },
    body: Readable.from([Buffer.from(bytes)]),
  })
  return v.parse(
    v.looseObject({ code: v.string(), logo: v.optional(v.string(), '') }),
    JSON.parse(typeof outgoing.body === 'string' ? outgoing.body : (await bytesOf(outgoing.body)).toString()),
  )
}

const plate = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f5bea' } })

describe('a business card', () => {
  it('is saved in clean lines, changed, made the only default, removed and brought back', async () => {
    const first = await added({ ...whole, name: ' 林\u2028晓\r\n ' }, { isDefault: '1' })
    expect(first).toMatchObject({ name: '林 晓', isDefault: true, layout: 'business', leftOut: [] })
    const second = await added({ ...whole, name: 'Lin', layout: 'fashion', fields: [] }, { isDefault: '1' })
    expect((await listed()).map(({ isDefault }) => isDefault)).toEqual([false, true])
    expect(await post('removeCard', { id: second.id })).toMatchObject({ cards: [{ id: first.id }] })
    expect(await post('removeCard', { id: second.id })).toMatchObject({ code: 'notFound' })
    await save({ ...whole, name: '林晓' }, { id: first.id, isDefault: '1' })
    expect(await post('restoreCard', { id: second.id })).toMatchObject({
      cards: [
        { id: first.id, name: '林晓', isDefault: true },
        { id: second.id, isDefault: false },
      ],
    })
    await post('removeCard', { id: second.id })
    gateway.clock.advance(cardLimits.undoMs + 1)
    expect(await post('restoreCard', { id: second.id })).toMatchObject({ code: 'notFound' })
  })

  const field = { kind: 'own', label: '', value: 'x' }
  it.each([
    [{ name: ' \u200b' }, 'cardNameEmpty', 'name'],
    [{ name: '林'.repeat(51) }, 'badField', 'name'],
    [{ fields: Array.from({ length: limits.cardFields + 1 }, () => field) }, 'cardFieldsFull', 'fields'],
    [{ fields: [field, { ...field, value: 'x'.repeat(201) }] }, 'badField', 'fields.1'],
    [{ fields: [{ ...field, label: '标'.repeat(21) }] }, 'badField', 'fields.0'],
    [
      {
        fields: [
          { ...field, value: ' ' },
          { kind: 'email', label: '', value: 'lin' },
        ],
      },
      'badField',
      'fields.0',
    ],
    [{ fields: [{ kind: 'website', label: '', value: 'javascript:alert(1)' }] }, 'badField', 'fields.0'],
    [{ fields: ['a', 'b'].map((value) => ({ kind: 'phone', label: '', value })) }, 'badField', 'fields.1'],
    [{ fields: [{ ...field, kind: 'photo' }] }, 'badField', 'card'],
    [{ layout: 'plain' }, 'badField', 'card'],
    [{ logo: 'a'.repeat(64) }, 'badField', 'logo'],
  ])('is refused: %o', async (change, code, at) => {
    expect(await save({ ...whole, ...change })).toMatchObject({ code, field: at })
    expect(await listed()).toEqual([])
  })

  it('is one of at most five; a removed one makes room and comes back only where there is some', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E']) await added({ ...whole, name })
    expect(await save()).toMatchObject({ code: 'cardsFull' })
    const [first] = await listed()
    await post('removeCard', { id: first?.id ?? '' })
    await added({ ...whole, name: 'F' })
    expect(await post('restoreCard', { id: first?.id ?? '' })).toMatchObject({ code: 'cardsFull' })
  })

  it("S21: another person's card and logo are not there", async () => {
    const { logo } = await putLogo(await plate(9, 9).png().toBuffer())
    const { id } = await added({ ...whole, logo })
    expect(await listed(wang)).toEqual([])
    expect(await save(whole, { id }, wang)).toMatchObject({ code: 'notFound' })
    expect(await save({ ...whole, logo }, {}, wang)).toMatchObject({ code: 'badField', field: 'logo' })
    for (const call of ['removeCard', 'restoreCard'])
      expect(await post(call, { id }, wang)).toMatchObject({ code: 'notFound' })
    const form = { to: 'lin@ep.test', subject: 's', html: 'h', idempotencyKey: 'k', card: id }
    expect((await calls.post('writemail/sendMail.action', form, { session: wang })).json).toMatchObject({
      ...{ code: 'cardGone', field: 'card' },
    })
    const signature = { title: 't', html: '', card: id }
    expect((await calls.post('signature/saveSignature.action', signature, { session: wang })).json).toMatchObject({
      ...{ code: 'cardGone', field: 'card' },
    })
  })
})

describe('the logo of a card', () => {
  it('S29: waits for others of its account, and is refused where too many wait', async () => {
    const bytes = await plate(9, 9).png().toBuffer()
    const codes = (await Promise.all(Array.from({ length: 6 }, () => putLogo(bytes)))).map(({ code }) => code)
    expect(codes.filter((code) => code === 'tooManyTries')).toHaveLength(2)
    expect((await putLogo(bytes)).code).toBe('200')
  })

  it('is decoded and written anew: within 320 pixels, turned as EXIF says, without it, the first frame of several', async () => {
    const turned = await plate(900, 300)
      .withExif({ IFD0: { Copyright: 'secret' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const jpeg = (await makeLogo(turned)) ?? expect.fail('no logo')
    const meta = await sharp(jpeg.bytes).metadata()
    expect([jpeg.type, meta.format, meta.width, meta.height, meta.exif]).toEqual([
      ...['image/jpeg', 'jpeg', 107, 320, undefined],
    ])
    expect(Buffer.from(jpeg.bytes).includes('secret')).toBe(false)
    const frames = await sharp(
      await Promise.all(
        ['#f00', '#0f0'].map((background) =>
          sharp({ create: { width: 8, height: 8, channels: 4, background } })
            .png()
            .toBuffer(),
        ),
      ),
      { join: { animated: true } },
    )
      .gif({ delay: [9, 9] })
      .toBuffer()
    expect((await sharp(frames).metadata()).pages).toBe(2)
    const gif = (await makeLogo(frames)) ?? expect.fail('no logo')
    const still = await sharp(gif.bytes).metadata()
    expect([still.pages ?? 1, still.width, still.height]).toEqual([1, 8, 8])
    const { dominant } = await sharp(gif.bytes).stats()
    expect(dominant.r).toBeGreaterThan(200)
  })

  it('S29: is refused for what is none of the three kinds, is broken, or is too large', async () => {
    const png = await plate(64, 64).png({ compressionLevel: 0 }).toBuffer()
    // Its header says 30,000 × 30,000.
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    const refused = {
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'a script under the name of a picture': Buffer.from('<script>alert(1)</script>'),
      'the first bytes alone': Buffer.from('GIF89a'),
      webp: await plate(9, 9).webp().toBuffer(),
      truncated: png.subarray(0, png.length / 2),
      bomb,
      nothing: Buffer.alloc(0),
    }
    for (const [what, bytes] of Object.entries(refused))
      expect([what, await putLogo(bytes)]).toMatchObject([what, { code: 'imageFormatUnsupported', field: 'logo' }])
    expect(await putLogo(Buffer.alloc(limits.logoBytes))).toMatchObject({ code: 'logoTooLarge', field: 'logo' })
    const wide = await sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await putLogo(wide)).toMatchObject({ code: 'imageFormatUnsupported' })
  })

  it('stays while a card has it, and goes a day after none has', async () => {
    const { logo } = await putLogo(await plate(9, 9).png().toBuffer())
    const { id } = await added({ ...whole, logo })
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    const isThere = async () => (await gateway.stores.contactPhotos.find(owner?.id ?? '', logo)) !== null
    await gateway.stores.contactPhotos.sweep(Number.MAX_SAFE_INTEGER)
    expect(await isThere()).toBe(true)
    await post('removeCard', { id })
    await gateway.stores.cards.sweep(Number.MAX_SAFE_INTEGER)
    await gateway.stores.contactPhotos.sweep(Number.MAX_SAFE_INTEGER)
    expect(await isThere()).toBe(false)
  })
})
