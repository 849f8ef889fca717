/** The checks of a send over the wire: by code, in their order, with the clock in hand. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TierId, tierIds, tiers } from '#contract/tiers'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('wang@ep.test')
})
afterEach(() => gateway.close())

async function sender(name: string, tier: TierId = 'soho'): Promise<Signed> {
  await gateway.account(`${name}@ep.test`, { tier })
  return calls.signIn(`${name}@ep.test`)
}

let key = 0
async function send(session: Signed, fields: Record<string, unknown>) {
  key += 1
  const form = { to: 'wang@ep.test', subject: 'Hi', html: 'Hi', idempotencyKey: `k${key}`, ...fields }
  return (await calls.post('writemail/sendMail.action', form, { session })).json
}

const hour = 3_600_000
const soon = () => ({ sendAt: gateway.clock.now() + 1 })

describe('the checks of a send', () => {
  it('come in the order of SPEC §5: each is told only when those before it are passed', async () => {
    const lin = await sender('lin')
    const start = { name: 'a.txt', type: 'text/plain', size: 5 }
    const { json } = await calls.post('writemail/startUpload.action', start, { session: lin })
    const { uploads } = gateway.stores
    const find = uploads.find
    // Two files of 26 MiB, which need not be carried here for it.
    vi.spyOn(uploads, 'find').mockImplementation(async (owner, id) => {
      const started = id.startsWith('half') ? await find(owner, String(json.uploadId)) : await find(owner, id)
      return started && (id.startsWith('half') ? { ...started, id, size: 26 * 1024 * 1024, finished: true } : started)
    })
    const halves = { attachmentIds: ['half-1', 'half-2'], ...soon() }
    const many = Array.from({ length: 101 }, (_, at) => `p${at}@ep.test`)
    const wrong = { attachmentIds: json.uploadId, ...soon() }
    const steps: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['recipientEmpty', { to: ' ', subject: ' ', ...wrong }, 'to'],
      ['recipientInvalid', { to: many, cc: 'broken@', subject: ' ', ...wrong }, 'cc'],
      ['recipientTooMany', { to: many, subject: ' ', ...wrong }, 'to'],
      ['subjectEmpty', { to: 'nobody@ep.test', subject: ' ', ...wrong }, 'subject'],
      ['attachmentsPending', { to: 'nobody@ep.test', ...wrong }, 'attachmentIds'],
      ['attachmentUnknown', { to: 'nobody@ep.test', attachmentIds: 'none', ...soon() }, 'attachmentIds'],
      ['attachmentsTooLarge', { to: 'nobody@ep.test', ...halves }, 'attachmentIds'],
      ['recipientUnknown', { to: 'nobody@ep.test', ...soon() }, 'to'],
      ['recipientOutside', { to: 'anna@elsewhere.example', ...soon() }, 'to'],
      ['scheduleEmpty', { sendAt: '' }, 'sendAt'],
      ['scheduleTooSoon', soon(), 'sendAt'],
      ['scheduleTooFar', { sendAt: gateway.clock.now() + 400 * 24 * hour }, 'sendAt'],
    ]
    for (const [code, fields, field] of steps)
      expect(await send(lin, fields), code).toMatchObject({ code, msg: `errors:${code}`, field })
    expect(await send(lin, {})).toMatchObject({ code: '200' })
  })

  it.each(['subject', 'to', 'cc', 'bcc'])('S11: let no line end into the header by way of %s', async (field) => {
    const lin = await sender('lin')
    const breaking = { [field]: 'wang@ep.test\r\nBcc: wang@ep.test' }
    expect(await send(lin, breaking)).toMatchObject({ code: 'headerInvalid', msg: 'errors:headerInvalid', field })
    await gateway.drain()
    const wang = await calls.signIn('wang@ep.test')
    const inbox = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session: wang })
    expect(inbox.json.total).toBe(0)
  })

  it('ask for a time where a draft is scheduled with none, and keep a draft that has none yet', async () => {
    const lin = await sender('lin')
    const draft = { to: 'wang@ep.test', subject: 'Hi', html: 'Hi', sendAt: '' }
    const { json } = await calls.post('writemail/saveDraft.action', draft, { session: lin })
    expect(json).toMatchObject({ code: '200' })
    const schedule = async (sendAt: string | number) =>
      (await calls.post('writemail/startDate.action', { id: String(json.id), sendAt }, { session: lin })).json
    expect(await schedule('')).toMatchObject({ code: 'scheduleEmpty', msg: 'errors:scheduleEmpty', field: 'sendAt' })
    expect(await schedule('tomorrow')).toMatchObject({ code: 'badField', field: 'sendAt' })
    const at = gateway.clock.now() + hour
    const scheduled = await schedule(at)
    expect(scheduled).toMatchObject({ code: '200', sendAt: at })
    const again = { id: `out.${scheduled.id}`, sendAt: '' }
    expect((await calls.post('writemail/startDate.action', again, { session: lin })).json.code).toBe('scheduleEmpty')
  })

  it('name every recipient who is refused, in whatever line', async () => {
    const lin = await sender('lin')
    expect(await send(lin, { to: ['broken@', 'wang@ep.test', 'no'] })).toMatchObject({
      code: 'recipientInvalid',
      field: 'to',
      addresses: ['broken@', 'no'],
    })
    expect(await send(lin, { cc: 'Nobody <nobody@ep.test>', bcc: 'GONE@ep.test' })).toMatchObject({
      code: 'recipientUnknown',
      field: 'cc',
      addresses: ['nobody@ep.test', 'gone@ep.test'],
    })
  })

  it.each(tierIds)('allow %s as many recipients as its membership says, each counted once', async (tier) => {
    const session = await sender(`t-${tier.toLowerCase()}`, tier)
    const most = tiers[tier].recipientsPerMail
    const people = Array.from({ length: most }, (_, at) => `p${at}@ep.test`)
    const over = { to: [...people, 'one.more@ep.test'], cc: people[0] }
    expect(await send(session, over)).toMatchObject({ code: 'recipientTooMany', limit: most })
    expect(await send(session, { to: people, cc: people[0]?.toUpperCase() })).toMatchObject({
      code: 'recipientUnknown',
    })
  })

  it('allow as many sends within 24 hours as the membership says, and tell how many went', async () => {
    const session = await sender('house', 'enterprise')
    const owner = await gateway.stores.accounts.byAddress('house@ep.test')
    const limit = tiers.enterprise.sendsPerDay
    const count = async () => (await calls.post('main/sendMailByCorpMailCount.action', {}, { session })).json
    expect(await count()).toMatchObject({ code: '200', sent: 0, limit })
    expect(await send(session, {})).toMatchObject({ code: '200' })
    expect(await send(session, { to: 'nobody@ep.test' })).toMatchObject({ code: 'recipientUnknown' })
    expect(await count()).toMatchObject({ sent: 1, limit })
    const now = gateway.clock.now()
    for (let sent = 1; sent < limit; sent++) await gateway.stores.attempts.note(`sends:${owner?.id}`, now, 24 * hour)
    expect(await count()).toMatchObject({ sent: limit, limit })
    expect(await send(session, {})).toMatchObject({ code: 'sendsUsedUp', msg: 'errors:sendsUsedUp', limit })
    gateway.clock.advance(23 * hour)
    expect(await send(session, {})).toMatchObject({ code: 'sendsUsedUp' })
    gateway.clock.advance(hour + 1)
    expect(await count()).toMatchObject({ sent: 0, limit })
    expect(await send(session, {})).toMatchObject({ code: '200' })
  })

  it('S22: allow the members of an organization together what it may send, and count for it what they sent', async () => {
    const { organizations, accounts } = gateway.stores
    await organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 3, sendsPerDay: 3 })
    const idOf = async (name: string) => (await accounts.byAddress(`${name}@ep.test`))?.id ?? ''
    const join = async (name: string) => {
      await organizations.join('acme', await idOf(name))
      return calls.signIn(`${name}@ep.test`)
    }
    for (const name of ['lin', 'zhao', 'best']) await sender(name, 'enterprise')
    const [lin, zhao, stranger] = [await join('lin'), await join('zhao'), await calls.signIn('best@ep.test')]
    const count = async (session: Signed) =>
      (await calls.post('main/sendMailByCorpMailCount.action', {}, { session })).json
    const held = await send(lin, { sendAt: gateway.clock.now() + hour })
    expect(await send(zhao, {})).toMatchObject({ code: '200' })
    expect(await send(zhao, {})).toMatchObject({ code: '200' })
    expect(await count(lin)).toMatchObject({ code: '200', sent: 3, limit: 3 })
    expect(await send(lin, {})).toMatchObject({ code: 'sendsUsedUp', msg: 'errors:sendsUsedUp', limit: 3 })
    expect(await send(stranger, {})).toMatchObject({ code: '200' })
    expect(await count(stranger)).toMatchObject({ sent: 1, limit: tiers.enterprise.sendsPerDay })
    // What is taken back leaves room for another, also where its sender has left meanwhile.
    await organizations.leave('acme', await idOf('lin'))
    const back = await calls.post('writemail/takeBack.action', { id: String(held.id) }, { session: lin })
    expect(back.json).toMatchObject({ code: '200' })
    expect(await count(zhao)).toMatchObject({ sent: 2, limit: 3 })
    expect(await send(zhao, {})).toMatchObject({ code: '200' })
    expect(await send(zhao, {})).toMatchObject({ code: 'sendsUsedUp', limit: 3 })
    gateway.clock.advance(24 * hour + 300_000)
    expect(await count(zhao)).toMatchObject({ sent: 0, limit: 3 })
  })

  it('tell a member of the own limit where that is used up first', async () => {
    await gateway.stores.organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 3 })
    const limit = tiers.enterprise.sendsPerDay
    await sender('lin', 'enterprise')
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.organizations.join('acme', owner?.id ?? '')
    const session = await calls.signIn('lin@ep.test')
    expect(await send(session, {})).toMatchObject({ code: '200' })
    expect((await calls.post('main/sendMailByCorpMailCount.action', {}, { session })).json).toMatchObject({
      ...{ sent: 1, limit },
    })
  })
})
