import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCalls, type Signed } from '#tests/support/gateway/calls'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  gateway = await makeTestGateway({ now: Date.UTC(2026, 10, 21, 1, 15) })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
  ;[lin, wang] = [await calls.signIn('lin@ep.test'), await calls.signIn('wang@ep.test')]
})
afterEach(() => gateway.close())

const mailText = (subject: string) =>
  `From: Wang <w@example.cn>\nTo: lin@ep.test\nSubject: ${subject}\nMessage-ID: <${subject.replaceAll(' ', '')}@x>\n\nText of it\n`

const list = (values: Record<string, string | number> = {}, session = lin) =>
  calls.post('query/queryfolder2.action', { folder: 'inbox', ...values }, { session })

describe('a list', () => {
  it('has the shape of docs/contract.md, with dates in the session’s time zone', async () => {
    await gateway.deliver('lin@ep.test', mailText('Hello there'))
    const { json } = await list({ pageSize: 20 })
    expect(json).toMatchObject({ code: '200', total: 1, unread: 1, page: 1, pageSize: 20 })
    expect(json.list).toEqual([
      expect.objectContaining({ subject: 'Hello there', date: '2026-11-21 09:15:00', receivedAt: gateway.clock.now() }),
    ])
    const abroad = await calls.signIn('lin@ep.test', 'America/New_York')
    expect((await list({}, abroad)).json.list).toEqual([expect.objectContaining({ date: '2026-11-20 20:15:00' })])
  })

  it('R17: keeps the right hour on both sides of a change of the clocks', async () => {
    const abroad = await calls.signIn('lin@ep.test', 'America/New_York')
    for (const now of [Date.UTC(2026, 10, 1, 5, 30), Date.UTC(2026, 10, 1, 6, 30)]) {
      gateway.clock.set(now)
      await gateway.deliver('lin@ep.test', mailText(String(now)))
    }
    gateway.clock.set(Date.UTC(2026, 10, 21, 1, 15))
    const { json } = await list({}, abroad)
    expect(json.list).toEqual([
      expect.objectContaining({ date: '2026-11-01 01:30:00' }),
      expect.objectContaining({ date: '2026-11-01 01:30:00' }),
    ])
  })

  it('takes the page size of the account, else fifty', async () => {
    expect((await list()).json.pageSize).toBe(50)
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.accounts.change(account?.id ?? '', { pageSize: 20 })
    expect((await list()).json.pageSize).toBe(20)
  })

  it('takes the page size that the person chooses, of those that are offered', async () => {
    const choose = async (pageSize: number) =>
      (await calls.post('settings/change.action', { pageSize }, { session: lin })).json
    expect(await choose(100)).toMatchObject({ code: '200' })
    expect(await choose(99)).toMatchObject({ code: 'badField', field: 'pageSize' })
    expect(await choose(100_000)).toMatchObject({ code: 'badField' })
    expect([(await list()).json.pageSize, (await list({}, wang)).json.pageSize]).toEqual([100, 50])
    expect((await calls.get('login/getUsersInfo.action', {}, { session: lin })).json.pageSize).toBe(100)
  })

  it('beyond its end is empty', async () => {
    await gateway.deliver('lin@ep.test', mailText('One'))
    expect((await list({ page: 1_000_000_000 })).json).toMatchObject({ code: '200', list: [], total: 1 })
  })

  it.each([
    ['page', { page: -1 }],
    ['page', { page: 0 }],
    ['page', { page: 1_000_000_001 }],
    ['page', { page: '1.5' }],
    ['pageSize', { pageSize: 201 }],
    ['sort', { sort: 'colour' }],
    ['filter', { filter: '' }],
  ])('names %s when it cannot be read: %o', async (field, values) => {
    const { status, json } = await list(values)
    expect({ status, json }).toEqual({ status: 200, json: { code: 'badField', msg: 'errors:badField', field } })
  })

  it('refuses a repeated single field and ignores an unknown one', async () => {
    const repeated = await calls.postText('query/queryfolder2.action', 'folder=inbox&folder=sent', { session: lin })
    expect(repeated.json).toMatchObject({ code: 'badField', field: 'folder' })
    const unknown = await calls.postText('query/queryfolder2.action', 'folder=inbox&colour=blue', { session: lin })
    expect(unknown.json).toMatchObject({ code: '200' })
  })

  it('S21: of a folder that is not there is notFound', async () => {
    expect((await list({ folder: 'nothing' })).json).toEqual({ code: 'notFound', msg: 'errors:notFound' })
  })
})

