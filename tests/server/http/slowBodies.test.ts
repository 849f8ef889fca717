/** Clients that hold connections without using them: half-sent forms, bodies that stop, too many connections (TRUST S27). */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits'
import { buildApp } from '#server/app'
import type { BodyPace } from '#server/http/httpServer'
import { formText } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'

const formType = 'application/x-www-form-urlencoded'
const quick: BodyPace = { windowMs: 200, formBytes: 20_000, uploadBytes: 1 }
const loginPath = 'login/loginService.action'

let gateway: TestGateway
let app: FastifyInstance
const sockets = new Set<Socket>()
const report = vi.fn()

/** Answers the address on which it listens. */
async function listen(env: Readonly<Record<string, string>> = {}, pace?: BodyPace): Promise<string> {
  report.mockClear()
  gateway = await makeTestGateway({ env, report })
  await gateway.account('lin@ep.test')
  app = await buildApp(gateway.house, gateway.config, null, pace ? { pace } : {})
  return app.listen({ host: '127.0.0.1', port: 0 })
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await app.close()
  await gateway.close()
})

async function opened(base: string): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  sockets.add(socket)
  socket.on('error', () => undefined).resume()
  await once(socket, 'connect')
  return socket
}

type Half = { readonly length: number; readonly sent: number; readonly headers?: Readonly<Record<string, string>> }

/** Begins a POST and stops after some bytes of its body. */
async function halfSent(base: string, path: string, { length, sent, headers = {} }: Half): Promise<Socket> {
  const socket = await opened(base)
  const all = { host: 'localhost', 'content-type': formType, 'content-length': String(length), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /webmail/${path} HTTP/1.1\r\n${lines.join('')}\r\n${'a'.repeat(sent)}`)
  return socket
}

const post = (base: string, path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${base}/webmail/${path}`, { method: 'POST', headers: { 'content-type': formType, ...headers }, body })

async function signIn(base: string): Promise<{ readonly authorization: string }> {
  const answer = await post(base, loginPath, formText({ username: 'lin@ep.test', password: testPassword }))
  return { authorization: `Bearer ${String((await answer.json()).accessToken)}` }
}

const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))

describe('a form that stops', () => {
  it('S27: is cut with 150 others, all are let go, and everybody else is answered meanwhile', async () => {
    const base = await listen({}, quick)
    const session = await signIn(base)
    const most = limits.anonymousFormBytes
    const halves = Array.from({ length: 150 }, () => halfSent(base, loginPath, { length: most, sent: most - 10 }))
    const held = await Promise.all(halves)
    const cut = Promise.all(held.map((socket) => once(socket, 'close')))
    const list = await post(base, 'query/queryfolder2.action', 'folder=inbox', session)
    expect(await list.json()).toMatchObject({ code: '200' })
    await cut
    await vi.waitFor(async () => expect(Number(await connections())).toBeLessThan(10))
    expect(report).not.toHaveBeenCalled()
  })

  it('S27: is cut as well where a session is asked for, or nothing is there at all', async () => {
    const base = await listen({}, quick)
    for (const path of ['query/queryfolder2.action', 'no/such.action']) {
      const socket = await halfSent(base, path, { length: 9_000, sent: 10 })
      await once(socket, 'close')
    }
    expect(report).not.toHaveBeenCalled()
  })
})

describe('the form of a call without a session', () => {
  it('S27: holds 16 KB and not a byte more, and one with a session more', async () => {
    const base = await listen()
    const known = formText({ username: 'lin@ep.test', password: testPassword })
    const padded = (size: number) => `${known}&x=${'a'.repeat(size - known.length - 3)}`
    expect((await post(base, loginPath, padded(16 * 1024))).status).toBe(200)
    expect((await post(base, loginPath, padded(16 * 1024 + 1))).status).toBe(413)
    const folder = `folder=inbox&x=${'a'.repeat(16 * 1024)}`
    expect((await post(base, 'query/queryfolder2.action', folder, await signIn(base))).status).toBe(200)
  })
})

describe('an upload that stops', () => {
  it('R13: is cut, holds what had come, and goes on from there', async () => {
    const base = await listen({}, quick)
    const session = await signIn(base)
    const size = 100_000
    const start = await post(
      base,
      'writemail/startUpload.action',
      formText({ name: 'a', type: 'text/plain', size }),
      session,
    )
    const { uploadId } = await start.json()
    const path = (offset: number) => `writemail/uploadPart.action?uploadId=${uploadId}&offset=${offset}`
    const headers = { ...session, 'content-type': 'application/octet-stream' }
    const socket = await halfSent(base, path(0), { length: size, sent: 40_000, headers })
    await once(socket, 'close')
    const state = async () => {
      const answer = await fetch(`${base}/webmail/writemail/uploadState.action?uploadId=${uploadId}`, {
        headers: session,
      })
      return (await answer.json()).offset
    }
    await vi.waitFor(async () => expect(await state()).toBe(40_000))
    expect(await (await post(base, path(40_000), 'a'.repeat(60_000), headers)).json()).toMatchObject({ offset: size })
    const sha256 = createHash('sha256').update('a'.repeat(size)).digest('hex')
    const end = await post(base, 'writemail/finishUpload.action', formText({ uploadId, sha256 }), session)
    expect(await end.json()).toMatchObject({ code: '200', attachmentId: uploadId })
  })
})

describe('connections of one address', () => {
  const most = 10

  it('S27: are as many as may be, and another comes in once one has gone', async () => {
    const base = await listen({ CONNECTIONS_PER_ADDRESS: String(most) })
    const held = await Promise.all(Array.from({ length: most }, () => opened(base)))
    await once(await opened(base), 'close')
    expect(held.map((socket) => socket.closed)).toEqual(held.map(() => false))
    held[0]?.destroy()
    await vi.waitFor(async () => expect((await fetch(`${base}/healthz`)).status).toBe(200))
  })

  it('S27: over a proxy are not counted, but the requests in hand of each client are', async () => {
    const base = await listen({ CONNECTIONS_PER_ADDRESS: String(most), TRUST_PROXY: '127.0.0.1' })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const busy = { length: 9_000, sent: 10, headers: from('203.0.113.1') }
    await Promise.all(Array.from({ length: most }, () => halfSent(base, loginPath, busy)))
    const asked = (address: string) => fetch(`${base}/healthz`, { headers: from(address) })
    await vi.waitFor(async () => expect((await asked('203.0.113.1')).status).toBe(429))
    expect((await asked('203.0.113.2')).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect((await asked('203.0.113.1')).status).toBe(200))
  })
})

describe('a form that is too large', () => {
  it.each([
    [413, formType],
    [415, 'text/plain'],
  ])('S27: is read to its end before it is refused with %s, so that the refusal arrives', async (status, type) => {
    const base = await listen()
    const session = await signIn(base)
    const length = 10 * 1024 * 1024
    const headers = { ...session, 'content-type': type }
    const socket = await halfSent(base, 'query/search2.action', { length, sent: length / 2, headers })
    const answers: string[] = []
    socket.on('data', (bytes) => answers.push(String(bytes)))
    await post(base, 'query/queryfolder2.action', 'folder=inbox', session)
    expect(answers).toEqual([])
    socket.write('a'.repeat(length / 2))
    await once(socket, 'close')
    expect(answers.join('')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  it('S27: is refused before its end where nobody has signed in', async () => {
    const base = await listen()
    const socket = await halfSent(base, loginPath, { length: 10 * 1024 * 1024, sent: 2 * 1024 * 1024 })
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  })
})
