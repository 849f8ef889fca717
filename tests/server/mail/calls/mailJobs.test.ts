/** Work over a whole folder: started by one call, done behind, told, cancelled, and gone on with after a restart. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Filter } from '#contract/endpoints/mail/mail'
import type { Account } from '#server/core/account'
import { makeJobRunner } from '#server/mail/jobs/jobRunner'
import type { MailStore, MailStores } from '#server/mail/mail.store'
import type { makeCalls, Signed } from '#tests/support/gateway/calls'
import type { TestGateway } from '#tests/support/gateway/gateway'
import { linAndWang } from '#tests/support/gateway/twoPeople'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let account: Account
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, account, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

async function fill(count: number, folder = 'inbox'): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await gateway.deliver('lin@ep.test', 'Subject: A\n\nText\n', folder))
  return ids
}

async function totals(folder: string, filter: Filter = 'all'): Promise<number> {
  const query = { folder, filter, page: 1, pageSize: 1, sort: 'date', order: 'desc' } as const
  return (await gateway.stores.mailStores.of(account).page(query))?.total ?? -1
}

const start = (values: Record<string, string>, session = lin) =>
  calls.post('jobs/startMailJob.action', { folder: 'inbox', ...values }, { session })
const told = async (id?: string, session = lin) =>
  (await calls.get('jobs/mailJobs.action', id === undefined ? {} : { id }, { session })).json
const idOf = (json: Readonly<Record<string, unknown>>): string => {
  const { job } = json
  if (typeof job !== 'object' || job === null || !('id' in job)) throw new Error(`No job in ${JSON.stringify(json)}`)
  return String(job.id)
}

describe('a job', () => {
  it('moves all that a folder holds, and tells how far it is', async () => {
    await fill(250)
    const { json } = await start({ kind: 'move', target: 'deleted' })
    expect(json).toMatchObject({ code: '200', job: { kind: 'move', total: 250, state: 'running', target: 'deleted' } })
    await gateway.drain()
    expect(await told(idOf(json))).toMatchObject({ jobs: [{ state: 'done', done: 250, total: 250 }] })
    expect([await totals('inbox'), await totals('deleted')]).toEqual([0, 250])
  })

  it.each([
    ['unseen', 'all', 'unread', 40],
    ['flagged', 'unread', 'flagged', 250],
    ['flagged', 'all', 'flagged', 40],
  ] as const)('marks %s what the filter %s shows', async (mark, filter, result, count) => {
    const ids = await fill(count)
    const store = gateway.stores.mailStores.of(account)
    await store.mark(ids.slice(0, 30), 'seen')
    const expected = filter === 'unread' ? count - 30 : count
    await start({ kind: 'mark', mark, filter })
    await gateway.drain()
    expect(await totals('inbox', result)).toBe(expected)
  })

  it('marks read and takes flags away, leaving what has them already out of the count', async () => {
    const ids = await fill(60)
    const store = gateway.stores.mailStores.of(account)
    await store.mark(ids.slice(0, 40), 'seen')
    await store.mark(ids.slice(0, 10), 'flagged')
    const seen = await start({ kind: 'mark', mark: 'seen' })
    const bare = await start({ kind: 'mark', mark: 'unflagged' })
    await gateway.drain()
    expect(await told(idOf(seen.json))).toMatchObject({ jobs: [{ state: 'done', done: 20, total: 60 }] })
    expect(await told(idOf(bare.json))).toMatchObject({ jobs: [{ state: 'done', done: 10 }] })
    expect([await totals('inbox', 'unread'), await totals('inbox', 'flagged')]).toEqual([0, 0])
  })

  it('leaves alone what arrives after it was asked for', async () => {
    await gateway.house.dispatcher.stop()
    await fill(3)
    await start({ kind: 'move', target: 'deleted' })
    gateway.clock.advance(120_000)
    const late = await fill(1)
    await gateway.drain()
    expect(await totals('deleted')).toBe(3)
    const { list } = (await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session: lin })).json
    expect(list).toEqual([expect.objectContaining({ id: late[0] })])
  })

  it('deletes for good only where one by one may be deleted', async () => {
    await fill(2)
    await fill(3, 'junk')
    expect((await start({ kind: 'remove' })).json).toMatchObject({ code: 'notAllowed' })
    await start({ kind: 'remove', folder: 'junk' })
    await gateway.drain()
    expect([await totals('junk'), await totals('inbox')]).toEqual([0, 2])
  })

  it.each([
    [{ kind: 'move' }, 'badField'],
    [{ kind: 'mark' }, 'badField'],
    [{ kind: 'move', target: 'flag' }, 'notAllowed'],
    [{ kind: 'move', target: 'inbox' }, 'notAllowed'],
    [{ kind: 'move', target: 'nowhere' }, 'notFound'],
    [{ kind: 'mark', mark: 'seen', folder: 'nowhere' }, 'notFound'],
    [{ kind: 'mark', mark: 'seen', folder: 'sent' }, 'noMailSelected'],
  ])('refuses %o with %s', async (values, code) => {
    await fill(1)
    expect((await start(values)).json).toMatchObject({ code })
  })

  it("S21: another person's is not there: neither told nor cancelled", async () => {
    await gateway.house.dispatcher.stop()
    await fill(1)
    const id = idOf((await start({ kind: 'mark', mark: 'seen' })).json)
    expect(await told(id, wang)).toMatchObject({ code: 'notFound' })
    expect(await told(undefined, wang)).toMatchObject({ jobs: [] })
    const cancelled = await calls.post('jobs/cancelMailJob.action', { id }, { session: wang })
    expect(cancelled.json).toMatchObject({ code: 'notFound' })
    expect(await told(undefined)).toMatchObject({ jobs: [{ id, state: 'running' }] })
  })

  it('lets no more than three run at once', async () => {
    await gateway.house.dispatcher.stop()
    await fill(1)
    for (const mark of ['seen', 'flagged', 'unflagged']) await start({ kind: 'mark', mark })
    expect((await start({ kind: 'mark', mark: 'unseen' })).json).toMatchObject({ code: 'tooManyTries' })
  })
})

describe('a job that is broken off', () => {
  /** A runner of the test's own, over stores that do something before each page. */
  function runnerWith(beforePage: (page: number) => Promise<unknown>) {
    let pages = 0
    const mailStores: MailStores = {
      ...gateway.stores.mailStores,
      of: (owner) => {
        const store = gateway.stores.mailStores.of(owner)
        const page: MailStore['page'] = async (query) => {
          pages += 1
          await beforePage(pages)
          return store.page(query)
        }
        return { ...store, page }
      },
    }
    return makeJobRunner({ ...gateway.stores, mailStores, report: () => undefined })
  }

  it('ends after its step when it is cancelled, and what it has done stays done', async () => {
    await gateway.house.dispatcher.stop()
    await fill(410)
    const id = idOf((await start({ kind: 'move', target: 'deleted' })).json)
    const runner = runnerWith(async (page) => {
      if (page === 2) await calls.post('jobs/cancelMailJob.action', { id }, { session: lin })
    })
    await runner.drain()
    expect(await told(id)).toMatchObject({ jobs: [{ state: 'cancelled', done: 400 }] })
    expect(await totals('inbox')).toBe(10)
  })

  it('of a whole mailbox is one at a time, and the work of others goes on beside it', async () => {
    await gateway.house.dispatcher.stop()
    await fill(3)
    const about = { accountId: account.id, work: { kind: 'archive' }, folder: '', filter: 'all' } as const
    const begins = { state: 'running', total: 0, done: 0, position: 0, reason: null } as const
    for (const id of ['a1', 'a2'])
      await gateway.stores.mailJobs.add({ ...about, ...begins, id, createdAt: gateway.clock.now() })
    gateway.clock.advance(1)
    const id = idOf((await start({ kind: 'mark', mark: 'seen' })).json)
    const begun: string[] = []
    let letGo = (): void => undefined
    const isLet = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const workArchive = async (_account: Account, job: { readonly id: string }) => {
      begun.push(job.id)
      await isLet
      return true
    }
    const lists = { ...about, ...begins, work: { kind: 'attachments' } } as const
    for (const id of ['l1', 'l2']) await gateway.stores.mailJobs.add({ ...lists, id, createdAt: gateway.clock.now() })
    const workAttachments = async () => workArchive(account, { id: 'list' })
    const deps = { ...gateway.stores, workArchive, workAttachments, report: () => undefined }
    const drained = makeJobRunner(deps).drain()
    await vi.waitFor(async () => expect(await told(id)).toMatchObject({ jobs: [{ state: 'done' }] }))
    // A list of attachments waits for no archive.
    expect(begun.toSorted()).toEqual(['a1', 'list'])
    letGo()
    await drained
    expect(begun.toSorted()).toEqual(['a1', 'a2', 'list', 'list'])
  })

  it('R18: is given back when the house closes, and another goes on with it', async () => {
    await gateway.house.dispatcher.stop()
    await fill(250)
    const id = idOf((await start({ kind: 'mark', mark: 'flagged' })).json)
    let stopped: Promise<void> | undefined
    const first = runnerWith(async () => {
      stopped ??= first.stop()
    })
    await first.drain()
    await stopped
    expect(await told(id)).toMatchObject({ jobs: [{ state: 'running', done: 200 }] })
    await gateway.drain()
    expect(await told(id)).toMatchObject({ jobs: [{ state: 'done', done: 250 }] })
    expect(await totals('inbox', 'flagged')).toBe(250)
  })
})