describe('moving, marking, deleting', () => {
  it('says where each mail was and what it is called now, so that it can be put back', async () => {
    const id = await gateway.deliver('lin@ep.test', mailText('One'))
    const { json } = await calls.post('manage/move2.action', { ids: id, target: 'deleted' }, { session: lin })
    expect(json).toEqual({ code: '200', moved: [{ id, newId: expect.any(String), from: 'inbox' }] })
    expect((await list()).json.total).toBe(0)
    expect((await list({ folder: 'deleted' })).json.total).toBe(1)
  })

  it.each([
    'manage/move2.action',
    'manage/moveMailJunk2.action',
    'manage/view2.action',
    'manage/remove2.action',
    'manage/mark2',
  ])('%s without a mail asks to choose again', async (path) => {
    const { json } = await calls.post(path, { target: 'deleted', mark: 'seen' }, { session: lin })
    expect(json).toMatchObject({ code: 'noMailSelected' })
  })

  it('goes to no view and to no unknown folder', async () => {
    const id = await gateway.deliver('lin@ep.test', mailText('One'))
    const to = async (target: string) =>
      (await calls.post('manage/move2.action', { ids: id, target }, { session: lin })).json.code
    expect([await to('flag'), await to('outbox'), await to('nothing')]).toEqual([
      'notAllowed',
      'notAllowed',
      'notFound',
    ])
  })

  it('reports as spam into junk, and blocks the sender where that is asked', async () => {
    const id = await gateway.deliver('lin@ep.test', mailText('One'))
    const report = (blacklist: string) =>
      calls.post('mailFiltering/saveReportSpamList.action', { ids: id, blacklist }, { session: lin })
    expect((await report('0')).json).toMatchObject({ code: '200', blocked: [] })
    expect((await report('1')).json).toMatchObject({ code: '200', blocked: ['w@example.cn'] })
    expect((await list({ folder: 'junk' })).json.total).toBe(1)
  })

  it('deletes for good from deleted, junk and draft alone', async () => {
    const id = await gateway.deliver('lin@ep.test', mailText('One'))
    const remove = async (ids: string) => (await calls.post('manage/remove2.action', { ids }, { session: lin })).json
    expect(await remove(id)).toMatchObject({ code: 'notAllowed' })
    const trashed = await gateway.deliver('lin@ep.test', mailText('Two'), 'deleted')
    expect(await remove(trashed)).toEqual({ code: '200', removed: [trashed] })
    expect(await remove(trashed)).toMatchObject({ code: 'notFound' })
  })

  it('marks several mails or a whole folder', async () => {
    const ids = [
      await gateway.deliver('lin@ep.test', mailText('One')),
      await gateway.deliver('lin@ep.test', mailText('Two')),
    ]
    const some = await calls.post('manage/mark2', { ids, mark: 'flagged' }, { session: lin })
    expect(some.json).toEqual({ code: '200', mark: 'flagged', changed: 2 })
    const all = await calls.post('manage/mark2', { folder: 'inbox', mark: 'seen' }, { session: lin })
    expect(all.json).toEqual({ code: '200', mark: 'seen', changed: 2 })
    const none = await calls.post('manage/mark2', { folder: 'nothing', mark: 'seen' }, { session: lin })
    expect(none.json).toMatchObject({ code: 'notFound' })
  })

  it('S21: says of another’s mail what it says of none, whatever is asked', async () => {
    const id = await gateway.deliver('lin@ep.test', mailText('Private'), 'deleted')
    const asked: readonly [string, Record<string, string>][] = [
      ['manage/move2.action', { target: 'inbox' }],
      ['manage/moveMailJunk2.action', {}],
      ['manage/remove2.action', {}],
      ['manage/mark2', { mark: 'seen' }],
      ['readmail/showMail.action', {}],
      ['readmail/getAttachmentInfo2.action', {}],
    ]
    for (const [path, values] of asked) {
      const foreign = await calls.post(path, { ...values, ids: id, id }, { session: wang })
      const absent = await calls.post(path, { ...values, ids: 'nothing', id: 'nothing' }, { session: wang })
      expect([path, foreign.json]).toEqual([path, { code: 'notFound', msg: 'errors:notFound' }])
      expect(foreign).toEqual(absent)
    }
    const view = await calls.post('manage/view2.action', { ids: id }, { session: wang })
    expect(view.json).toEqual({ code: '200', list: [] })
    expect((await list({ folder: 'deleted' })).json).toMatchObject({ total: 1, unread: 1 })
  })
})

