/** Recovery over the wire: who may, within which days, and what is listed, opened, taken back and deleted for ever. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answered, makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

const day = 86_400_000
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  for (const name of ['lin', 'anna']) await gateway.account(`${name}@ep.test`)
  await gateway.account('free@ep.test', { tier: 'free' })
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const check = async (session = lin) => (await calls.get('freeUp/checkRecover.action', {}, { session })).json
const enable = async (session = lin) => (await calls.post('freeUp/enableRecover.action', {}, { session })).json
const list = async (folder = 'recoverReceive', session = lin) =>
  (await calls.post('query/queryfolder2.action', { folder }, { session })).json
const restore = async (ids: string | string[], session = lin, language = 'zh-CN') =>
  (await calls.post('freeUp/restoreMails.action', { ids, language }, { session })).json
const remove = async (ids: string, session = lin) =>
  (await calls.post('manage/remove2.action', { ids }, { session })).json
const show = (id: string, session = lin): Promise<Answered> =>
  calls.post('readmail/showMail.action', { id, seen: '1' }, { session })

/** A mail that was moved to Deleted and deleted there for good; answers its id. */
async function lostMail(subject = '合同', name = 'lin', session = lin, from = 'inbox'): Promise<string> {
  const id = await deliverPlain(gateway, name, { subject }, from)
  await calls.post('manage/move2.action', { ids: id, target: 'deleted' }, { session })
  expect(await remove(id, session)).toMatchObject({ code: '200' })
  return id
}

describe('the right to recover', () => {
  it('S22: is a VIP’s alone, whatever is asked', async () => {
    const free = await calls.signIn('free@ep.test')
    const id = await lostMail('合同', 'free', free)
    expect(await check(free)).toMatchObject({ allowed: false, reason: 'vipOnly', enabledAt: null, until: null })
    expect(await enable(free)).toMatchObject({ code: 'vipOnly' })
    expect(await list('recoverReceive', free)).toMatchObject({ code: 'vipOnly' })
    expect(await restore(`gone.${id}`, free)).toMatchObject({ code: 'vipOnly' })
    expect(await remove(`gone.${id}`, free)).toMatchObject({ code: 'vipOnly' })
    expect((await show(`gone.${id}`, free)).json).toMatchObject({ code: 'vipOnly' })
  })

  it('is turned on first, and counts thirty days from there', async () => {
    const id = await lostMail()
    expect(await check()).toMatchObject({ allowed: true, reason: null, enabledAt: null, until: null, daysLeft: 0 })
    for (const refused of [await list(), await restore(`gone.${id}`), await remove(`gone.${id}`)])
      expect(refused).toMatchObject({ code: 'recoveryOff' })
    const enabledAt = gateway.clock.now()
    const on = { code: '200', allowed: true, reason: null, enabledAt, until: enabledAt + 30 * day }
    expect(await enable()).toEqual({ ...on, daysLeft: 30 })
    gateway.clock.advance(4 * day)
    expect(await enable()).toEqual({ ...on, daysLeft: 26 })
    expect(await list()).toMatchObject({ code: '200', total: 1 })
  })

  it('ends with the thirtieth day, and can be turned on anew', async () => {
    await enable()
    gateway.clock.advance(29 * day)
    lin = await calls.signIn('lin@ep.test')
    await lostMail()
    gateway.clock.advance(day - 1)
    lin = await calls.signIn('lin@ep.test')
    expect(await list()).toMatchObject({ total: 1 })
    gateway.clock.advance(1)
    expect(await check()).toMatchObject({ until: null, daysLeft: 0 })
    expect(await list()).toMatchObject({ code: 'recoveryOff' })
    expect(await enable()).toMatchObject({ daysLeft: 30 })
    expect(await list()).toMatchObject({ total: 1 })
  })
})

