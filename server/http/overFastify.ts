/** Carries the bindings over HTTP: this file and the pages beside it alone know Fastify. */
import compress from '@fastify/compress'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limits } from '../../src/contract/limits'
import type { Incoming, Outgoing } from './binding'
import type { Handler } from './handle'
import { servePages } from './pages'
import { corsHeaders, preflightHeaders, type SiteAddress, securityHeaders } from './securityHeaders'

export type FastifyOptions = SiteAddress & {
  readonly handler: Handler
  /** Where the built app lies; null serves calls alone. */
  readonly appFolder: string | null
  readonly trustProxy: boolean
  /** Whether the stores answer. */
  readonly isHealthy: () => Promise<boolean>
  readonly reportBug: (bug: { readonly path: string; readonly name: string; readonly trace: readonly string[] }) => void
}

/** A first byte that does not come in this time is not waited for; a whole slow upload is. */
const headersTimeoutMs = 30_000

export async function overFastify(options: FastifyOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    trustProxy: options.trustProxy,
    bodyLimit: limits.textFormBytes,
    forceCloseConnections: 'idle',
    requestTimeout: 0,
  })
  app.server.headersTimeout = headersTimeoutMs
  // Forms and raw bytes go to the handler as they come: it knows what each call may hold.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const always = securityHeaders(options)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always)
    if (request.url.startsWith('/webmail/')) reply.headers(corsHeaders(options, request.headers.origin))
  })
  await app.register(compress, {
    global: true,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
  })
  app.get('/healthz', async (_request, reply) => {
    const isHealthy = await options.isHealthy()
    return reply
      .code(isHealthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: isHealthy })
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
    handler: async (request, reply) => send(reply, await options.handler(incoming(request))),
  })
  if (options.appFolder !== null) await servePages(app, options.appFolder)
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) options.reportBug({ path: request.routeOptions.url ?? '', name: error.name, trace: [] })
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
