import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCalls, type Signed } from '#tests/support/gateway/calls'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  for (const name of ['lin', 'wang']) await gateway.account(`${name}@ep.test`)
  ;[lin, wang] = [await calls.signIn('lin@ep.test'), await calls.signIn('wang@ep.test')]
})
afterEach(() => gateway.close())

function deliver(subject: string, id: string, answers?: string): Promise<string> {
  const references = answers === undefined ? '' : `References: <${answers}@x>\n`
  const raw = `From: Wang <w@example.cn>\nTo: lin@ep.test\nSubject: ${subject}\nMessage-ID: <${id}@x>\n${references}\nText\n`
  return gateway.deliver('lin@ep.test', raw)
}

const list = async (values: Record<string, string | number> = {}) =>
  (await calls.post('query/queryfolder2.action', { folder: 'inbox', conversations: 1, ...values }, { session: lin }))
    .json
const open = async (values: Record<string, string | number>, session = lin) =>
  (await calls.post('query/conversation.action', values, { session })).json

describe('a list of conversations', () => {
  it('has one row for mails that answer one another, and the rest as they are', async () => {
    const plan = await deliver('Plan', 'a')
    await deliver('Lunch', 'b')
    const answer = await deliver('Re: Plan', 'c', 'a')
    const json = await list()
    expect(json).toMatchObject({ total: 2, unread: 2 })
    expect(json.list).toMatchObject([
      { id: answer, threadCount: 2, conversation: { count: 2, mails: [{ id: answer }, { id: plan }] } },
      { subject: 'Lunch', conversation: { count: 1 } },
    ])
    expect(json).not.toHaveProperty('conversations')
    expect(await list({ conversations: 0 })).toMatchObject({ total: 3 })
  })

  it('keeps the version of a list of mails apart from that of conversations', async () => {
    await deliver('Plan', 'a')
    const mails = await list({ conversations: 0, known: '' })
    const grouped = await list({ known: String(mails.version) })
    expect(grouped).toMatchObject({ total: 1, list: [{ subject: 'Plan' }] })
    expect(await list({ known: String(grouped.version) })).toMatchObject({ unchanged: true })
  })

  it('is refused for a view, and with a word that is neither yes nor no', async () => {
    expect(await list({ folder: 'flag' })).toMatchObject({ code: 'notAllowed', field: 'conversations' })
    expect(await list({ conversations: 'maybe' })).toMatchObject({ code: 'badField', field: 'conversations' })
    expect(await list({ folder: 'absent' })).toMatchObject({ code: 'notFound' })
  })
})

describe('an opened conversation', () => {
  it('has its mails oldest first, without their texts, and at most fifty at a time', async () => {
    const plan = await deliver('Plan', 'a')
    const answer = await deliver('Re: Plan', 'b', 'a')
    const json = await open({ id: answer })
    expect(json).toMatchObject({ code: '200', total: 2, page: 1, pageSize: 50 })
    expect(json.list).toMatchObject([{ id: plan }, { id: answer, date: expect.stringMatching(/^\d{4}-/) }])
    expect(JSON.stringify(json.list)).not.toContain('"text"')
    expect((await open({ id: answer, pageSize: 1, page: 2 })).list).toMatchObject([{ id: plan }])
    expect((await open({ id: answer, page: 3 })).list).toEqual([])
    expect(await open({ id: answer, pageSize: 51 })).toMatchObject({ code: 'badField', field: 'pageSize' })
    expect(await open({ id: answer, page: 0 })).toMatchObject({ code: 'badField', field: 'page' })
    expect(await open({})).toMatchObject({ code: 'badField', field: 'id' })
  })

  it('S21: is not there for anybody else', async () => {
    const id = await deliver('Plan', 'a')
    expect(await open({ id }, wang)).toEqual(await open({ id: 'none' }, wang))
    expect(await open({ id }, wang)).toMatchObject({ code: 'notFound' })
  })
})

describe('where mails cannot be grouped', () => {
  it('is said with every list, an unchanged one included', async () => {
    const stores = gateway.stores.mailStores
    const of = stores.of.bind(stores)
    vi.spyOn(stores, 'of').mockImplementation((account) => ({ ...of(account), groups: false }))
    await deliver('Plan', 'a')
    const told = await list({ conversations: 0, known: '' })
    expect(told).toMatchObject({ total: 1, conversations: false })
    const again = await list({ conversations: 0, known: String(told.version) })
    expect(again).toMatchObject({ unchanged: true, conversations: false })
  })
})
