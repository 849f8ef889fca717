/** Shares of My files over the wire, clock in hand (docs/decisions/0069). */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shareLimits } from '#contract/shares/shareRules'
import type { Account } from '#server/core/account'
import { hashToken } from '#server/kit/token'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { bytesOf, makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { readZip } from '../../support/mail/readZip'

const minute = 60_000
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let account: Account
let lin: Signed
/** 合同 with 报价.txt and 内部 in it, which has 底价.txt; beside it 私人.txt. */
let ids: Readonly<Record<'contracts' | 'inner' | 'offer' | 'floor' | 'own', string>>

const add = async (name: string, parent = '', body: string | Buffer = name, of = account, type = 'text/plain') => {
  const bytes = Buffer.from(body)
  const source = { open: async () => Readable.from([bytes]), path: null }
  const file = { upload: `${of.id} ${parent} ${name} ${bytes.length}`, parent, name, type }
  const at = { now: 1, room: 1_000_000 }
  return (await gateway.stores.files.addFile(of.id, { ...file, size: bytes.length, source }, 'replace', at)).id
}
const folder = async (id: string, name: string, parent = '') =>
  (await gateway.stores.files.addFolder(account.id, { id, name, parent }, 1)).id

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  account = await gateway.account('lin@ep.test')
  lin = await calls.signIn('lin@ep.test')
  const contracts = await folder('contracts', '合同')
  const inner = await folder('inner', '内部', contracts)
  const [offer, floor] = [await add('报价.txt', contracts), await add('底价.txt', inner)]
  ids = { contracts, inner, offer, floor, own: await add('私人.txt') }
})
afterEach(() => gateway.close())

type Json = Readonly<Record<string, unknown>>
const own = async (verb: string, form: RawValues = {}, session = lin): Promise<Json> =>
  (await calls.post(`share/${verb}.action`, form, { session })).json
const files = async (verb: string, form: RawValues): Promise<Json> =>
  (await calls.post(`files/${verb}.action`, form, { session: lin })).json
const guest = async (verb: string, form: RawValues): Promise<Json> =>
  (await calls.post(`share/${verb}.action`, form, { remoteAddress: '203.0.113.9' })).json
const download = (visit: string, id: string, headers: Readonly<Record<string, string>> = {}) =>
  calls.post('share/file.action', { visit, id }, { headers })
const zip = (visit: string, named: readonly string[] = []) => calls.post('share/zip.action', { visit, ids: named })
async function make(named: readonly string[], form: RawValues = {}) {
  const { secret, share } = await own('shareFiles', { ids: named, time: 1, ...form })
  if (typeof secret !== 'string') throw new Error('No share')
  return { secret, id: String(Object(share).id) }
}
async function visitOf(secret: string, code = '') {
  const visit = randomBytes(32).toString('hex')
  expect(await guest('open', { secret, code, visit })).toEqual({ code: '200' })
  return visit
}
const ended = (reason: string) => ({ code: 'shareOver', msg: 'errors:shareOver', reason })
const namesIn = (listed: unknown) => (Array.isArray(listed) ? listed.map(({ name }: { name: string }) => name) : [])
const states = async () => {
  const { list } = await own('shares')
  return Array.isArray(list) ? list.map(({ state }: { state: string }) => state) : []
}

