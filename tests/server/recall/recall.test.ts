import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { heldLine } from '../../support/connections/heldReply'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { type Answered, makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const hour = 3_600_000
const now = Date.UTC(2026, 10, 21, 1, 30)

let gateway: TestGateway
let sink: SmtpSink
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let keys = 0

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

const ask = (path: string, values: RawValues = {}, as: Signed = lin) => calls.post(path, values, { session: as })
const info = async (id: string, as: Signed = lin) =>
  (await calls.get('recall/recallInfo.action', { id }, { session: as })).json
const status = async (id: string, as: Signed = lin) =>
  (await calls.get('recall/recallStatus.action', { id }, { session: as })).json
const recall = (id: string, values: RawValues = {}, as: Signed = lin): Promise<Answered> =>
  ask('recall/recallMail.action', { id, ...values }, as)
const list = async (folder: string, as: Signed = lin) => {
  const { json } = await ask('query/queryfolder2.action', { folder }, as)
  return json.list as readonly Row[]
}
const inboxOf = async (name: string) => list('inbox', await calls.signIn(`${name}@ep.test`))
const textOf = async (id: string, as: Signed) => {
  const { json } = await ask('readmail/showMail.action', { id }, as)
  return (json.mail as { text?: string; html?: string }).html ?? ''
}

/** Sends a mail and answers the id of its copy in Sent. */
async function sent(values: RawValues = {}, as: Signed = lin): Promise<string> {
  const written = { to: 'wang@ep.test', subject: '合同', html: '<p>请看</p>', idempotencyKey: `k${keys++}` }
  const { json } = await ask('writemail/sendMail.action', { ...written, ...values }, as)
  expect(json.code).toBe('200')
  await gateway.drain()
  const [newest] = await list('sent', as)
  return newest?.id ?? ''
}

beforeEach(async () => {
  sink = await openSmtpSink()
  gateway = await makeTestGateway({ now, env: { RELAY_URL: `smtp://127.0.0.1:${sink.port}` } })
  calls = makeCalls(gateway)
  for (const name of ['lin', 'wang', 'bea']) await gateway.account(`${name}@ep.test`)
  lin = await calls.signIn('lin@ep.test')
})

afterEach(async () => {
  await gateway.close()
  await sink.close()
})

describe('a recall', () => {
  it('takes the unread mail away, leaves the read one and the foreign one, and tells all of it', async () => {
    const id = await sent({ to: ['wang@ep.test', 'zoe@elsewhere.example'], bcc: 'bea@ep.test' })
    const bea = await calls.signIn('bea@ep.test')
    const [read] = await list('inbox', bea)
    await ask('readmail/showMail.action', { id: read?.id ?? '', seen: 1 }, bea)
    expect(await info(id)).toEqual({
      code: '200',
      reason: null,
      own: ['wang@ep.test', 'bea@ep.test'],
      external: ['zoe@elsewhere.example'],
      left: 10,
      limit: 10,
    })
    const { json } = await recall(id)
    expect(json).toMatchObject({
      code: '200',
      left: 9,
      recall: { mark: 'running', totals: { waiting: 2, external: 1 } },
    })
    await gateway.drain()
    expect(await inboxOf('wang')).toEqual([])
    expect(await inboxOf('bea')).toHaveLength(1)
    expect((await status(id)).recall).toEqual({
      mark: 'partly',
      recipients: [
        { address: 'wang@ep.test', state: 'recalled' },
        { address: 'zoe@elsewhere.example', state: 'external' },
        { address: 'bea@ep.test', state: 'read' },
      ],
      totals: { waiting: 0, recalled: 1, read: 1, absent: 0, external: 1, failed: 0 },
    })
    expect(await list('sent')).toMatchObject([{ id, recalled: 'partly' }])
    const [told, ...more] = await list('inbox')
    expect(more).toEqual([])
    expect(told).toMatchObject({ subject: '邮件撤回结果 / Recall result: 合同', seen: false })
    const words = await textOf(told?.id ?? '', lin)
    for (const part of ['wang@ep.test', '已撤回', 'Already read', 'External', '1 / 3']) expect(words).toContain(part)
  })

  it('makes a list that is held an old one, so that its mark is seen', async () => {
    const id = await sent()
    const held = async (known: string) =>
      (await ask('query/queryfolder2.action', { folder: 'sent', known })).json as {
        version: string
        unchanged?: boolean
      }
    const { version } = await held('')
    expect(await held(version)).toMatchObject({ unchanged: true })
    await recall(id)
    const running = await held(version)
    expect(running).toMatchObject({ list: [{ recalled: 'running' }] })
    await gateway.drain()
    expect(await held(running.version)).toMatchObject({ list: [{ recalled: 'recalled' }] })
  })

  it('tells the recipient that a mail was recalled only where that is asked for, and nothing of what it said', async () => {
    const wang = await calls.signIn('wang@ep.test')
    await recall(await sent())
    await gateway.drain()
    expect(await list('inbox', wang)).toEqual([])
    await recall(await sent({ subject: '秘密' }), { notice: 1 })
    await gateway.drain()
    const told = await list('inbox', wang)
    expect(told).toMatchObject([{ subject: 'lin 撤回了一封邮件 / recalled a message' }])
    const words = JSON.stringify(told) + (await textOf(told[0]?.id ?? '', wang))
    expect(words).not.toContain('秘密')
  })

  it('reaches every mailbox of a mail that was sent separately', async () => {
    const id = await sent({ to: ['wang@ep.test', 'bea@ep.test'], separate: 1 })
    await recall(id)
    await gateway.drain()
    expect((await status(id)).recall).toMatchObject({ mark: 'recalled', totals: { recalled: 2 } })
    expect([await inboxOf('wang'), await inboxOf('bea')]).toEqual([[], []])
  })

  it('finds the mail in whatever folder it lies, among what can be recovered too, and says where it is gone', async () => {
    const wang = await calls.signIn('wang@ep.test')
    await gateway.account('cai@ep.test')
    const ofAccount = async (name: string) => {
      const account = await gateway.stores.accounts.byAddress(`${name}@ep.test`)
      if (account === null || gateway.stores.removedMails === null) throw new Error('No account')
      return { mails: gateway.stores.mailStores.of(account), removed: gateway.stores.removedMails.of(account) }
    }
    const recoverable = async (name: string) => {
      const sorted = { sort: 'date', order: 'desc', filter: 'all' } as const
      const page = await (await ofAccount(name)).removed.page({
        sent: false,
        since: 0,
        page: 1,
        pageSize: 9,
        ...sorted,
      })
      return page.list.map((mail) => mail.id)
    }
    const [bea, cai] = [await ofAccount('bea'), await ofAccount('cai')]
    const id = await sent({ to: ['wang@ep.test', 'bea@ep.test', 'cai@ep.test'] })
    const [arrived] = await list('inbox', wang)
    await ask('manage/moveMail2.action', { ids: arrived?.id ?? '', target: 'deleted' }, wang)
    for (const { mails } of [bea, cai]) await mails.emptyFolder('inbox', null)
    await cai.removed.forget(await recoverable('cai'))
    expect(await recoverable('bea')).toHaveLength(1)
    await recall(id)
    await gateway.drain()
    expect((await status(id)).recall).toMatchObject({
      recipients: [{ state: 'recalled' }, { state: 'recalled' }, { state: 'absent' }],
    })
    expect(await list('deleted', wang)).toEqual([])
    expect(await recoverable('bea')).toEqual([])
  })

  it('R22: happens once and is counted once, though two windows ask for it at the same moment', async () => {
    const id = await sent()
    const answers = await Promise.all([recall(id), recall(id), recall(id)])
    expect(answers.map(({ json }) => json.code).toSorted()).toEqual(['200', 'recallRepeated', 'recallRepeated'])
    await gateway.drain()
    expect((await recall(id)).json.code).toBe('recallRepeated')
    expect(await info(id)).toMatchObject({ reason: 'recallRepeated', left: 9 })
    expect(await list('inbox')).toHaveLength(1)
  })

  it('R22: of two that looked before either was on record, one recalls', async () => {
    const id = await sent()
    const { recalls } = gateway.stores
    const begin = recalls.begin
    const both = heldLine()
    const looked: string[] = []
    vi.spyOn(recalls, 'begin').mockImplementation(async (recalled, most) => {
      looked.push(recalled.id)
      if (looked.length === 2) both.letGo()
      await both.over
      return begin(recalled, most)
    })
    const answers = await Promise.all([recall(id), recall(id)])
    expect(answers.map(({ json }) => json.code).toSorted()).toEqual(['200', 'recallRepeated'])
    expect(looked).toHaveLength(2)
  })

  it('S21: is nobody else’s to ask, to see or to do', async () => {
    const id = await sent()
    const wang = await calls.signIn('wang@ep.test')
    await recall(id)
    for (const mail of [id, 'nowhere']) {
      expect(await info(mail, wang)).toMatchObject({ code: 'notFound' })
      expect((await recall(mail, {}, wang)).json.code).toBe('notFound')
      expect(await status(mail, wang)).toMatchObject({ code: 'notFound' })
    }
    // Nor is the work behind it anybody's job.
    expect((await calls.get('jobs/mailJobs.action', {}, { session: lin })).json.jobs).toEqual([])
  })
})

describe('the refusals of a recall', () => {
  /** Both calls must say the same. */
  async function refused(id: string, as: Signed = lin): Promise<unknown> {
    const asked = (await info(id, as)).reason
    expect((await recall(id, {}, as)).json).toEqual({ code: asked, msg: `errors:${String(asked)}` })
    return asked
  }
  const forged = (messageId: string, to = 'wang@ep.test') =>
    `From: lin@ep.test\nTo: ${to}\nSubject: 旧\nMessage-ID: ${messageId}\n\nx\n`

  it('is for VIP users only, before anything else', async () => {
    await gateway.account('fay@ep.test', { tier: 'free' })
    const fay = await calls.signIn('fay@ep.test')
    const id = await sent({ to: 'zoe@elsewhere.example' }, fay)
    gateway.clock.advance(48 * hour)
    expect(await refused(id, await calls.signIn('fay@ep.test'))).toBe('vipOnly')
  })

  it('is for mail of the last 24 hours, to the millisecond, before whom it went to', async () => {
    const id = await sent()
    const outside = await sent({ to: 'zoe@elsewhere.example' })
    gateway.clock.set(now + 24 * hour)
    lin = await calls.signIn('lin@ep.test')
    expect(await info(id)).toMatchObject({ reason: null })
    gateway.clock.advance(1)
    expect(await refused(id)).toBe('recallTooOld')
    expect(await refused(outside)).toBe('recallTooOld')
  })

  it('is only for the provider’s domains, and refused only where no recipient is own', async () => {
    expect(await refused(await sent({ to: 'zoe@elsewhere.example' }))).toBe('recallOutside')
    expect(await info(await sent({ to: ['zoe@elsewhere.example', 'wang@ep.test'] }))).toMatchObject({ reason: null })
  })

  it('R22: is once only, before the count; and the count is of a month', async () => {
    const ids: string[] = []
    for (let n = 0; n < 11; n++) ids.push(await sent())
    for (const id of ids.slice(0, 10)) expect((await recall(id)).json.code).toBe('200')
    await gateway.drain()
    expect(await refused(ids[0] ?? '')).toBe('recallRepeated')
    expect(await refused(ids[10] ?? '')).toBe('recallUsedUp')
    gateway.clock.set(Date.UTC(2026, 11, 1))
    lin = await calls.signIn('lin@ep.test')
    expect(await info(await sent())).toMatchObject({ reason: null, left: 10 })
  })

  it('R22: counts what several windows ask for at the same moment', async () => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await sent())
    const codes = (await Promise.all(ids.map((id) => recall(id)))).map(({ json }) => json.code)
    expect(codes.filter((code) => code === '200')).toHaveLength(10)
    expect(codes.filter((code) => code === 'recallUsedUp')).toHaveLength(2)
  })

  it('S22: is for what this account sent from here, whatever a header says', async () => {
    const own = await gateway.deliver('lin@ep.test', forged('<nobody@ep.test>'), 'sent')
    expect(await refused(own)).toBe('recallImpossible')
    const wang = await calls.signIn('wang@ep.test')
    await sent({ to: 'bea@ep.test' }, wang)
    const [copy] = await list('sent', wang)
    const { json } = await ask('readmail/showMail.action', { id: copy?.id ?? '' }, wang)
    const headers = (json.mail as { headers: { name: string; value: string }[] }).headers
    const messageId = headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? ''
    const claimed = await gateway.deliver('lin@ep.test', forged(messageId, 'bea@ep.test'), 'sent')
    expect(await refused(claimed)).toBe('recallImpossible')
    expect(await inboxOf('bea')).toHaveLength(1)
    const received = await gateway.deliver('wang@ep.test', forged(messageId, 'bea@ep.test'))
    expect(await refused(received, wang)).toBe('recallImpossible')
  })
})

it('says where no mail can be taken out of other mailboxes, before it says to whom it is open', async () => {
  const { makeRecallInfo } = await import('#server/recall/askRecall')
  const id = await sent()
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (account === null) throw new Error('No account')
  const session = { accountId: account.id, username: account.address, timezone: 'Asia/Shanghai', createdAt: 0 }
  const caller = { account: { ...account, tier: 'free' as const }, session, tokenHash: '', sealedSecret: null }
  expect(await makeRecallInfo({ ...gateway.stores, recaller: null })({ id }, caller)).toMatchObject({
    reason: 'serverCannot',
  })
})
