/** A business card in a message: what its recipient gets, and what their QR reader reads. */
import jsQR from 'jsqr'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'
import qrcode from 'qrcode'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { businessCard, type CardContent, cardKinds, cardLimits } from '#contract/contacts/businessCard'
import { openCompose } from '#contract/endpoints/sending/sending'
import { leavingOrder, qrBytes, qrContentOf, vCardOf } from '#server/contacts/cards/cardPerson'
import type { makeCalls, Signed } from '../../support/gateway/calls'
import { bytesOf, type TestGateway } from '../../support/gateway/gateway'
import { linAndWang } from '../../support/gateway/twoPeople'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin } = await linAndWang())
})
afterEach(() => gateway.close())

const whole: CardContent = {
  name: '林晓 <b>&',
  fields: [
    { kind: 'company', label: '公司', value: '易邮科技有限公司' },
    { kind: 'title', label: '职位', value: '产品, 经理' },
    { kind: 'mobile', label: '手机', value: '+86 138 0000 0000' },
    { kind: 'email', label: '邮箱', value: 'lin@ep.test' },
    { kind: 'website', label: '网站', value: 'ep.test/?a=1&b=2' },
    { kind: 'address', label: '地址', value: '杭州市文三路 1 号; 3 楼' },
    { kind: 'own', label: '微信', value: '<img src=x onerror=alert(1)>' },
  ],
  logo: '',
  layout: 'fashion',
}

const post = async (path: string, values: Record<string, string>) =>
  (await calls.post(path, values, { session: lin })).json
async function saved(card: CardContent, isDefault = '0') {
  const reply = await post('card/saveCard.action', { card: JSON.stringify(card), isDefault })
  return v.parse(v.object({ cards: v.array(businessCard) }), reply).cards.at(-1) ?? expect.fail('no card')
}
const opened = async (values: Record<string, string> = {}) =>
  v.parse(openCompose.reply, await post('writemail/contentDate2', values)).form

/** The newest message of wang's inbox, as it was written. */
async function sent(form: Record<string, string>): Promise<string> {
  const mail = { to: 'wang@ep.test', subject: 'S', idempotencyKey: JSON.stringify(form).slice(-90), ...form }
  expect(await post('writemail/sendMail.action', mail)).toMatchObject({ code: '200' })
  await gateway.drain()
  return newest('wang@ep.test', 'inbox')
}
async function newest(address: string, folder: string): Promise<string> {
  const owner = (await gateway.stores.accounts.byAddress(address)) ?? expect.fail('no mailbox')
  const mails = gateway.stores.mailStores.of(owner)
  const page = await mails.page({ folder, page: 1, pageSize: 1, sort: 'date', order: 'desc', filter: 'all' })
  const raw = await mails.raw(page?.list[0]?.id ?? '')
  return raw === null ? '' : (await bytesOf(raw.stream)).toString('utf8')
}

async function logoOf(): Promise<string> {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#2f5bea' } })
  const request = new Request('http://127.0.0.1/webmail/card/putLogo.action', {
    method: 'POST',
    headers: { authorization: `Bearer ${lin.token}`, 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(await picture.png().toBuffer()),
  })
  return v.parse(v.object({ logo: v.string() }), await (await gateway.fetch(request)).json()).logo
}

/** What a reader of codes makes of a picture, and the bits of the picture itself. */
async function readQr(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const found = jsQR(new Uint8ClampedArray(data), info.width, info.height) ?? expect.fail('no code')
  const side = 17 + 4 * found.version
  const scale = info.width / (side + 8)
  const bits = Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)]
    const pixel = (Math.floor((y + 4.5) * scale) * info.width + Math.floor((x + 4.5) * scale)) * info.channels
    return (data[pixel] ?? 255) < 128 ? 1 : 0
  })
  return { bytes: Buffer.from(found.binaryData), bits, version: found.version }
}

/** By another way than the reader's: the same bytes give the same modules. */
function bitsOf(bytes: Buffer, version: number): readonly number[] {
  const { modules } = qrcode.create([{ data: new Uint8Array(bytes), mode: 'byte' }], {
    errorCorrectionLevel: 'M',
    version,
  })
  return [...modules.data].map(Number)
}