describe('a share of files', () => {
  it('shows what was chosen, goes down into its folders, and is listed with kind, names and size', async () => {
    const { secret } = await make([ids.contracts, ids.own], { code: '8341', mostOpens: 3 })
    expect(await guest('ask', { secret })).toEqual({ code: '200', needsCode: true })
    const visit = await visitOf(secret, '8341')
    const read = await guest('read', { visit })
    expect(read).toEqual({
      code: '200',
      shared: {
        kind: 'files',
        files: [
          { id: ids.contracts, name: '合同', isFolder: true, size: 0, type: '' },
          { id: ids.own, name: '私人.txt', isFolder: false, size: 10, type: 'text/plain' },
        ],
      },
      ...{ now: gateway.clock.now(), expiresAt: gateway.clock.now() + 15 * minute },
    })
    expect(await guest('folder', { visit, folder: ids.inner })).toMatchObject({
      files: [{ id: ids.floor, name: '底价.txt' }],
      path: [
        { id: ids.contracts, name: '合同' },
        { id: ids.inner, name: '内部' },
      ],
      ...{ next: '', total: 1 },
    })
    expect(await own('shares')).toMatchObject({
      list: [
        { kind: 'files', names: ['合同', '私人.txt'], count: 2, size: 10, needsCode: true, opens: 1, mostOpens: 3 },
      ],
    })
  })

  it('S9: gives a file whole or by a range, as a download in a sandbox that no cache keeps', async () => {
    const page = await add('页面.html', ids.contracts, '<script>alert(1)</script>')
    const visit = await visitOf((await make([ids.contracts])).secret)
    const { status, headers, text } = await download(visit, page)
    expect([status, text]).toEqual([200, '<script>alert(1)</script>'])
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment;.*filename\*=UTF-8''%E9%A1%B5%E9%9D%A2\.html/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    })
    // Nor is a picture shown in place, however harmless its kind.
    const picture = await add('照片.png', ids.contracts, 'png', account, 'image/png')
    expect((await download(visit, picture)).headers['content-disposition']).toMatch(/^attachment;/)
    const rest = await download(visit, page, { range: 'bytes=8-15' })
    expect([rest.status, rest.text, rest.headers['content-range']]).toEqual([206, 'alert(1)', 'bytes 8-15/25'])
  })

  it('S21: leads to nothing above, beside or of another account, by no call', async () => {
    const chen = await gateway.account('chen@ep.test')
    const foreign = await add('别人.txt', '', '别人', chen)
    const visit = await visitOf((await make([ids.inner])).secret)
    expect((await download(visit, ids.floor)).text).toBe('底价.txt')
    for (const id of [ids.offer, ids.own, foreign, ids.contracts, 'none', '']) {
      expect((await download(visit, id)).json).toMatchObject({ code: 'notFound' })
      expect((await calls.post('share/thumbnail.action', { visit, id })).json).toMatchObject({ code: 'notFound' })
      expect((await zip(visit, [ids.floor, id || 'none'])).json).toMatchObject({ code: 'notFound' })
    }
    for (const id of [ids.contracts, '', ids.floor, 'none'])
      expect(await guest('folder', { visit, folder: id })).toMatchObject({ code: 'notFound' })
    expect((await calls.post('share/download.action', { visit, part: '1' })).json).toMatchObject({ code: 'notFound' })
    const theirs = await calls.signIn('chen@ep.test')
    expect(await own('shareFiles', { ids: [ids.own], time: 1 }, theirs)).toMatchObject({ code: 'notFound' })
    expect(await own('shareFiles', { ids: [ids.own, foreign], time: 1 })).toMatchObject({ code: 'notFound' })
  })

  it('S21: tells nothing before its code, and nothing more once it is revoked or over', async () => {
    const { secret, id } = await make([ids.contracts], { code: '8341' })
    const drawn = randomBytes(32).toString('hex')
    expect(await guest('open', { secret, code: '0000', visit: drawn })).toMatchObject({ triesLeft: 9 })
    const over = async (visit: string, reason: string) => {
      const answers = [
        await guest('read', { visit }),
        await guest('folder', { visit, folder: ids.contracts }),
        (await download(visit, ids.offer, { range: 'bytes=1-' })).json,
        (await zip(visit)).json,
        await guest('thumbnail', { visit, id: ids.offer }),
      ]
      for (const answer of answers) expect(answer).toEqual(ended(reason))
    }
    await over(drawn, 'revoked')
    await over(secret, 'revoked')
    const visit = await visitOf(secret, '8341')
    expect((await zip(visit)).status).toBe(200)
    await own('revokeShare', { id })
    await over(visit, 'revoked')
    const late = await visitOf((await make([ids.contracts])).secret)
    gateway.clock.advance(15 * minute)
    await over(late, 'expired')
  })

  it('S19: pauses for 15 minutes after ten wrong codes, for the right one as well', async () => {
    const { secret } = await make([ids.own], { code: '8341', time: 2 })
    const open = (code: string) => guest('open', { secret, code, visit: randomBytes(32).toString('hex') })
    for (let wrong = 0; wrong < 9; wrong += 1) expect(await open('0000')).toMatchObject({ code: 'codeWrong' })
    expect([await open('0000'), await open('8341')]).toEqual([ended('code'), ended('code')])
    gateway.clock.advance(shareLimits.pauseMs)
    expect(await open('8341')).toEqual({ code: '200' })
  })

  it('S10: comes as an archive under names that are safe and none twice, of a folder or of all', async () => {
    const hostile = ['con.txt', 'a?.txt', 'a*.txt', '...txt', 'A_.txt']
    const trap = await folder('trap', 'aux', ids.contracts)
    for (const name of hostile) await add(name, trap)
    const visit = await visitOf((await make([ids.contracts, ids.own])).secret)
    const answer = await gateway.handle({
      ...{ method: 'POST', path: '/webmail/share/zip.action', query: '' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Readable.from([Buffer.from(`visit=${visit}`)]),
    })
    if (typeof answer.body === 'string') throw new Error(answer.body)
    const names = [...readZip(await bytesOf(answer.body)).keys()].toSorted()
    expect(names).toEqual(
      [
        ...['合同/_aux/_con.txt', '合同/_aux/A_.txt', '合同/_aux/a_ (2).txt', '合同/_aux/a_ (3).txt', '合同/_aux/txt'],
        ...['合同/内部/底价.txt', '合同/报价.txt', '私人.txt'],
      ].toSorted(),
    )
    const inner = await zip(visit, [ids.inner])
    expect(inner.headers['content-disposition']).toContain(encodeURIComponent('内部.zip'))
    expect(inner.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' })
  })

  it('follows its files: moved and renamed they stay, in the trash they are not given, replaced they are others', async () => {
    const { secret } = await make([ids.contracts, ids.own])
    const visit = await visitOf(secret)
    const shown = async () => namesIn(Object((await guest('read', { visit })).shared).files)
    const inside = async () => namesIn((await guest('folder', { visit, folder: ids.contracts })).files)
    await files('rename', { id: ids.own, version: 1, name: '公开.txt' })
    await files('move', { ids: [ids.own], folder: await folder('other', '别处') })
    expect(await shown()).toEqual(['合同', '公开.txt'])
    // What is in a folder is what is in it now.
    await add('新增.txt', ids.contracts)
    await files('trash', { ids: [ids.offer] })
    expect(await inside()).toEqual(['内部', '新增.txt'])
    expect((await download(visit, ids.offer)).json).toMatchObject({ code: 'notFound' })
    const replaced = await add('公开.txt', 'other', 'other bytes')
    expect([await shown(), (await download(visit, replaced)).json.code]).toEqual([['合同'], 'notFound'])
    await files('trash', { ids: [ids.contracts] })
    expect([await guest('read', { visit }), await guest('ask', { secret })]).toEqual([
      ended('revoked'),
      ended('revoked'),
    ])
    expect((await download(visit, ids.floor)).json).toMatchObject({ code: 'notFound' })
    expect(await states()).toEqual(['gone'])
    await files('restore', { ids: [ids.contracts] })
    expect([await shown(), await states()]).toEqual([['合同'], ['open']])
  })

  it('S18: is closed while its account is locked, and gone with the account', async () => {
    const visit = await visitOf((await make([ids.contracts])).secret)
    await gateway.stores.accounts.change(account.id, { locked: true })
    expect([await guest('read', { visit }), (await download(visit, ids.offer)).json]).toEqual([
      ended('revoked'),
      ended('revoked'),
    ])
    await gateway.stores.accounts.change(account.id, { locked: false })
    expect((await download(visit, ids.offer)).status).toBe(200)
    await gateway.stores.deleteAccountData(account.id)
    expect((await download(visit, ids.offer)).json).toEqual(ended('revoked'))
  })

  it('S27: has bounds: how many are named and open, and how many bytes go out', async () => {
    expect(await own('shareFiles', { ids: [], time: 1 })).toMatchObject({ code: 'noFileSelected' })
    const many = Array.from({ length: shareLimits.files + 1 }, (_, at) => `f${at}`)
    expect(await own('shareFiles', { ids: many, time: 1 })).toMatchObject({ code: 'badField', field: 'ids' })
    const { secret, id } = await make([ids.offer])
    const visit = await visitOf(secret)
    const size = Buffer.byteLength('报价.txt')
    // As if guests had been given all but the bytes of this file.
    expect(await gateway.stores.shares.send(id, shareLimits.sentBytes - size, shareLimits.sentBytes)).toBe(true)
    expect((await download(visit, ids.offer)).status).toBe(200)
    expect((await download(visit, ids.offer)).json).toEqual(ended('usedUp'))
    expect((await zip(visit)).json).toEqual(ended('usedUp'))
    for (let made = 1; made < shareLimits.open; made += 1) await make([ids.own])
    expect(await own('shareFiles', { ids: [ids.own], time: 1 })).toMatchObject({ code: 'sharesFull' })
  })

  it('takes what a cut download has not sent off its count', async () => {
    const big = await add('大.bin', ids.contracts, Buffer.alloc(300_000))
    const { secret, id } = await make([ids.contracts])
    const visit = await visitOf(secret)
    const { send } = gateway.stores.shares
    expect(await send(id, shareLimits.sentBytes - 300_000, shareLimits.sentBytes)).toBe(true)
    const answer = await gateway.handle({
      ...{ method: 'POST', path: '/webmail/share/file.action', query: '' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Readable.from([Buffer.from(`visit=${visit}&id=${big}`)]),
    })
    if (typeof answer.body === 'string') throw new Error(answer.body)
    expect((await download(visit, big)).json).toEqual(ended('usedUp'))
    answer.body.destroy()
    await expect.poll(async () => (await download(visit, ids.offer)).status).toBe(200)
    // What is sent whole stays counted.
    expect((await download(visit, big)).json).toEqual(ended('usedUp'))
  })

  it('is read at a pace, within one visit and from one network', async () => {
    const visit = await visitOf((await make([ids.contracts])).secret)
    const { attempts } = gateway.stores
    const note = (key: string, times: number) =>
      Promise.all(
        Array.from({ length: times }, () =>
          attempts.noteWithin(key, gateway.clock.now(), shareLimits.perNetworkMs, times),
        ),
      )
    await note('share-visits-from:203.0.113.9', shareLimits.perNetworkVisits)
    expect(await guest('read', { visit })).toMatchObject({ code: 'tooManyTries' })
    gateway.clock.advance(shareLimits.perNetworkMs)
    await note(`share-visit:${hashToken(visit)}`, shareLimits.perVisit)
    expect(await guest('folder', { visit, folder: ids.contracts })).toMatchObject({ code: 'tooManyTries' })
    expect((await download(visit, ids.offer)).json).toMatchObject({ code: 'tooManyTries' })
    gateway.clock.advance(shareLimits.perNetworkMs)
    expect((await download(visit, ids.offer)).status).toBe(200)
  })
})
