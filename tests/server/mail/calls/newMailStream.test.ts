/** New mail told at once over server-sent events: to its owner alone, as long as the session stands and the gateway runs. */
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchNewMail } from '#contract/endpoints/mail/newMail'
import { limits } from '#contract/limits'
import { buildApp } from '#server/app'
import type { Caller } from '#server/core/caller'
import { Refusal, SessionEnded, StoreAway } from '#server/core/refusal'
import type { ArrivalListeners, ArrivalWatch } from '#server/mail/newMail/arrivalWatch.port'
import { makeNewMailStream } from '#server/mail/newMail/newMailStream'
import { makeNewMailWatch } from '#server/mail/newMail/watchNewMail'
import { makeCalls, type Signed } from '#tests/support/gateway/calls'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'
import { owner } from '../../conformance/mail/mailbox'
import { session } from '../../conformance/session/sessionStore'

let gateway: TestGateway
let app: FastifyInstance
let root: string
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  for (const name of ['lin', 'anna']) await gateway.account(`${name}@ep.test`)
  lin = await calls.signIn('lin@ep.test')
  app = await buildApp(gateway.house, gateway.config, null)
  root = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await app.close()
  await gateway.close()
})

const raw = 'From: w@example.cn\nTo: lin@ep.test\nSubject: Secret plans\n\nText\n'
const word = 'event: mail\ndata:\n\n'
const news = () => gateway.stores.news

async function ask(session: Signed | null) {
  const headers = session === null ? {} : { authorization: `Bearer ${session.token}` }
  return fetch(`${root}/${watchNewMail.path}`, { headers })
}

/** What comes of a stream: the next piece that is more than a sign of life; null at its end. */
async function listening(session: Signed) {
  const answer = await ask(session)
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async (): Promise<string | null> => {
    const piece = await reader?.read()
    if (piece === undefined || piece.done) return null
    return /^(:\n\n)+$/.test(piece.value) ? next() : piece.value
  }
  return { next, leave: () => reader?.cancel() }
}

describe('a stream of new mail', () => {
  it('tells of what comes to the inbox, and nothing of the mail itself', async () => {
    const { next } = await listening(lin)
    await gateway.deliver('lin@ep.test', raw, 'junk')
    await gateway.deliver('anna@ep.test', raw)
    const first = next()
    await gateway.deliver('lin@ep.test', raw)
    expect(await first).toBe(word)
    const second = next()
    await gateway.deliver('lin@ep.test', raw)
    expect(await second).toBe(word)
  })

  it('is opened to nobody without a session', async () => {
    expect((await ask(null)).status).toBe(403)
    expect(news().count()).toBe(0)
  })

  it('ends with its session: at a sign-out at once, and when it runs out', async () => {
    const { next } = await listening(lin)
    await calls.get('logout/index.action', {}, { session: lin })
    expect(await next()).toBeNull()
    const anna = await calls.signIn('anna@ep.test')
    const other = await listening(anna)
    await news().beat()
    expect(news().count()).toBe(1)
    gateway.clock.advance(limits.sessionIdleMs + 1)
    await news().beat()
    expect(await other.next()).toBeNull()
    await expect.poll(() => news().count()).toBe(0)
  })

  it('R18: ends when the gateway does, so that it is opened at another', async () => {
    const { next } = await listening(lin)
    const closed = app.close()
    expect(await next()).toBeNull()
    await closed
    const refused = await calls.get('query/watchNewMail.action', {}, { session: lin })
    expect(refused.status).toBe(503)
  })

  it('is one of a few for each person, and makes room when its reader goes', async () => {
    const all = await Promise.all(Array.from({ length: limits.newsStreamsPerUser }, () => listening(lin)))
    expect(await (await ask(lin)).json()).toMatchObject({ code: 'serverCannot' })
    const anna = await listening(await calls.signIn('anna@ep.test'))
    await all[0]?.leave()
    await expect.poll(() => news().count()).toBe(limits.newsStreamsPerUser)
    await listening(lin)
    await anna.leave()
  })
})

describe('a store that tells only some, or only for a while', () => {
  const caller: Caller = { account: owner('lin'), session, tokenHash: 't', sealedSecret: null }
  const newsOf = (watch: ArrivalWatch['watch']) =>
    makeNewMailWatch({ arrivals: { watch }, sessions: { find: async () => session }, clock: { now: () => 0 } })

  it('refuses as the store does, and counts nobody who was refused', async () => {
    for (const refusal of [new Refusal('serverCannot'), new StoreAway(), new SessionEnded('')]) {
      const told = newsOf(() => Promise.reject(refusal))
      await expect(told.open(caller)).rejects.toBe(refusal)
      expect(told.count()).toBe(0)
      told.close()
    }
  })

  it('ends the stream with the watch, and the watch with the stream', async () => {
    const all: ArrivalListeners[] = []
    const leave = vi.fn()
    const told = newsOf(async (_account, ears) => {
      all.push(ears)
      return leave
    })
    const [one, other] = [await told.open(caller), await told.open(caller)]
    all[0]?.onEnd()
    await finished(one.resume())
    other.destroy()
    await expect.poll(() => leave.mock.calls.length).toBe(2)
    expect(told.count()).toBe(0)
    told.close()
  })

  it('holds as many streams while the store makes itself ready as when it is, and leaves none watched whose reader went', async () => {
    let begin: (leave: () => void) => void = () => undefined
    const ready = new Promise<() => void>((resolve) => {
      begin = resolve
    })
    const leave = vi.fn()
    const told = newsOf(() => ready)
    const all = Array.from({ length: limits.newsStreamsPerUser }, () => told.open(caller))
    await expect(told.open(caller)).rejects.toEqual(new Refusal('serverCannot'))
    told.signedOut('t')
    begin(leave)
    for (const stream of await Promise.all(all)) await finished(stream.resume())
    await expect.poll(() => leave.mock.calls.length).toBe(limits.newsStreamsPerUser)
    told.close()
  })
})

describe('a reader that takes nothing', () => {
  it('is kept one word, however much arrives, and gone after a beat', () => {
    const { body, tell, beat } = makeNewMailStream(() => undefined)
    for (let arrived = 0; arrived < 10_000; arrived += 1) tell()
    expect(body.readableLength).toBeLessThan(100)
    expect(beat()).toBe(false)
    expect(String(body.read())).toBe(`:\n\n${word}`)
    expect(body.read()).toBeNull()
    expect(beat()).toBe(true)
  })
})
