/** Shares over the wire, clock in hand (docs/decisions/0066). */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shareLimits } from '#contract/shares/shareRules'
import type { Account } from '#server/core/account'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const minute = 60_000
const sent = [
  'From: =?utf-8?B?546L5Li9?= <w@example.cn>',
  'To: lin@ep.test',
  'Cc: chen@ep.test',
  'Bcc: hidden@ep.test',
  'Subject: Quarterly figures',
  'X-Secret-Header: internal',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=outer',
  '',
  '--outer',
  'Content-Type: multipart/related; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Look <img src="cid:chart"></p>',
  '--inner',
  'Content-Type: image/png; name=chart.png',
  'Content-ID: <chart>',
  'Content-Disposition: inline; filename=chart.png',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgo=',
  '--inner--',
  '--outer',
  'Content-Type: text/html; name="page.html"',
  'Content-Disposition: attachment; filename="page.html"',
  '',
  '<script>alert(1)</script>',
  '--outer--',
  '',
].join('\n')

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let id: string
let account: Account

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  account = await gateway.account('lin@ep.test')
  lin = await calls.signIn('lin@ep.test')
  id = await gateway.deliver('lin@ep.test', sent)
})
afterEach(() => gateway.close())

type Json = Readonly<Record<string, unknown>>
const own = async (verb: string, form: Record<string, string | number> = {}, session = lin): Promise<Json> =>
  (await calls.post(`share/${verb}.action`, form, { session })).json
const drawn = () => randomBytes(32).toString('hex')
const guest = async (verb: string, form: Record<string, string>, remoteAddress = '203.0.113.9'): Promise<Json> =>
  (await calls.post(`share/${verb}.action`, { ...(verb === 'open' && { visit: drawn() }), ...form }, { remoteAddress }))
    .json
const download = (visit: string, part: string) => calls.post('share/download.action', { visit, part })
async function make(form: Record<string, string | number> = {}) {
  const made = await own('makeShare', { id, withAttachments: 1, time: 1, ...form })
  const share: unknown = made.share
  if (typeof made.secret !== 'string' || typeof share !== 'object' || share === null || !('id' in share))
    throw new Error(`No share: ${String(made.code)}`)
  return { secret: made.secret, id: String(share.id) }
}
async function visitOf(secret: string, code = '') {
  const visit = drawn()
  const { code: answer } = await guest('open', { secret, code, visit })
  if (answer !== '200') throw new Error(`Not opened: ${String(answer)}`)
  return visit
}
const ended = (reason: string) => ({ code: 'shareOver', msg: 'errors:shareOver', reason })
const states = async () => {
  const { list } = await own('shares')
  return Array.isArray(list) ? list.map(({ state, opens }: { state: string; opens: number }) => [state, opens]) : []
}

