/** Signatures, call by call: what is refused, whose they are, and which messages they stand below. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signatureLimits, signatureWidth } from '#contract/compose/signatureRules'
import { limits } from '#contract/limits'
import { isSanitized } from '#server/signatures/safeMarkup'
import type { makeCalls, Signed } from '../../support/gateway/calls'
import type { TestGateway } from '../../support/gateway/gateway'
import { linAndWang } from '../../support/gateway/twoPeople'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

const post = async (call: string, values: Record<string, string>, session = lin) =>
  (await calls.post(`signature/${call}.action`, values, { session })).json
const save = (values: Record<string, string> = {}) =>
  post('saveSignature', { title: 'Work', html: '<div>Lin</div>', ...values })
const listed = async (session = lin) => (await calls.get('signature/signatures.action', {}, { session })).json
const idsOf = async (): Promise<readonly string[]> => {
  const { signatures } = await listed()
  return Array.isArray(signatures) ? signatures.map(({ id }) => String(id)) : []
}
const opened = async (values: Record<string, string>) =>
  (await calls.post('writemail/contentDate2', values, { session: lin })).json.form

describe('a signature', () => {
  it('is saved, changed, chosen, removed, and told with the others', async () => {
    const first = await save({ title: ' 工作 ' })
    const [id = ''] = await idsOf()
    expect(first).toMatchObject({
      code: '200',
      signatures: [{ title: '工作', html: '<div>Lin</div>' }],
      defaults: { new: id, reply: '' },
    })
    expect(await save({ id, title: 'Office', html: '<div><b>Lin</b></div>' })).toMatchObject({
      signatures: [{ id, title: 'Office', html: '<div><b>Lin</b></div>' }],
    })
    expect(await post('chooseSignatures', { reply: id })).toMatchObject({ defaults: { new: id, reply: id } })
    expect(await post('chooseSignatures', { new: '' })).toMatchObject({ defaults: { new: '', reply: id } })
    expect(await save({ title: 'Second' })).toMatchObject({ defaults: { new: '', reply: id } })
    const [, second = ''] = await idsOf()
    expect(await post('chooseSignatures', { new: second })).toMatchObject({ defaults: { new: second, reply: id } })
    expect(await post('removeSignature', { id: second })).toMatchObject({ defaults: { new: '', reply: id } })
    expect(await post('removeSignature', { id })).toMatchObject({ signatures: [], defaults: { new: '', reply: '' } })
  })

  it.each([
    [{ title: '  ' }, 'signatureTitleEmpty', 'title'],
    [{ title: '题'.repeat(51) }, 'badField', 'title'],
    [{ title: 'a\r\nBcc: x@ep.test' }, 'badField', 'title'],
    [{ title: 'a\u2028b' }, 'badField', 'title'],
    [{ html: `<div>${'签'.repeat(601)}</div>` }, 'signatureTooLong', 'html'],
    [{ html: `<div>${'x'.repeat(1201)}</div>` }, 'signatureTooLong', 'html'],
    [{ html: 'x'.repeat(signatureLimits.htmlCharacters + 1) }, 'tooLarge', 'html'],
    [{ html: '<script>alert(1)</script>' }, 'badField', 'html'],
    [{ id: 'nobody' }, 'notFound', undefined],
  ])('is refused: %o', async (values, code, field) => {
    expect(await save(values)).toMatchObject({ code, ...(field === undefined ? {} : { field }) })
    expect(await listed()).toMatchObject({ signatures: [] })
  })

  it('is one of at most three, and changed where they are full', async () => {
    for (const title of ['A', 'B', 'C']) await save({ title })
    expect(await save({ title: 'D' })).toMatchObject({ code: 'signaturesFull', msg: 'errors:signaturesFull' })
    const [id = ''] = await idsOf()
    expect(await save({ id, title: 'A2' })).toMatchObject({ code: '200' })
  })

  it("S21: another person's is not there", async () => {
    await save()
    const [id = ''] = await idsOf()
    expect(await listed(wang)).toMatchObject({ signatures: [] })
    expect(await post('removeSignature', { id }, wang)).toMatchObject({ code: 'notFound' })
    expect(await post('chooseSignatures', { new: id }, wang)).toMatchObject({ code: 'notFound' })
    expect(await post('saveSignature', { id, title: 'x', html: '' }, wang)).toMatchObject({ code: 'notFound' })
    expect(await listed()).toMatchObject({ signatures: [{ title: 'Work' }] })
  })

  it('comes with a new message and with an answer as chosen, and with no draft', async () => {
    await save({ title: 'A', html: '<div>A</div>' })
    await save({ title: 'B', html: '<div>B</div>' })
    const [a = '', b = ''] = await idsOf()
    await post('chooseSignatures', { new: '' })
    expect(await opened({})).not.toHaveProperty('signature')
    await post('chooseSignatures', { new: a, reply: b })
    expect(await opened({})).toMatchObject({ signature: { id: a, html: '<div>A</div>' } })
    const id = await gateway.deliver('lin@ep.test', 'From: wang@ep.test\nSubject: Q\n\nq')
    for (const mode of ['reply', 'replyAll', 'forward'])
      expect(await opened({ mode, id })).toMatchObject({ signature: { id: b, html: '<div>B</div>' } })
    const draft = (await calls.post('writemail/saveDraft.action', { subject: 'd', html: 'd' }, { session: lin })).json
    expect(await opened({ mode: 'draft', id: String(draft.id) })).not.toHaveProperty('signature')
    expect(await opened({ mode: 'resend', id })).not.toHaveProperty('signature')
  })
})

describe('the width of a signature', () => {
  it.each([
    ['签'.repeat(600), 1200],
    ['x'.repeat(1200), 1200],
    ['👨‍👩‍👧', 10],
    ['e\u0301', 3],
    ['a\r\nb', 2],
    ['&amp;&lt;&gt;', 3],
    ['&nbsp;', 2],
    ['<div style="color: red">a</div><div><br></div><img src="data:image/png;base64,AAAA" alt="x > y">', 1],
  ])('is counted by what is seen: %s', (html, width) => {
    expect(signatureWidth(html)).toBe(width)
    expect(limits.signatureWidth).toBe(1200)
  })
})

describe('S2: the markup of a signature', () => {
  it.each([
    '<div dir="auto">王 &amp; 李<br></div>',
    '<div><a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a></div>',
    '<div style="color: rgb(1, 2, 3); font-family: &quot;Songti SC&quot;, serif; margin-left: 40px">x</div>',
    '<div><img src="data:image/png;base64,iVBORw0KGgo=" alt="标志" style="max-width: 100%"></div>',
    '<div><span class="colour">x</span></div>',
  ])('passes as the composer writes it: %s', (html) => {
    expect(isSanitized(html)).toBe(true)
  })

  it.each([
    ['open tags', '<'.repeat(signatureLimits.htmlCharacters)],
    ['open quotes', '<a "'.repeat(signatureLimits.htmlCharacters / 4)],
    ['a long style', `<div style="${'a'.repeat(signatureLimits.htmlCharacters - 20)}"></div>`],
  ])('S27: is counted and refused in linear time: %s', (_what, html) => {
    expect(isSanitized(html)).toBe(false)
    expect(signatureWidth(html)).toBeGreaterThanOrEqual(0)
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src="x" onerror="alert(1)">',
    '<img src=x onerror=alert(1)>',
    '<img src="https://gateway.example/upload/1">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#x09;script:alert(1)">x</a>',
    '<a href="https://x&#10;y">x</a>',
    '<div style="background: url(https://x)">x</div>',
    '<div style="background: u&#114;l(https://x)">x</div>',
    '<div style="background: \\75rl(https://x)">x</div>',
    '<div style="position: fixed">x</div>',
    '<div class="ep-button">x</div>',
    '<div id="x">x</div>',
    '<div data-ep-quote="">x</div>',
    '<table background="https://x"></table>',
    '<svg><p></p></svg>',
    '<iframe src="https://x"></iframe>',
    '<form></form>',
    '<!-- x -->',
    'a < b',
    '<div',
    '<DIV>x</DIV>',
  ])('is refused otherwise: %s', (html) => {
    expect(isSanitized(html)).toBe(false)
  })
})
