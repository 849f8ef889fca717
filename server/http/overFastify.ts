/** Carries the bindings over HTTP: this file and the pages beside it alone know Fastify. */
import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limits } from '../../src/contract/limits'
import { proxyTrust, type TrustedProxies } from '../kit/network/trustedProxies'
import { type Answered, callOf, methodOf } from './answered'
import type { Incoming, Outgoing } from './binding'
import type { Handler, HandlerDeps } from './handle'
import { type BodyPace, makeHttpServer, makeSlots } from './httpServer'
import type { PageSite } from './pages/publicPages'
import { servePages } from './pages/servePages'
import type { Readiness } from './readiness'
import { corsHeaders, preflightHeaders, type SiteAddress, securityHeaders } from './securityHeaders'

export type FastifyOptions = SiteAddress & {
  readonly handler: Handler
  /** Where the built app lies; null serves calls alone. */
  readonly appFolder: string | null
  readonly brand: PageSite['brand']
  /** Of the gateways that the built app calls beside this one; none where this is left out. */
  readonly gatewayOrigins?: readonly string[]
  readonly trustProxy: TrustedProxies
  /** Connections of one client at once; behind a proxy, its requests in hand. */
  readonly connectionsPerAddress: number
  /** In place of the usual pace of bodies. */
  readonly pace?: BodyPace | undefined
  readonly readiness: Readiness
  /** Told of every request once it is answered. */
  readonly onAnswered?: ((answered: Answered) => void) | undefined
  readonly reportBug: HandlerDeps['report']
}

export async function overFastify(options: FastifyOptions): Promise<FastifyInstance> {
  const isTrusted = proxyTrust(options.trustProxy)
  const { connectionsPerAddress, pace } = options
  const isProxy = (address: string) => isTrusted(address, 0)
  const app = fastify({
    logger: false,
    // As a function: Fastify takes a bare number of hops for none at all.
    trustProxy: isTrusted,
    serverFactory: (listener) => makeHttpServer(listener, { connectionsPerAddress, isProxy, pace }),
    bodyLimit: limits.textFormBytes,
    forceCloseConnections: 'idle',
    // What still comes on an open line while the doors close is answered like the rest.
    return503OnClosing: false,
    genReqId: () => randomBytes(8).toString('hex'),
  })
  // Forms and raw bytes go to the handler as they come: it knows what each call may hold.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const always = securityHeaders(options, options.gatewayOrigins)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always).header('x-request-id', request.id)
    if (request.url.startsWith('/webmail/')) reply.headers(corsHeaders(options, request.headers.origin))
  })
  const requests = makeSlots(connectionsPerAddress)
  app.addHook('onRequest', async (request, reply) => {
    const release = requests.take(request.ip)
    if (release === null)
      return reply.code(429).header('retry-after', '5').send({ code: 'tooManyTries', msg: 'errors:tooManyTries' })
    reply.raw.once('close', release)
  })
  app.addHook('onSend', async (_request, reply) => {
    // Each line ends with its answer, so that none is cut with a request on its way, and none is waited for.
    if (options.readiness.isDraining()) reply.header('connection', 'close')
  })
  const codes = new WeakMap<FastifyRequest, string>()
  app.addHook('onResponse', async (request, reply) =>
    options.onAnswered?.({
      method: methodOf(request.method),
      call: callOf(request.url),
      status: reply.statusCode,
      code: codes.get(request),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      request: request.id,
      authorization: request.headers.authorization,
    }),
  )
  await app.register(compress, {
    global: true,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
  })
  // That the process lives: whoever starts it anew on a no must not do so because a database is away.
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const failing = await options.readiness.failing()
    const ok = failing.length === 0
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(ok ? { ok } : { ok, failing })
  })
  app.options('/webmail/*', async (request, reply) => {
    const { origin } = request.headers
    if (origin !== undefined && options.corsOrigins.includes(origin)) reply.headers(preflightHeaders)
    return reply.code(204).send()
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/webmail/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const outgoing = await options.handler(incoming(request))
      if (outgoing.code !== undefined) codes.set(request, outgoing.code)
      return send(reply, outgoing)
    },
  })
  if (options.appFolder !== null) await servePages(app, options.appFolder, options)
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) {
      const path = request.routeOptions.url ?? ''
      options.reportBug({ path, name: error.name, trace: [], request: request.id })
    }
    return reply.code(status).send({ code: 'operationFailed', msg: 'errors:operationFailed' })
  })
  return app
}

function incoming(request: FastifyRequest): Incoming {
  const [path = '', ...query] = request.url.split('?')
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ])
  return {
    method: request.method,
    path,
    query: query.join('?'),
    headers: Object.fromEntries(headers),
    body: request.method === 'POST' ? request.raw : null,
    remoteAddress: request.ip,
    requestId: request.id,
  }
}

async function send(reply: FastifyReply, outgoing: Outgoing): Promise<FastifyReply> {
  reply.code(outgoing.status).headers({ ...outgoing.headers })
  if (typeof outgoing.body !== 'string') {
    // Whoever stops listening must not leave a file open.
    const { body } = outgoing
    reply.raw.once('close', () => body.destroy())
  }
  return reply.send(outgoing.body)
}
