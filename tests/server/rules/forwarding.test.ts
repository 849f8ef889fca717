/** Forwarding of all messages: outside only to who has agreed by the link of a verification mail, never in circles. */
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import type { Relay } from '#server/outbox/dispatch/relay.port'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { rule, ruleSet } from '../../support/mail/someRules'

type Relayed = { readonly from: string; readonly to: readonly string[]; readonly raw: string }
let relayed: Relayed[]
const relay: Relay = {
  hand: async ({ from, to }, message, beforeLastDot) => {
    relayed.push({ from, to, raw: await text(await message()) })
    await beforeLastDot(to)
    return to.map((address) => ({ address, state: 'sent', reason: null }))
  },
}

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
const sessions = new Map<string, Signed>()

async function open(canSendOutside = true) {
  relayed = []
  gateway = await makeTestGateway({ relay: canSendOutside ? relay : null })
  calls = makeCalls(gateway)
  for (const name of ['lin', 'wang', 'chen']) {
    await gateway.account(`${name}@ep.test`)
    sessions.set(name, await calls.signIn(`${name}@ep.test`))
  }
}
beforeEach(() => open())
afterEach(() => gateway.close())

const post = async (path: string, form: Record<string, string> = {}, name = 'lin') => {
  const session = sessions.get(name)
  if (session === undefined) throw new Error('no session')
  return (await calls.post(`${path}.action`, form, { session })).json
}
const anonymous = async (path: string, secret: string) =>
  (await calls.post(`verification/${path}.action`, { secret })).json
const add = (address: string, name = 'lin') => post('settings/addForwardTarget', { address }, name)
const forward = (to: string, name = 'lin', keepsCopy = '1') =>
  post('settings/saveForwarding', { isOn: '1', to, keepsCopy }, name)

async function bring(raw: string, to = 'lin@ep.test') {
  const put = await gateway.stores.spool.put(Buffer.from(raw), 100_000)
  await gateway.house.inbound?.keep([to], put.id, put.size, 'san@corp.test')
  await gateway.drain()
}
const letter = (subject: string, header = '') =>
  `${header}From: San <san@corp.test>\r\nTo: lin@ep.test\r\nMessage-ID: <${subject}@corp.test>\r\nSubject: ${subject}\r\n\r\nHi\r\n`

async function subjects(name: string): Promise<readonly string[]> {
  const account = await gateway.stores.accounts.byAddress(`${name}@ep.test`)
  if (account === null) throw new Error('no account')
  const page = { folder: 'inbox', page: 1, pageSize: 50, sort: 'date', order: 'asc', filter: 'all' } as const
  return ((await gateway.stores.mailStores.of(account).page(page))?.list ?? []).map(({ subject }) => subject)
}

/** The secret in the last verification mail. */
function secretOf(raw = relayed.at(-1)?.raw ?? ''): string {
  const plain = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const found = /\/verify#t=([\w-]{43})/.exec(plain)?.[1]
  if (found === undefined) throw new Error('no link')
  return found
}

