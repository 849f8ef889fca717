import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCalls, type Signed } from '#tests/support/gateway/calls'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
  lin = await calls.signIn('lin@ep.test')
  await gateway.deliver('lin@ep.test', mailText)
})
afterEach(() => gateway.close())

const mailText = 'From: w@example.cn\nTo: lin@ep.test\nSubject: Hello\n\nText\n'

const list = async (values: Record<string, string | number> = {}, session = lin) =>
  (await calls.post('query/queryfolder2.action', { folder: 'inbox', ...values }, { session })).json

async function versionOf(values: Record<string, string | number> = {}): Promise<string> {
  const { version } = await list({ known: '', ...values })
  if (typeof version !== 'string') throw new Error('no version was told')
  return version
}

describe('the version of a list', () => {
  it('is told to whoever asks for it, and to nobody else', async () => {
    expect(await list()).not.toHaveProperty('version')
    expect(await list({ known: '' })).toMatchObject({ code: '200', total: 1, version: expect.any(String) })
  })

  it('is answered with one word while the list is the same, and with the list when it is not', async () => {
    const known = await versionOf()
    expect(await list({ known })).toMatchObject({ code: '200', unchanged: true, version: known, list: [] })
    await gateway.deliver('lin@ep.test', mailText)
    const changed = await list({ known })
    expect(changed).toMatchObject({ total: 2 })
    expect(changed).not.toHaveProperty('unchanged')
    expect(changed.version).not.toBe(known)
  })

  it('never builds the page for it', async () => {
    const known = await versionOf()
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (owner === null) throw new Error('no account')
    let pages = 0
    const { of } = gateway.stores.mailStores
    const store = of(owner)
    Object.assign(gateway.stores.mailStores, {
      of: () => ({
        ...store,
        page: (query: Parameters<typeof store.page>[0]) => {
          pages += 1
          return store.page(query)
        },
      }),
    })
    await list({ known })
    expect(pages).toBe(0)
    await list({ known: 'another' })
    expect(pages).toBe(1)
  })

  it('holds for no other question', async () => {
    const known = await versionOf()
    const others = [
      { folder: 'sent' },
      { page: 2 },
      { pageSize: 20 },
      { sort: 'size' },
      { order: 'asc' },
      { filter: 'unread' },
    ]
    for (const other of others) expect(await list({ known, ...other })).not.toHaveProperty('unchanged')
  })

  it('holds for no other account and no other time zone', async () => {
    const known = await versionOf()
    const wang = await calls.signIn('wang@ep.test')
    expect(await list({ known }, wang)).toMatchObject({ total: 0, list: [] })
    expect(await list({ known }, wang)).not.toHaveProperty('unchanged')
    const abroad = await calls.signIn('lin@ep.test', 'America/New_York')
    expect(await list({ known }, abroad)).not.toHaveProperty('unchanged')
  })

  it('says of a folder that is gone what it always says, and refuses what is too long', async () => {
    expect(await list({ folder: 'none', known: 'x' })).toMatchObject({ code: 'notFound' })
    expect(await list({ known: 'x'.repeat(101) })).toMatchObject({ code: 'badField', field: 'known' })
  })

  it('counts as a look at the inbox, so that mail which was told of is not told of as new', async () => {
    const known = await versionOf()
    expect(await list({ known })).toMatchObject({ unchanged: true })
    await gateway.deliver('lin@ep.test', mailText)
    const poll = async () => (await calls.get('query/timingQueryMail.action', {}, { session: lin })).json
    expect(await poll()).toMatchObject({ newmailcount: 1 })
  })
})