describe('a message with a business card', () => {
  it('brings the card as a table, its logo and code as parts that are shown, and the vCard that the code holds', async () => {
    const { id } = await saved({ ...whole, logo: await logoOf() })
    const quoted = '<div>Wang 写道：</div><blockquote type="cite"><div>前文</div></blockquote>'
    const raw = await sent({ html: `<div>您好</div>${quoted}`, card: id })
    const seen = await PostalMime.parse(raw)
    const html = seen.html ?? ''
    const order = ['您好', '林晓 &lt;b&gt;&amp;', '写道', '前文'].map((words) => html.indexOf(words))
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    expect(order).not.toContain(-1)
    expect(html).not.toMatch(/<img src=x|<b>|<style|<script|class=/)
    const shown = [...html.matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => cid)
    const files = seen.attachments.map(({ filename, mimeType, disposition, contentId }) => ({
      ...{ filename, mimeType, disposition, contentId },
    }))
    expect(files).toEqual([
      { filename: 'logo.jpg', mimeType: 'image/jpeg', disposition: 'inline', contentId: `<${shown[0]}>` },
      { filename: 'qr.png', mimeType: 'image/png', disposition: 'inline', contentId: `<${shown[1]}>` },
      { filename: '林晓 _b_&.vcf', mimeType: 'text/vcard', disposition: 'attachment', contentId: undefined },
    ])
    const next = await PostalMime.parse(await sent({ html: '', card: id }))
    expect(next.attachments.filter(({ contentId }) => shown.includes(contentId?.slice(1, -1) ?? ''))).toEqual([])
    const other = await simpleParser(raw)
    const vCard = other.attachments.at(-1)?.content ?? expect.fail('no vCard')
    expect(vCard.toString()).toBe(vCardOf(whole))
    expect(vCard.toString().replaceAll('\r\n ', '').split('\r\n')).toEqual(
      expect.arrayContaining([
        ...['VERSION:3.0', 'FN:林晓 <b>&', 'ORG:易邮科技有限公司', 'TITLE:产品\\, 经理'],
        ...['URL:https://ep.test/?a=1&b=2', 'NOTE:微信: <img src=x onerror=alert(1)>', 'END:VCARD'],
      ]),
    )
    const code = await readQr(other.attachments[1]?.content ?? Buffer.alloc(0))
    expect(code.bytes.toString()).toBe(vCard.toString())
    expect(code.bits).toEqual(bitsOf(vCard, code.version))
    expect(other.text).toContain('+86 138 0000 0000')
  })

  it('says it in words where it is plain text, above what is quoted', async () => {
    const { id } = await saved(whole)
    const seen = await PostalMime.parse(await sent({ text: '您好\n\nWang 写道：\n> 前文', card: id }))
    expect(seen.html).toBeUndefined()
    expect(seen.text).toMatch(
      /您好\s+林晓 <b>&\n公司: 易邮科技有限公司\n(?:.+\n)+微信: <img src=x onerror=alert\(1\)>\n\nWang 写道：\n> 前文$/,
    )
    expect(seen.attachments.map(({ mimeType }) => mimeType)).toEqual(['text/vcard'])
  })

  it.each(['\r\n', '\n', '\0', '\u2028', '\u2029', '\u0085'])('S11, S28: adds no line by %j', async (end) => {
    const evil = `x${end}BCC: spy@ep.test`
    const fields = cardKinds
      .filter((kind) => kind !== 'email' && kind !== 'website')
      .map((kind) => ({ kind, label: evil.slice(0, 9), value: `${evil}${end}END:VCARD` }))
    const { id } = await saved({ ...whole, name: evil, fields })
    const raw = await sent({ html: 'h', card: id })
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(?:BCC|END):/im)
    const { attachments, bcc } = await simpleParser(raw)
    expect(bcc).toBeUndefined()
    const lines = attachments.at(-1)?.content.toString().replaceAll('\r\n ', '').split('\r\n') ?? []
    expect(lines.filter((line) => /^(?:BCC|END)/i.test(line))).toEqual(['END:VCARD'])
    expect(lines.join('')).not.toMatch(/[\n\0\u0085\u2028\u2029]/)
  })

  it('leaves out of the code what it has no room for, in order, and names it; the vCard has all', async () => {
    const long = { ...whole, fields: whole.fields.map((field) => ({ ...field })) }
    for (const field of long.fields) if (/company|title|address|own/.test(field.kind)) field.value = '长'.repeat(60)
    const card = await saved(long)
    expect(card.leftOut).toEqual(['own', 'address'])
    expect(leavingOrder.filter((kind) => card.leftOut.includes(kind))).toEqual(card.leftOut)
    const { attachments } = await simpleParser(await sent({ html: 'h', card: card.id }))
    const code = await readQr(attachments[0]?.content ?? Buffer.alloc(0))
    expect(code.bytes.toString()).toBe(qrContentOf(long).vCard)
    expect(code.bytes.length).toBeLessThanOrEqual(qrBytes)
    expect(code.bytes.toString()).toContain('ORG:')
    expect(attachments.at(-1)?.content.toString()).toBe(vCardOf(long))
    const longest = { name: '𠮷'.repeat(cardLimits.nameCharacters), fields: [] }
    expect(qrContentOf(longest)).toEqual({ vCard: vCardOf(longest), leftOut: [] })
    expect(Buffer.byteLength(vCardOf(longest))).toBeLessThanOrEqual(qrBytes)
  })

  it('is named by a draft, which holds none of it however often it is opened and saved', async () => {
    const { id, name } = await saved(whole, '1')
    expect((await opened()).card).toEqual({ id, name })
    let draftId = String((await post('writemail/saveDraft.action', { html: '<div>草稿</div>', card: id })).id)
    for (let time = 0; time < 10; time += 1) {
      const form = await opened({ mode: 'draft', id: draftId })
      expect(form.card).toEqual({ id, name })
      expect(form.html).not.toContain('<table')
      draftId = String((await post('writemail/saveDraft.action', { html: form.html, card: id, draftId })).id)
    }
    const without = await post('writemail/saveDraft.action', { html: 'x', draftId })
    expect((await opened({ mode: 'draft', id: String(without.id) })).card).toBeUndefined()
    const raw = await sent({ html: '<div>草稿</div>', card: id })
    expect(raw.match(/^Content-Type: text\/vcard/gim)).toHaveLength(1)
  })

  it('comes with the signature that names it, before the default one; a removed card goes with none', async () => {
    const own = await saved({ ...whole, name: 'Default' }, '1')
    const named = await saved({ ...whole, name: 'Named' })
    const signature = { title: 'Work', html: '<div>Lin</div>', card: named.id }
    const reply = await post('signature/saveSignature.action', signature)
    const { signatures } = v.parse(
      v.object({ signatures: v.array(v.object({ id: v.string(), card: v.string() })) }),
      reply,
    )
    expect(signatures).toMatchObject([{ card: named.id }])
    await post('signature/chooseSignatures.action', { new: '' })
    expect((await opened()).card?.name).toBe('Default')
    await post('signature/chooseSignatures.action', { new: signatures[0]?.id ?? '' })
    expect((await opened()).card?.name).toBe('Named')
    await post('card/removeCard.action', { id: named.id })
    expect((await opened()).card?.name).toBe('Default')
    await post('card/removeCard.action', { id: own.id })
    expect((await opened()).card).toBeUndefined()
    const mail = { to: 'wang@ep.test', subject: 'S', html: 'h', idempotencyKey: 'gone', card: own.id }
    expect(await post('writemail/sendMail.action', mail)).toMatchObject({ code: 'cardGone', field: 'card' })
  })

  it('goes along with a draft that is scheduled, and once when that is taken back and sent', async () => {
    const { id } = await saved(whole)
    const form = { to: 'wang@ep.test', subject: 'later', html: '<div>h</div>', card: id }
    const draft = await post('writemail/saveDraft.action', form)
    const sendAt = String(gateway.clock.now() + 3_600_000)
    const planned = await post('writemail/startDate.action', { id: String(draft.id), sendAt })
    expect(planned.code).toBe('200')
    const back = await post('writemail/takeBack.action', { id: String(planned.id) })
    const again = await opened({ mode: 'draft', id: String(back.draftId) })
    expect(again.card).toBeUndefined()
    expect(again.html.match(/alt="vCard"/g)).toHaveLength(1)
    expect(again.attachments.map(({ type }) => type)).toContain('text/vcard')
  })
})

