/** The reply while somebody is away: what may be written, on which days of which zone it goes, to whom, and how often. */
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { replyCharacters } from '#contract/mail/autoReplyRules'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
const sessions: Record<string, Signed> = {}

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  for (const name of ['lin', 'wang']) {
    await gateway.account(`${name}@ep.test`)
    sessions[name] = await calls.signIn(`${name}@ep.test`)
  }
})
afterEach(() => gateway.close())

const post = async (path: string, form: Record<string, string>, name = 'lin') => {
  const session = sessions[name]
  if (session === undefined) throw new Error('no session')
  return (await calls.post(path, form, { session })).json
}
const plain = { isOn: '1', text: '我在休假', contactText: '', firstDay: '', lastDay: '', zone: 'Asia/Shanghai' }
const save = (change: Record<string, string> = {}, name = 'lin') =>
  post('settings/saveAutoReply.action', { ...plain, ...change }, name)
const read = (name = 'lin') => post('settings/autoReply.action', {}, name)

/** Messages that somebody has, the newest first. */
async function inboxOf(name: string) {
  const account = await gateway.stores.accounts.byAddress(`${name}@ep.test`)
  if (account === null) throw new Error('no account')
  const page = { folder: 'inbox', page: 1, pageSize: 50, sort: 'date', order: 'desc', filter: 'all' } as const
  return (await gateway.stores.mailStores.of(account).page(page))?.list ?? []
}
const subjects = async (name: string) => (await inboxOf(name)).map(({ subject }) => subject)

let sends = 0
async function send(from: string, to: string, subject: string) {
  sends += 1
  const form = { to: `${to}@ep.test`, subject, html: '<p>x</p>', idempotencyKey: `k${sends}` }
  expect(await post('writemail/sendMail.action', form, from)).toMatchObject({ code: '200' })
  await gateway.drain()
}

describe('an automatic reply', () => {
  it('has 300 characters at most by one count, a text, and days in their order', async () => {
    const family = '👨‍👩‍👧'
    const whole = `${family}e\u0301\r\n${'字'.repeat(limits.autoReplyCharacters - 8)}`
    expect(replyCharacters(whole)).toBe(limits.autoReplyCharacters)
    expect(await save({ text: whole })).toMatchObject({ code: '200', isOn: true })
    expect(await save({ text: `${whole}x` })).toMatchObject({ code: 'autoReplyTooLong', field: 'text' })
    expect(await save({ contactText: 'x'.repeat(301) })).toMatchObject({ field: 'contactText' })
    expect(await save({ text: ' ' })).toMatchObject({ code: 'autoReplyEmpty', field: 'text' })
    expect(await save({ isOn: '0', text: '' })).toMatchObject({ code: '200', isOn: false })
    expect(await save({ firstDay: '2026-12-02', lastDay: '2026-12-01' })).toMatchObject({
      code: 'periodReversed',
      field: 'lastDay',
    })
    expect(await save({ firstDay: '2026-02-30' })).toMatchObject({ code: 'badField', field: 'firstDay' })
    expect(await save({ zone: 'Mars/Olympus' })).toMatchObject({ code: 'badField', field: 'zone' })
  })

  it.each([
    ['Asia/Shanghai', '2026-11-30T16:00:00Z', '2026-12-02T16:00:00Z'],
    ['America/New_York', '2026-12-01T05:00:00Z', '2026-12-03T05:00:00Z'],
    ['Pacific/Auckland', '2026-11-30T11:00:00Z', '2026-12-02T11:00:00Z'],
  ])('goes on exactly its days in %s, and saving it ten times moves nothing', async (zone, begins, ends) => {
    const shown = v.object({ firstDay: v.string(), lastDay: v.string(), zone: v.string() })
    let form = v.parse(shown, await save({ firstDay: '2026-12-01', lastDay: '2026-12-02', zone }))
    for (let time = 0; time < 10; time += 1) {
      await save(form)
      form = v.parse(shown, await read())
    }
    expect(form).toEqual({ firstDay: '2026-12-01', lastDay: '2026-12-02', zone })
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null || gateway.stores.rules === null) throw new Error('no rules')
    const { away } = (await gateway.stores.rules.of(account).load()).rules
    expect(away).toMatchObject({ from: Date.parse(begins), until: Date.parse(ends) })
    const activeAt = async (at: number) => {
      gateway.clock.set(at)
      sessions.lin = await calls.signIn('lin@ep.test')
      return (await read()).isActive
    }
    for (const [at, isActive] of [
      [Date.parse(begins) - 1_000, false],
      [Date.parse(begins), true],
      [Date.parse(ends) - 1_000, true],
      [Date.parse(ends), false],
    ] as const)
      expect(await activeAt(at)).toBe(isActive)
  })

  it('goes once between two who are both away', async () => {
    await save({ text: 'lin is away' })
    await save({ text: 'wang is away' }, 'wang')
    await send('wang', 'lin', 'Lunch')
    await send('wang', 'lin', 'Lunch again')
    expect(await subjects('wang')).toEqual(['Auto: Lunch'])
    expect(await subjects('lin')).toEqual(['Lunch again', 'Lunch'])
  })

  it('has another text for a contact, and goes once to whoever becomes one meanwhile', async () => {
    await gateway.account('chen@ep.test')
    sessions.chen = await calls.signIn('chen@ep.test')
    expect(await post('contact/addContact.action', { name: 'Wang', email: 'wang@ep.test' })).toMatchObject({
      code: '200',
    })
    await save({ text: 'lin is away', contactText: 'lin is at the sea' })
    await send('wang', 'lin', 'Lunch')
    await send('chen', 'lin', 'Dinner')
    expect((await inboxOf('wang')).map(({ preview }) => preview)).toEqual(['lin is at the sea'])
    expect((await inboxOf('chen')).map(({ preview }) => preview)).toEqual(['lin is away'])
    await post('contact/addContact.action', { name: 'Chen', email: 'chen@ep.test' })
    await send('chen', 'lin', 'Dinner again')
    expect(await inboxOf('chen')).toHaveLength(1)
  })

  it('is ended at once and keeps its text', async () => {
    await save({ firstDay: '2026-12-01' })
    expect(await post('settings/endAutoReply.action', {})).toMatchObject({
      ...{ code: '200', isOn: false, text: '我在休假', firstDay: '2026-12-01', isActive: false, knowsContacts: true },
    })
    await send('wang', 'lin', 'Lunch')
    expect(await subjects('wang')).toEqual([])
  })
})