describe('new mail', () => {
  const poll = async (values: Record<string, string> = {}) =>
    (await calls.get('query/timingQueryMail.action', values, { session: lin })).json

  it('is counted from a cursor, three of it shown', async () => {
    const { cursor } = await poll()
    for (const subject of ['a', 'b', 'c', 'd']) await gateway.deliver('lin@ep.test', mailText(subject))
    const found = await poll({ since: String(cursor) })
    expect(found).toMatchObject({ code: '200', newmailcount: 4 })
    expect(found.newest).toHaveLength(3)
    expect(await poll({ since: String(found.cursor) })).toMatchObject({ newmailcount: 0, newest: [] })
  })

  it('is counted from the session’s last list of the inbox when no cursor is named', async () => {
    await gateway.deliver('lin@ep.test', mailText('seen in the list'))
    await list()
    expect(await poll()).toMatchObject({ newmailcount: 0 })
    await gateway.deliver('lin@ep.test', mailText('after it'))
    expect(await poll()).toMatchObject({ newmailcount: 1, newest: [expect.objectContaining({ subject: 'after it' })] })
  })
})

describe('searching', () => {
  const search = async (values: Record<string, string>) =>
    (await calls.post('query/search2.action', { location: 'all', ...values }, { session: lin })).json

  it('finds two Chinese characters and marks where they stand', async () => {
    await gateway.deliver('lin@ep.test', mailText('本月发票已寄出'))
    const found = await search({ keyword: '发票' })
    expect(found).toMatchObject({ code: '200', total: 1, page: 1, pageSize: 50 })
    expect(found.list).toEqual([expect.objectContaining({ matches: [{ field: 'subject', start: 2, end: 4 }] })])
  })

  it('needs two characters', async () => {
    expect(await search({ keyword: ' 票 ' })).toMatchObject({ code: 'keywordTooShort', field: 'keyword' })
  })
})

describe('words that a store could take for its own', () => {
  const hostile = [
    'a" OR "b',
    "x' or 1=1 --",
    'subject:*',
    '{3+}\r\nA1 LOGOUT',
    'NEAR(a b)',
    '%%%%',
    '\\\\',
    'a\0b',
    '()[]{}',
  ]
  it.each(hostile)('S13: %j is searched for and nothing else', async (keyword) => {
    await gateway.deliver('lin@ep.test', mailText('Ordinary'))
    const { status, json } = await calls.post('query/search2.action', { keyword, location: 'all' }, { session: lin })
    expect([status, json.code, json.total]).toEqual([200, '200', 0])
  })

  it.each(hostile)('S13: %j names no folder and no mail', async (name) => {
    expect((await list({ folder: name })).json.code).toBe('notFound')
    const shown = await calls.post('readmail/showMail.action', { id: name }, { session: lin })
    expect(shown.json.code).toBe('notFound')
  })
})

describe('the mailbox', () => {
  it('tells its folders and its room', async () => {
    await gateway.deliver('lin@ep.test', mailText('One'))
    const { json: info } = await calls.get('query/folderinfo.action', {}, { session: lin })
    expect(info.folders).toContainEqual(
      expect.objectContaining({ id: 'inbox', parent: null, total: 1, unread: 1, size: expect.any(Number) }),
    )
    const { json: quota } = await calls.post('main/getQuotaMessages', {}, { session: lin })
    expect(quota).toEqual({
      code: '200',
      used: expect.any(Number),
      limit: 10 * 1024 ** 3,
      count: 1,
      limitPerMail: 52_428_800,
    })
  })
})