describe('the preview of a card', () => {
  it('is the table that is sent, with its pictures as data', async () => {
    const card = { ...whole, logo: await logoOf() }
    const { html } = v.parse(
      v.object({ html: v.string() }),
      await post('card/previewCard.action', {
        card: JSON.stringify(card),
      }),
    )
    const { id } = await saved(card)
    const seen = (await PostalMime.parse(await sent({ html: '', card: id }))).html ?? ''
    const bare = (text: string) => text.replaceAll(/src="[^"]*"/g, '').replaceAll(/\s+/g, '')
    expect(bare(seen)).toContain(bare(html))
    expect([...html.matchAll(/src="([^",]{0,30})/g)].map(([, start]) => start)).toEqual([
      ...['data:image/jpeg;base64', 'data:image/png;base64'],
    ])
    expect(await post('card/previewCard.action', { card: JSON.stringify({ ...card, name: ' ' }) })).toMatchObject({
      code: 'cardNameEmpty',
    })
  })
})

describe('a received file of vCards', () => {
  const received = async (vcf: string | Buffer, type = 'text/vcard', name = 'a.vcf') => {
    const body = Buffer.from(vcf).toString('base64')
    const raw = [
      ...['From: wang@ep.test', 'Subject: card', 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', 'hi', '--b'],
      ...[`Content-Type: ${type}; name=${name}`, 'Content-Transfer-Encoding: base64'],
      ...[`Content-Disposition: attachment; filename=${name}`, '', body, '--b--', ''],
    ].join('\r\n')
    const id = await gateway.deliver('lin@ep.test', raw)
    return post('card/attachedCards.action', { id, part: '2' })
  }
  const vCard = (lines: readonly string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')

  it('is read as an import reads it, as text, and says who is a contact already', async () => {
    const form = { name: '王丽', email: 'w@example.cn' }
    const { contact } = v.parse(
      v.looseObject({ contact: v.object({ id: v.string() }) }),
      await post('contact/addContact.action', form),
    )
    const hostile = '<img src=x onerror=alert(1)>'
    const reply = await received(
      vCard(['FN:林晓', 'EMAIL;TYPE=WORK:lin@example.cn', 'TEL;TYPE=CELL:138', `NOTE:${hostile}`, 'CATEGORIES:x']) +
        vCard(['FN:Other', 'EMAIL:W@EXAMPLE.cn', 'PHOTO;VALUE=URI:https://spy.example/x.png']),
    )
    expect(reply).toMatchObject({
      more: 0,
      cards: [
        {
          existing: null,
          details: {
            ...{ name: '林晓', notes: hostile },
            emails: [{ label: 'work', value: 'lin@example.cn' }],
            phones: [{ label: 'mobile', value: '138' }],
          },
        },
        { existing: contact.id, details: { name: 'Other' } },
      ],
    })
    expect(JSON.stringify(reply)).not.toMatch(/spy\.example|groups|photo/)
  })

  it('is shown without what no contact has, and with title and website in its notes', async () => {
    const numbers = Array.from({ length: 21 }, (_, at) => `TEL:${100 + at}`)
    const { cards } = v.parse(
      v.object({ cards: v.array(v.object({ details: v.looseObject({ emails: v.unknown(), phones: v.unknown() }) })) }),
      await received(
        vCard([
          ...['FN:A', 'TITLE:经理\\, 上海', 'URL:https://a.test/?a=1', 'NOTE:hi', 'EMAIL:no'],
          ...[`EMAIL:${'a'.repeat(300)}@a.test`, 'EMAIL:a@example.cn', ...numbers],
        ]),
      ),
    )
    const [{ details } = expect.fail('no card')] = cards
    expect(details).toMatchObject({ notes: '经理, 上海\nhttps://a.test/?a=1\nhi' })
    expect(details.emails).toEqual([{ label: '', value: 'a@example.cn' }])
    expect(details.phones).toHaveLength(20)
    expect(await post('contact/createContact.action', { contact: JSON.stringify(details) })).toMatchObject({
      code: '200',
    })
  })

  it('S29: shows ten of very many, within a megabyte, and nothing of what is no card', async () => {
    const one = vCard(['FN:A', 'EMAIL:a@example.cn', `NOTE:${'n'.repeat(3_900)}`])
    const { cards, more } = v.parse(
      v.object({ cards: v.array(v.unknown()), more: v.number() }),
      await received(one.repeat(280)),
    )
    expect(cards).toHaveLength(cardLimits.shownCards)
    expect(more).toBe(Math.floor(cardLimits.readBytes / one.length) - cardLimits.shownCards)
    expect(await received('<html>no card')).toMatchObject({ cards: [], more: 0 })
    expect(await received(`BEGIN:VCARD\r\nFN:A\r\nNOTE:${'x'.repeat(1_100_000)}`)).toMatchObject({ cards: [], more: 0 })
    expect(await post('card/attachedCards.action', { id: 'nobody', part: '2' })).toMatchObject({ code: 'notFound' })
  })
})
