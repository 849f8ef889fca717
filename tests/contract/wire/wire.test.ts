import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call, Endpoint } from '#contract/endpoint'
import { pollNewMail, queryFolder } from '#contract/endpoints/mail/mail'
import { sendMail } from '#contract/endpoints/sending/sending'
import { login } from '#contract/endpoints/session/session'
import { buildApp } from '#server/app'
import { createClient } from '#src/lib/http/createClient'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { delivered, deliveredAt, type Exchange, firstExchanges } from './exchange'
import { filled, misfit } from './pattern'

const formType = 'application/x-www-form-urlencoded'

function requestOf(exchange: Exchange, origin: string, memory: ReadonlyMap<string, string>): Request {
  const token = exchange.signedIn ? { authorization: `Bearer ${memory.get('TOKEN')}` } : {}
  const url = origin + filled(exchange.path, memory)
  if (exchange.form === undefined) return new Request(url, { headers: token })
  const headers = { 'content-type': formType, ...token, ...exchange.headers }
  return new Request(url, { method: 'POST', headers, body: filled(exchange.form, memory) })
}

/** A gateway with two mailboxes and one mail, and the way to it. */
async function prepare(): Promise<TestGateway> {
  const gateway = await makeTestGateway({ now: deliveredAt })
  await gateway.account('lin@ep.test', { displayName: '林', dueAt: Date.parse('2026-12-31T23:59:59.999+08:00') })
  await gateway.account('wang@ep.test', { displayName: '王丽' })
  await gateway.deliver('lin@ep.test', delivered)
  return gateway
}

/** Every file of exchanges, by its name. */
const files = Object.entries(
  import.meta.glob<readonly Exchange[]>('./*Exchanges.ts', { eager: true, import: 'exchanges' }),
).map(([path, exchanges]) => ({ name: path.replace(/^\.\/|\.ts$/g, ''), exchanges: [...firstExchanges, ...exchanges] }))
const ways = ['without a socket', 'over TCP'].flatMap((way) => files.map((file) => ({ ...file, way })))

describe.each(ways)('the gateway $way accepts and answers, letter by letter: $name', ({ way, exchanges }) => {
  const memory = new Map<string, string>()
  let gateway: TestGateway
  let send: (request: Request) => Promise<Response>
  let origin = 'http://127.0.0.1'
  let closeApp = async () => {}

  beforeAll(async () => {
    gateway = await prepare()
    send = gateway.fetch
    if (way === 'over TCP') {
      const app = await buildApp(gateway.house, gateway.config, null)
      origin = await app.listen({ host: '127.0.0.1', port: 0 })
      send = fetch
      closeApp = () => app.close()
    }
  })
  afterAll(async () => {
    await closeApp()
    await gateway.close()
  })

  it.each(exchanges)('$title', async (exchange) => {
    const response = await send(requestOf(exchange, origin, memory))
    expect(response.status).toBe(exchange.status)
    const text = await response.text()
    const answer: unknown = typeof exchange.answer === 'string' ? text : JSON.parse(text)
    expect(misfit(exchange.answer, answer, memory)).toBe(null)
  })
})

describe('the client puts the same letters on the line', () => {
  type Heard = { method: string; path: string; headers: Record<string, unknown>; body: string }
  const heard: Heard[] = []
  let server: Server
  let client: ReturnType<typeof createClient>

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        heard.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() })
        response.setHeader('content-type', 'application/json')
        response.setHeader('access-control-allow-origin', '*')
        response.end('{"code":"notFound"}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    client = createClient({
      baseUrl: `http://127.0.0.1:${port}`,
      getToken: () => 'Bearer abc',
      getOrganization: () => 'acme',
      onSessionLost: () => {},
    })
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

  async function sent<E extends Endpoint>(entry: E, call: Call<E>): Promise<Heard | undefined> {
    await client.call(entry, call)
    return heard.at(-1)
  }

  it('a POST carries its form, its content type and both headers', async () => {
    const all = { folder: 'inbox', page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
    const request = await sent(queryFolder, all)
    expect(request).toMatchObject({
      method: 'POST',
      path: '/webmail/query/queryfolder2.action',
      body: 'folder=inbox&page=1&pageSize=20&sort=date&order=desc&filter=all',
    })
    expect(request?.headers).toMatchObject({ authorization: 'Bearer abc', organization: 'acme' })
    expect(request?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  })

  it('lists are repeated keys, booleans 1 and 0, Chinese is encoded as UTF-8', async () => {
    const request = await sent(sendMail, {
      to: ['王丽 <wang@ep.test>', 'a@ep.test'],
      subject: 'Hello',
      html: '<p>Hi</p>',
      idempotencyKey: 'k2',
      saveToSent: true,
      urgent: false,
    })
    const parts = request?.body.split('&')
    expect(parts).toEqual(
      expect.arrayContaining([
        'to=%E7%8E%8B%E4%B8%BD%20%3Cwang%40ep.test%3E',
        'to=a%40ep.test',
        'html=%3Cp%3EHi%3C%2Fp%3E',
        'saveToSent=1',
        'urgent=0',
      ]),
    )
  })

  it('a GET carries its form in the query and no body', async () => {
    const request = await sent(pollNewMail, { since: 'a b' })
    expect(request).toMatchObject({
      method: 'GET',
      path: '/webmail/query/timingQueryMail.action?since=a%20b',
      body: '',
    })
  })

  it('a sign-in', async () => {
    const request = await sent(login, {
      username: 'lin@ep.test',
      password: 'Passw0rd!a',
      timezone: 'Asia/Shanghai',
    })
    expect(request?.body).toBe('username=lin%40ep.test&password=Passw0rd%21a&timezone=Asia%2FShanghai')
  })
})