describe('an address outside', () => {
  it('S19: is forwarded to once it has agreed by the link, which opening does not use up and pressing uses once', async () => {
    expect(await add('Friend@FAR.example')).toMatchObject({
      targets: [{ address: 'friend@far.example', isConfirmed: false, resendAt: gateway.clock.now() + 3_600_000 }],
    })
    await gateway.drain()
    expect(relayed).toMatchObject([{ from: '', to: ['friend@far.example'] }])
    expect(relayed[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(await forward('friend@far.example')).toMatchObject({ code: 'forwardUnconfirmed', field: 'to' })
    const secret = secretOf()
    for (let time = 0; time < 20; time += 1)
      expect(await anonymous('show', secret)).toEqual({
        ...{ code: '200', purpose: 'forwarding', subject: 'friend@far.example', account: 'lin@ep.test' },
      })
    expect(await forward('friend@far.example')).toMatchObject({ code: 'forwardUnconfirmed' })
    const presses = await Promise.all([1, 2, 3].map(() => anonymous('confirm', secret)))
    expect(presses.map(({ code }) => code).toSorted()).toEqual(['200', 'verificationGone', 'verificationGone'])
    expect(await anonymous('show', secret)).toMatchObject({ code: 'verificationGone' })
    expect(await forward('friend@far.example', 'lin', '0')).toMatchObject({ isOn: true, keepsCopy: false })
    await bring(letter('on'))
    expect(relayed.at(-1)).toMatchObject({ from: 'lin@ep.test', to: ['friend@far.example'] })
    expect(await subjects('lin')).toEqual([])
  })

  it('is asked again after an hour at the earliest, and agrees within three days', async () => {
    await add('friend@far.example')
    await gateway.drain()
    const first = secretOf()
    expect(await add('friend@far.example')).toMatchObject({ code: 'verificationTooSoon' })
    gateway.clock.advance(limits.verificationResendMs)
    expect(await add('friend@far.example')).toMatchObject({ code: '200' })
    await gateway.drain()
    expect(secretOf()).not.toBe(first)
    expect(await anonymous('show', first)).toMatchObject({ code: '200' })
    gateway.clock.advance(limits.verificationMailMs - limits.verificationResendMs)
    expect(await anonymous('confirm', first)).toMatchObject({ code: 'verificationGone' })
    expect(await anonymous('confirm', secretOf())).toMatchObject({ code: '200' })
  })

  it('asked again too soon gets no other mail, and the link that it has goes on to work', async () => {
    const { targets } = await add('friend@far.example')
    const [{ sent }] = targets as [{ sent: string }]
    await gateway.drain()
    const first = secretOf()
    expect(await add('friend@far.example')).toMatchObject({ code: 'verificationTooSoon' })
    const again = await calls.post('verification/resend.action', { sent })
    expect(again.json).toMatchObject({ code: 'verificationTooSoon' })
    await gateway.drain()
    expect(relayed).toHaveLength(1)
    expect(await anonymous('confirm', first)).toMatchObject({ code: '200' })
    expect(await forward('friend@far.example')).toMatchObject({ isOn: true })
  })

  it('shows whoever asked where the mail went, masked, sends it again after an hour, and says that it agreed', async () => {
    const named = ({ targets }: Readonly<Record<string, unknown>>) => String((targets as [{ sent: string }])[0].sent)
    const sentOf = async (sent: string, path = 'sent') =>
      (await calls.post(`verification/${path}.action`, { sent })).json
    const start = gateway.clock.now()
    const first = named(await add('friend@far.example'))
    await gateway.drain()
    const shown = {
      ...{ code: '200', purpose: 'forwarding', to: 'f***@far.example', sent: first, sentAt: start, state: 'waiting' },
      ...{ expiresAt: start + limits.verificationMailMs, resendAt: start + limits.verificationResendMs },
    }
    expect(await sentOf(first)).toEqual(shown)
    // What names the mail confirms nothing, and its secret names nothing.
    expect(await anonymous('confirm', first)).toMatchObject({ code: 'verificationGone' })
    expect(await sentOf(secretOf())).toMatchObject({ code: 'verificationGone' })
    gateway.clock.advance(limits.verificationResendMs - 1)
    expect(await sentOf(first, 'resend')).toMatchObject({ code: 'verificationTooSoon' })
    gateway.clock.advance(1)
    const again = await sentOf(first, 'resend')
    expect(again).toMatchObject({ sentAt: gateway.clock.now(), to: shown.to, state: 'waiting' })
    expect(again.sent).not.toBe(first)
    await gateway.drain()
    expect(relayed).toHaveLength(2)
    expect(await sentOf(first)).toMatchObject({ resendAt: again.resendAt })
    gateway.clock.advance(limits.verificationResendMs)
    expect(await anonymous('confirm', secretOf())).toMatchObject({ code: '200' })
    expect(await sentOf(String(again.sent))).toMatchObject({ state: 'confirmed' })
    for (const sent of [first, String(again.sent), 'made up'])
      expect(await sentOf(sent, 'resend')).toMatchObject({ code: 'verificationGone' })
    expect(await post('settings/forwarding')).toMatchObject({ targets: [{ sent: null }] })
  })

  it('that was removed gets no mail again, and its page says that the link is of no use', async () => {
    const { targets } = await add('friend@far.example')
    const [{ sent }] = targets as [{ sent: string }]
    await post('settings/removeForwardTarget', { address: 'friend@far.example' })
    expect((await calls.post('verification/sent.action', { sent })).json).toMatchObject({ state: 'over' })
    gateway.clock.advance(limits.verificationResendMs)
    expect((await calls.post('verification/resend.action', { sent })).json).toMatchObject({ code: 'verificationGone' })
  })

  it('that no longer agrees is not forwarded to: the message stays, and what forwards there is off', async () => {
    await add('friend@far.example')
    await gateway.drain()
    await anonymous('confirm', secretOf())
    await forward('friend@far.example', 'lin', '0')
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.forwardTargets.remove(account?.id ?? '', 'friend@far.example')
    await bring(letter('kept'))
    expect(await subjects('lin')).toEqual(['kept'])
    expect(relayed).toHaveLength(1)
    await post('settings/removeForwardTarget', { address: 'friend@far.example' })
    expect(await post('settings/forwarding')).toMatchObject({ isOn: false, targets: [] })
  })

  it('that has not agreed stands in no rule that is on, whoever stores it', async () => {
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    const store = account === null ? undefined : gateway.stores.rules?.of(account)
    const actions = [{ kind: 'redirect', to: 'friend@far.example', keepCopy: true }] as const
    const outside = ruleSet(rule({ actions }))
    const { version } = (await store?.load()) ?? { version: '' }
    await expect(store?.replace(outside, version)).rejects.toMatchObject({ code: 'forwardUnconfirmed' })
    await store?.replace(ruleSet(rule({ actions, isEnabled: false })), version)
    await gateway.stores.forwardTargets.add(account?.id ?? '', 'friend@far.example', 0, 1)
    await gateway.stores.forwardTargets.confirm(account?.id ?? '', 'friend@far.example', 0)
    await store?.replace(outside, (await store.load()).version)
    await gateway.stores.forwardTargets.remove(account?.id ?? '', 'friend@far.example')
    const other = rule({ id: 'other', actions: [{ kind: 'flag' }] })
    await store?.replace(ruleSet(rule({ actions }), other), (await store.load()).version)
    const further = rule({ id: 'other', actions: [{ kind: 'redirect', to: 'other@far.example', keepCopy: true }] })
    const latest = (await store?.load())?.version ?? ''
    await expect(store?.replace(ruleSet(rule({ actions }), further), latest)).rejects.toMatchObject({
      code: 'forwardUnconfirmed',
    })
  })

  it('that agrees no longer lets a removed rule come back, switched off', async () => {
    await add('friend@far.example')
    await gateway.drain()
    await anonymous('confirm', secretOf())
    const actions = [{ kind: 'redirect', to: 'friend@far.example', keepCopy: true }]
    const conditions = [{ kind: 'subject', test: 'contains', values: ['x'] }]
    const draft = { name: 'On', match: 'all', conditions, exceptions: [], actions, stops: false }
    const { id } = await post('mailFiltering/saveRule', { rule: JSON.stringify(draft) })
    await post('mailFiltering/removeRule', { id: String(id) })
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.forwardTargets.remove(account?.id ?? '', 'friend@far.example')
    const restored = await post('mailFiltering/restoreRule', {
      rule: JSON.stringify({ ...draft, id, isEnabled: true }),
    })
    expect(restored).toMatchObject({ code: '200', rules: [{ id, isEnabled: false, actions }] })
    expect(await post('mailFiltering/switchRule', { id: String(id), on: '1' })).toMatchObject({
      ...{ code: 'forwardUnconfirmed', field: 'actions' },
    })
  })

  it('is refused with the reason: no address, no way outside, one’s own, an unknown neighbour, more than ten', async () => {
    expect(await add('nobody')).toMatchObject({ code: 'recipientInvalid', field: 'address' })
    expect(await add('LIN@ep.test')).toMatchObject({ code: 'forwardLoop', field: 'address' })
    expect(await add('nobody@ep.test')).toMatchObject({ code: 'recipientUnknown', field: 'address' })
    for (let at = 0; at < limits.forwardTargets; at += 1) await add(`a${at}@far.example`)
    expect(await add('b@far.example')).toMatchObject({ code: 'forwardTargetsFull' })
    await gateway.close()
    await open(false)
    expect(await add('friend@far.example')).toMatchObject({ code: 'recipientOutside', field: 'address' })
    expect(await post('settings/forwarding')).toMatchObject({ canSendOutside: false, targets: [] })
  })
})

describe('a neighbour', () => {
  it('needs no mail, gets a message with its way, and a circle is named before it begins', async () => {
    for (const [from, to] of [
      ['lin', 'wang'],
      ['wang', 'chen'],
      ['chen', 'lin'],
    ] as const)
      await add(`${to}@ep.test`, from)
    expect(await forward('wang@ep.test')).toMatchObject({ code: '200', isOn: true, to: 'wang@ep.test' })
    expect(await forward('chen@ep.test', 'wang')).toMatchObject({ code: '200' })
    expect(await forward('lin@ep.test', 'chen')).toMatchObject({ code: 'forwardLoop', field: 'to' })
    await bring(letter('round'))
    expect([await subjects('lin'), await subjects('wang'), await subjects('chen')]).toEqual([
      ['round'],
      ['round'],
      ['round'],
    ])
    expect(relayed).toEqual([])
  })

  it.each([
    ['X-Loop: a@b.test\r\n', 10, 2],
    ['X-Loop: a@b.test\r\n', 11, 1],
    ['Received: from a by b\r\n', 100, 2],
    ['Received: from a by b\r\n', 101, 1],
    ['X-Loop: LIN@ep.test\r\n', 1, 1],
  ])('gets what has come by %s%i times at most', async (line, times, copies) => {
    await add('wang@ep.test')
    await forward('wang@ep.test')
    await bring(letter('far', line.repeat(times)))
    expect([...(await subjects('lin')), ...(await subjects('wang'))]).toHaveLength(copies)
  })
})

describe('a verification mail', () => {
  it('is in both languages for somebody outside', async () => {
    await add('friend@far.example')
    await gateway.drain()
    const raw = relayed[0]?.raw ?? ''
    expect(raw).toContain('wants to forward')
    expect(raw).toContain('=E5=A6=82=E6=9E=9C=E6=82=A8=E5=90=8C=E6=84=8F')
  })
})