describe('what can be recovered', () => {
  beforeEach(() => enable())

  it('is listed until five days after it was deleted, with the day on which it goes', async () => {
    const at = gateway.clock.now()
    const id = await lostMail()
    const sent = await lostMail('去信', 'lin', lin, 'sent')
    expect(await list()).toMatchObject({
      list: [{ id: `gone.${id}`, folder: 'recoverReceive', subject: '合同', recoverableUntil: at + 5 * day }],
      total: 1,
    })
    expect(await list('recoverSent')).toMatchObject({ list: [{ id: `gone.${sent}`, folder: 'recoverSent' }] })
    gateway.clock.advance(5 * day - 1)
    lin = await calls.signIn('lin@ep.test')
    expect(await list()).toMatchObject({ total: 1 })
    gateway.clock.advance(1)
    expect(await list()).toMatchObject({ list: [], total: 0 })
    expect(await restore(`gone.${id}`)).toMatchObject({ code: 'notFound' })
  })

  it('opens without any effect, and is neither marked nor moved', async () => {
    const id = `gone.${await lostMail()}`
    expect((await show(id)).json).toMatchObject({
      mail: { id, subject: '合同', folder: 'recoverReceive', seen: false },
    })
    expect(await list()).toMatchObject({ list: [{ seen: false }], unread: 1 })
    const marked = await calls.post('manage/mark2', { ids: id, mark: 'seen' }, { session: lin })
    expect(marked.json).toMatchObject({ changed: 0 })
    const moved = await calls.post('manage/move2.action', { ids: id, target: 'inbox' }, { session: lin })
    expect(moved.json).toMatchObject({ code: 'notAllowed' })
    expect(await list()).toMatchObject({ list: [{ seen: false }], total: 1 })
  })

  it('comes back under its former id, several in one request, once', async () => {
    const ids = [await lostMail('一'), await lostMail('二')]
    const restored = ids.map((id) => ({ id: `gone.${id}`, newId: id, folder: 'inbox' }))
    expect(await restore(ids.map((id) => `gone.${id}`))).toEqual({ code: '200', restored })
    expect(await restore(ids.map((id) => `gone.${id}`))).toEqual({ code: '200', restored })
    expect(await list('inbox')).toMatchObject({ total: 2 })
    expect(await list()).toMatchObject({ total: 0 })
  })

  it.each([
    ['zh-CN', '已恢复'],
    ['en-US', 'Recovered'],
  ])('goes to a folder named in %s where its own is gone', async (language, name) => {
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (owner === null) throw new Error('no account')
    const store = gateway.stores.mailStores.of(owner)
    const own = await store.createFolder('项目')
    const id = await lostMail('合同', 'lin', lin, own?.id)
    await store.removeFolder(own?.id ?? '', 'deleted')
    const { restored } = await restore(`gone.${id}`, lin, language)
    const folder = (await store.folders()).find((one) => one.name === name)
    expect(restored).toEqual([{ id: `gone.${id}`, newId: id, folder: folder?.id }])
  })

  it('is deleted from the view for ever', async () => {
    const id = `gone.${await lostMail()}`
    expect(await remove(id)).toEqual({ code: '200', removed: [id] })
    expect(await list()).toMatchObject({ total: 0 })
    expect(await restore(id)).toMatchObject({ code: 'notFound' })
  })

  it('S21: is nobody else’s', async () => {
    const id = `gone.${await lostMail()}`
    const anna = await calls.signIn('anna@ep.test')
    await enable(anna)
    const absent = await restore('gone.nowhere', anna)
    expect(await restore(id, anna)).toEqual(absent)
    expect(await remove(id, anna)).toMatchObject({ code: 'notFound' })
    expect((await show(id, anna)).json).toMatchObject({ code: 'notFound' })
    expect(await list('recoverReceive', anna)).toMatchObject({ total: 0 })
    expect(await list()).toMatchObject({ total: 1 })
  })

  it.each([
    ['nothing', {}, 'noMailSelected'],
    ['a language that there is not', { ids: 'gone.x', language: 'fr' }, 'badField'],
    ['more than come back together', { ids: Array.from({ length: 201 }, (_, n) => `gone.${n}`) }, 'badField'],
    ['S2: ids that name no removed mail', { ids: ['', 'out.1', '../etc/passwd', "gone.' or 1=1 --"] }, 'notFound'],
  ])('refuses %s', async (_title, form, code) => {
    const { json } = await calls.post('freeUp/restoreMails.action', form, { session: lin })
    expect(json).toMatchObject({ code })
  })
})

describe('mail in Deleted', () => {
  it('goes by itself after thirty days, and can be recovered for five', async () => {
    const id = await deliverPlain(gateway, 'lin')
    await calls.post('manage/move2.action', { ids: id, target: 'deleted' }, { session: lin })
    gateway.clock.advance(30 * day - 1)
    lin = await calls.signIn('lin@ep.test')
    await gateway.house.sweep()
    expect(await list('deleted')).toMatchObject({ total: 1 })
    gateway.clock.advance(1)
    await gateway.house.sweep()
    expect(await list('deleted')).toMatchObject({ total: 0 })
    await enable()
    expect(await restore(`gone.${id}`)).toMatchObject({ restored: [{ newId: id, folder: 'inbox' }] })
  })
})

it('says over a mail server that what it has expunged is gone', async () => {
  const env = {
    IMAP_URL: 'imap://127.0.0.1:1',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    DEFAULT_TIER: 'sme',
  }
  const elsewhere = await makeTestGateway({ env, mailLogin: { tryPassword: async () => true } })
  const there = makeCalls(elsewhere)
  const session = await there.signIn('lin@ep.test')
  const { json } = await there.get('freeUp/checkRecover.action', {}, { session })
  expect(json).toMatchObject({ allowed: false, reason: 'serverCannot', until: null })
  for (const asked of [
    await there.post('freeUp/enableRecover.action', {}, { session }),
    await there.post('query/queryfolder2.action', { folder: 'recoverReceive' }, { session }),
    await there.post('freeUp/restoreMails.action', { ids: 'gone.x' }, { session }),
  ])
    expect(asked.json).toMatchObject({ code: 'serverCannot' })
  await elsewhere.close()
})
