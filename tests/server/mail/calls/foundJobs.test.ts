/** Work over all that a search finds: started by one call, done behind, and gone on with after a restart. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#server/core/account'
import { makeJobRunner } from '#server/mail/jobs/jobRunner'
import type { MailStores } from '#server/mail/mail.store'
import { makeCalls, type Signed } from '#tests/support/gateway/calls'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let account: Account
let lin: Signed

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  account = await gateway.account('lin@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

async function fill(count: number, subject: string, folder = 'inbox'): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++)
    ids.push(await gateway.deliver('lin@ep.test', `Subject: ${subject} ${at}\n\nText\n`, folder))
  return ids
}

async function total(folder: string): Promise<number> {
  const query = { folder, filter: 'all', page: 1, pageSize: 1, sort: 'date', order: 'desc' } as const
  return (await gateway.stores.mailStores.of(account).page(query))?.total ?? -1
}

const find = async (values: Record<string, string>) =>
  (await calls.post('query/advance_search2.action', { location: 'all', ...values }, { session: lin })).json
const start = async (values: Record<string, string>) =>
  (await calls.post('jobs/startFoundJob.action', { location: 'all', ...values }, { session: lin })).json
const told = async () => (await calls.get('jobs/mailJobs.action', {}, { session: lin })).json

describe('a job over what a search finds', () => {
  it('moves all of it, from whatever folder, and nothing else', async () => {
    await fill(230, 'Budget')
    await fill(20, 'Budget', 'sent')
    await fill(5, 'Holiday')
    await fill(2, 'Budget', 'junk')
    const job = { kind: 'move', target: 'deleted', folder: '', total: 250, state: 'running' }
    expect(await start({ keyword: 'budget', kind: 'move', target: 'deleted' })).toMatchObject({ code: '200', job })
    await gateway.drain()
    expect(await told()).toMatchObject({ jobs: [{ state: 'done', done: 250, total: 250 }] })
    expect([await total('deleted'), await total('inbox'), await total('sent'), await total('junk')]).toEqual([
      250, 5, 0, 2,
    ])
  })

  it('marks what is then no longer found, to the last', async () => {
    await fill(250, 'Budget')
    await start({ keyword: 'budget', seen: '0', kind: 'mark', mark: 'seen' })
    await gateway.drain()
    expect(await told()).toMatchObject({ jobs: [{ state: 'done', done: 250 }] })
    expect(await find({ keyword: 'budget', seen: '0' })).toMatchObject({ total: 0 })
  })

  it('leaves alone what arrives after it was asked for', async () => {
    await gateway.house.dispatcher.stop()
    await fill(3, 'Budget')
    await start({ subject: 'budget', kind: 'mark', mark: 'flagged' })
    gateway.clock.advance(120_000)
    await fill(1, 'Budget late')
    await gateway.drain()
    expect(await find({ subject: 'budget', flagged: '1' })).toMatchObject({ total: 3 })
  })

  it('deletes for good only within a folder where one by one may be deleted', async () => {
    await fill(1, 'Budget')
    await fill(3, 'Budget', 'junk')
    expect(await start({ keyword: 'budget', kind: 'remove' })).toMatchObject({ code: 'notAllowed' })
    expect(await start({ keyword: 'budget', kind: 'remove', folder: 'anywhere' })).toMatchObject({ code: 'notAllowed' })
    await start({ keyword: 'budget', kind: 'remove', folder: 'junk' })
    await gateway.drain()
    expect([await total('junk'), await total('inbox')]).toEqual([0, 1])
  })

  it.each([
    [{ keyword: 'b', kind: 'mark', mark: 'seen' }, 'keywordTooShort'],
    [{ folder: 'inbox', kind: 'mark', mark: 'seen' }, 'keywordTooShort'],
    [{ keyword: 'budget', kind: 'mark' }, 'badField'],
    [{ keyword: 'budget', kind: 'move' }, 'badField'],
    [{ keyword: 'budget', kind: 'move', target: 'flag' }, 'notAllowed'],
    [{ keyword: 'budget', kind: 'move', target: 'inbox', folder: 'inbox' }, 'notAllowed'],
    [{ keyword: 'budget', kind: 'move', target: 'nowhere' }, 'notFound'],
    [{ keyword: 'budget', kind: 'mark', mark: 'seen', folder: 'nowhere' }, 'notFound'],
    [{ keyword: 'absent', kind: 'mark', mark: 'seen' }, 'noMailSelected'],
  ])('refuses %o with %s', async (values, code) => {
    await fill(1, 'Budget')
    expect(await start(values)).toMatchObject({ code })
    expect(await told()).toMatchObject({ jobs: [] })
  })

  it('is one of no more than three that run at once', async () => {
    await gateway.house.dispatcher.stop()
    await fill(1, 'Budget')
    for (const mark of ['seen', 'flagged', 'unflagged']) await start({ keyword: 'budget', kind: 'mark', mark })
    expect(await start({ keyword: 'budget', kind: 'mark', mark: 'unseen' })).toMatchObject({ code: 'tooManyTries' })
  })

  it('ends when it is cancelled while the search goes on, with nothing done', async () => {
    await gateway.house.dispatcher.stop()
    await fill(3, 'Budget')
    await start({ keyword: 'budget', kind: 'move', target: 'deleted' })
    const mailStores: MailStores = {
      ...gateway.stores.mailStores,
      of: (owner) => {
        const store = gateway.stores.mailStores.of(owner)
        return {
          ...store,
          findAll: async (search, goOn) => {
            const [{ id } = { id: '' }] = await gateway.stores.mailJobs.ofAccount(owner.id, 0)
            await calls.post('jobs/cancelMailJob.action', { id }, { session: lin })
            return (await goOn()) ? store.findAll(search, goOn) : []
          },
        }
      },
    }
    await makeJobRunner({ ...gateway.stores, mailStores, report: () => undefined }).drain()
    expect(await told()).toMatchObject({ jobs: [{ state: 'cancelled', done: 0 }] })
    expect(await total('inbox')).toBe(3)
  })

  it('R18: is given back when the house closes, and another goes on with it', async () => {
    await gateway.house.dispatcher.stop()
    await fill(250, 'Budget')
    await start({ keyword: 'budget', kind: 'mark', mark: 'flagged' })
    let stopped: Promise<void> | undefined
    const mailStores: MailStores = {
      ...gateway.stores.mailStores,
      of: (owner) => {
        const store = gateway.stores.mailStores.of(owner)
        return {
          ...store,
          summaries: async (ids) => {
            stopped ??= first.stop()
            return store.summaries(ids)
          },
        }
      },
    }
    const first = makeJobRunner({ ...gateway.stores, mailStores, report: () => undefined })
    await first.drain()
    await stopped
    expect(await told()).toMatchObject({ jobs: [{ state: 'running', done: 200, total: 250 }] })
    await gateway.drain()
    expect(await told()).toMatchObject({ jobs: [{ state: 'done', done: 250, total: 250 }] })
    expect(await find({ keyword: 'budget', flagged: '1' })).toMatchObject({ total: 250 })
  })
})