describe('a share', () => {
  it('is opened by a person, read and downloaded as often as wanted in that visit, and counted once', async () => {
    const { secret } = await make()
    for (let look = 0; look < 3; look += 1)
      expect(await guest('ask', { secret })).toEqual({ code: '200', needsCode: false })
    expect(await states()).toEqual([['open', 0]])
    const visit = await visitOf(secret)
    gateway.clock.advance(minute)
    const read = await guest('read', { visit })
    expect(read).toEqual({
      code: '200',
      shared: {
        kind: 'message',
        subject: 'Quarterly figures',
        from: { name: '王丽', address: 'w@example.cn' },
        to: [{ name: '', address: 'lin@ep.test' }],
        cc: [{ name: '', address: 'chen@ep.test' }],
        receivedAt: expect.any(Number),
        html: expect.stringContaining('cid:chart'),
        attachments: [
          expect.objectContaining({ name: 'chart.png', inline: true }),
          expect.objectContaining({ name: 'page.html', inline: false }),
        ],
        readable: true,
        truncated: false,
      },
      now: gateway.clock.now(),
      expiresAt: gateway.clock.now() + 14 * minute,
    })
    expect(JSON.stringify(read)).not.toMatch(/hidden@|internal/)
    expect(await states()).toEqual([['open', 1]])
  })

  it('S9: gives a file as a download in a sandbox, that no cache keeps', async () => {
    const visit = await visitOf((await make()).secret)
    const { status, headers, text } = await download(visit, '2')
    expect([status, text]).toEqual([200, '<script>alert(1)</script>'])
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="page.html"; filename*=UTF-8''page.html`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    const policy = new Map(
      headers['content-security-policy']?.split(';').map((one) => {
        const [name = '', ...values] = one.trim().split(' ')
        return [name, values] as const
      }),
    )
    expect([policy.get('default-src'), policy.get('sandbox')]).toEqual([["'none'"], []])
    // Nor is a picture shown in place, however harmless its kind.
    expect((await download(visit, '1.2')).headers['content-disposition']).toMatch(/^attachment;/)
  })

  it('S21: without attachments has the pictures of its text and no other file', async () => {
    const visit = await visitOf((await make({ withAttachments: 0 })).secret)
    expect(await guest('read', { visit })).toMatchObject({ shared: { attachments: [{ name: 'chart.png' }] } })
    expect((await download(visit, '2')).json).toMatchObject({ code: 'notFound' })
    expect((await download(visit, '1.2')).status).toBe(200)
  })

  it('S21: tells nothing before its code, and opens nothing by a visit or secret of elsewhere', async () => {
    const { secret } = await make({ code: '8341' })
    expect(await guest('ask', { secret })).toEqual({ code: '200', needsCode: true })
    expect(await guest('open', { secret })).toEqual({ code: 'codeWrong', msg: 'errors:codeWrong', field: 'code' })
    expect(await guest('open', { secret, code: '8342' })).toMatchObject({ code: 'codeWrong', triesLeft: 9 })
    for (const visit of ['', secret, 'x'.repeat(43)]) {
      expect(await guest('read', { visit })).toEqual(ended('revoked'))
      expect((await download(visit, '2')).json).toEqual(ended('revoked'))
    }
    expect(await guest('ask', { secret: 'x'.repeat(43) })).toEqual(ended('revoked'))
    // As an input method writes it.
    expect(await guest('open', { secret, code: ' ８３４１ ' })).toMatchObject({ code: '200' })
    expect(await states()).toEqual([['open', 1]])
  })

  it('S19: pauses for 15 minutes after ten wrong codes, whoever gave them, for the right code as well', async () => {
    const { secret } = await make({ code: '8341', time: 2 })
    for (let wrong = 0; wrong < 9; wrong += 1)
      expect(await guest('open', { secret, code: 'wrong' }, `198.51.100.${wrong}`)).toMatchObject({ code: 'codeWrong' })
    expect(await guest('open', { secret, code: 'wrong' })).toEqual(ended('code'))
    expect(await guest('open', { secret, code: '8341' })).toEqual(ended('code'))
    expect(await guest('ask', { secret })).toEqual(ended('code'))
    gateway.clock.advance(shareLimits.pauseMs)
    expect(await guest('open', { secret, code: '8341' })).toMatchObject({ code: '200' })
  })

  it('ends when its opens are used up, but not the visits that used them', async () => {
    const { secret } = await make({ mostOpens: 2 })
    const visits = [drawn(), drawn(), drawn()]
    const opened = await Promise.all(visits.map((visit) => guest('open', { secret, visit })))
    expect(opened.map(({ code }) => code).toSorted()).toEqual(['200', '200', 'shareOver'])
    expect(await guest('ask', { secret })).toEqual(ended('usedUp'))
    const visit = visits[opened.findIndex(({ code }) => code === '200')] ?? ''
    expect(await guest('read', { visit })).toMatchObject({ code: '200' })
    expect(await states()).toEqual([['usedUp', 2]])
  })

  it('of one open is not used up by an answer that was lost: sent again, its visit counts once', async () => {
    const { secret } = await make({ mostOpens: 1, code: '8341' })
    const visit = drawn()
    const again = () => guest('open', { secret, code: '8341', visit })
    expect(await Promise.all([again(), again()])).toEqual([{ code: '200' }, { code: '200' }])
    expect(await again()).toEqual({ code: '200' })
    expect(await guest('read', { visit })).toMatchObject({ code: '200' })
    expect(await states()).toEqual([['usedUp', 1]])
  })

  it('S21: lets nobody in by a visit that was drawn and not opened, or opened for another share', async () => {
    const { secret } = await make({ mostOpens: 1, code: '8341' })
    const visit = drawn()
    expect(await guest('open', { secret, code: '0000', visit })).toMatchObject({ code: 'codeWrong', triesLeft: 9 })
    expect(await guest('open', { secret, visit })).toMatchObject({ code: 'codeWrong' })
    expect(await guest('read', { visit })).toEqual(ended('revoked'))
    const other = await visitOf((await make()).secret)
    expect(await guest('open', { secret, visit: other })).toMatchObject({ code: 'codeWrong' })
    expect(await guest('open', { secret, code: '8341', visit: other })).toEqual(ended('usedUp'))
    await visitOf(secret, '8341')
    expect(await guest('open', { secret, code: '8341', visit })).toEqual(ended('usedUp'))
    for (const bad of ['', 'x'.repeat(64), 'a'.repeat(63), 'A'.repeat(64)])
      expect(await guest('open', { secret, code: '8341', visit: bad })).toMatchObject({ code: 'badField' })
  })

  it.each([
    ['1', 15],
    ['2', 4 * 60],
    ['3', 24 * 60],
  ])('of type code %s lives %i minutes by the clock of the gateway, its visits too', async (time, minutes) => {
    const { secret } = await make({ time })
    const visit = await visitOf(secret)
    gateway.clock.advance(minutes * minute - 1)
    expect(await guest('read', { visit })).toMatchObject({ code: '200' })
    gateway.clock.advance(1)
    expect(await guest('ask', { secret })).toEqual(ended('expired'))
    expect(await guest('read', { visit })).toEqual(ended('expired'))
    expect((await download(visit, '2')).json).toEqual(ended('expired'))
    expect(await states()).toEqual([['expired', 1]])
  })

  it('S21: ends at once when its owner revokes it, and nobody else can', async () => {
    await gateway.account('chen@ep.test')
    const chen = await calls.signIn('chen@ep.test')
    const share = await make()
    const visit = await visitOf(share.secret)
    expect(await own('revokeShare', { id: share.id }, chen)).toMatchObject({ code: 'notFound' })
    expect(await own('shares', {}, chen)).toMatchObject({ list: [], total: 0 })
    expect(await own('makeShare', { id, withAttachments: 1, time: 1 }, chen)).toMatchObject({ code: 'notFound' })
    expect(await own('revokeShare', { id: share.id })).toEqual({ code: '200' })
    expect(await guest('read', { visit })).toEqual(ended('revoked'))
    expect(await guest('ask', { secret: share.secret })).toEqual(ended('revoked'))
    expect(await states()).toEqual([['revoked', 1]])
    expect(await own('revokeShare', { id: share.id })).toMatchObject({ code: 'notFound' })
  })

  it('is closed while its message lies in the trash, and over once that is deleted for good', async () => {
    const { secret } = await make()
    const visit = await visitOf(secret)
    const closed = async () => {
      expect(await guest('read', { visit })).toEqual(ended('revoked'))
      expect((await download(visit, '2')).json).toMatchObject({ code: 'notFound' })
      expect(await guest('ask', { secret })).toEqual(ended('revoked'))
      expect(await states()).toEqual([['gone', 1]])
    }
    await calls.post('manage/move2.action', { ids: id, target: 'deleted' }, { session: lin })
    await closed()
    expect(await own('makeShare', { id, withAttachments: 1, time: 1 })).toMatchObject({ code: 'notFound' })
    await calls.post('manage/move2.action', { ids: id, target: 'archive' }, { session: lin })
    expect(await guest('read', { visit })).toMatchObject({ code: '200' })
    await gateway.stores.mailStores.of(account).remove([id])
    await closed()
  })

  it('S18: is closed while its account is locked or has ended, and gone with the account', async () => {
    const { secret } = await make()
    const visit = await visitOf(secret)
    await gateway.stores.accounts.change(account.id, { locked: true })
    expect([await guest('read', { visit }), await guest('ask', { secret })]).toEqual([
      ended('revoked'),
      ended('revoked'),
    ])
    await gateway.stores.accounts.change(account.id, { locked: false, dueAt: gateway.clock.now() - 8 * 86_400_000 })
    expect(await guest('read', { visit })).toEqual(ended('revoked'))
    await gateway.stores.accounts.change(account.id, { dueAt: null })
    expect(await guest('read', { visit })).toMatchObject({ code: '200' })
    await gateway.stores.deleteAccountData(account.id)
    expect([await guest('read', { visit }), await guest('ask', { secret })]).toEqual([
      ended('revoked'),
      ended('revoked'),
    ])
  })

  it('S17: is kept by the hashes of its secret, its code and its visits', async () => {
    const { secret } = await make({ code: 'letmein' })
    const visit = await visitOf(secret, 'letmein')
    const tables = ['shares', 'share_visits'] as const
    const rows = await Promise.all(tables.map((table) => gateway.stores.db.selectFrom(table).selectAll().execute()))
    expect(rows.map((of) => of.length)).toEqual([1, 1])
    for (const word of [secret, visit, 'letmein']) expect(JSON.stringify(rows)).not.toContain(word)
  })

  it('has bounds: its code, how many are open, made in an hour, and asked for from one network', async () => {
    expect(await own('makeShare', { id, withAttachments: 1, time: 1, code: '123' })).toMatchObject({
      ...{ code: 'shareCodeInvalid', field: 'code' },
    })
    for (let made = 0; made < shareLimits.open; made += 1) await make()
    expect(await own('makeShare', { id, withAttachments: 1, time: 1 })).toMatchObject({ code: 'sharesFull' })
    gateway.clock.advance(15 * minute)
    for (let made = shareLimits.open + 1; made < shareLimits.perHour; made += 1) await make()
    expect(await own('makeShare', { id, withAttachments: 1, time: 1 })).toMatchObject({ code: 'tooManyTries' })
    expect(await own('shares', { page: 5 })).toMatchObject({ total: shareLimits.perHour - 1, page: 5 })
    const ask = (from: string) => guest('ask', { secret: 'none' }, from)
    for (let asked = 0; asked < shareLimits.perNetwork; asked += 1) await ask('203.0.113.20')
    expect(await ask('203.0.113.20')).toMatchObject({ code: 'tooManyTries' })
    expect(await ask('203.0.113.21')).toEqual(ended('revoked'))
  })
})
