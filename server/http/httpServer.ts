/**
 * The HTTP server with what it takes of one client: no more connections than allowed, and no body that stops coming (TRUST S27). A slow
 * network is waited for; whoever holds connections without using them is cut.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { allEndpoints } from '../../src/contract/endpoints'
import { clientNetwork } from '../kit/network/networkAddress'

/** What a body must bring, or its connection is cut: this many bytes in each window of `windowMs`, until it is whole. */
export type BodyPace = {
  readonly windowMs: number
  readonly formBytes: number
  /** Parts of uploads go to the disk and can be taken up again: any byte will do (TRUST R13). */
  readonly uploadBytes: number
}

/** Forms at 1 KB/s: a fiftieth of what 400 kbit/s carry, and less than GPRS does. */
const usualPace: BodyPace = { windowMs: 30_000, formBytes: 30_720, uploadBytes: 1 }
/** Milliseconds for all headers of a request, and those for which an idle connection is kept. */
const headersTimeoutMs = 30_000
const keepAliveMs = 72_000

export type HttpServerOptions = {
  /** Connections of one client (`clientNetwork`) at once. */
  readonly connectionsPerAddress: number
  /** Whether a peer is a proxy, over whose connections many clients come: it may have any number. */
  readonly isProxy: (address: string) => boolean
  readonly pace?: BodyPace | undefined
}

export function makeHttpServer(listener: RequestListener, options: HttpServerOptions): Server {
  const server = createServer(listener)
  server.headersTimeout = headersTimeoutMs
  // A large body over a slow network may take any time as long as it comes on.
  server.requestTimeout = 0
  server.keepAliveTimeout = keepAliveMs
  limitConnections(server, options)
  const pace = options.pace ?? usualPace
  const bodies = makeBodyWatch(pace, () => performance.now())
  server.on('request', bodies.add)
  const timer = setInterval(bodies.check, pace.windowMs / 4).unref()
  server.once('close', () => clearInterval(timer))
  return server
}

function limitConnections(server: Server, { connectionsPerAddress, isProxy }: HttpServerOptions): void {
  const slots = makeSlots(connectionsPerAddress)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return
    const release = slots.take(address)
    if (release === null) socket.destroy()
    else socket.once('close', release)
  })
}

/** Counts what each client has in hand. `take` answers how to give a slot back, or null where all are taken. */
export function makeSlots(most: number) {
  const taken = new Map<string, number>()
  return {
    take: (address: string): (() => void) | null => {
      const client = clientNetwork(address)
      const count = taken.get(client) ?? 0
      if (count >= most) return null
      taken.set(client, count + 1)
      return () => {
        const left = (taken.get(client) ?? 1) - 1
        if (left === 0) taken.delete(client)
        else taken.set(client, left)
      }
    },
  }
}

const uploadPaths = new Set(allEndpoints.filter(({ body }) => body === 'bytesIn').map(({ path }) => `/${path}`))

type Watched = { since: number; seen: number; readonly least: number }

/** Requests whose bodies are on their way. `now` in milliseconds; `check` cuts those that are behind, and is to be called often. */
export function makeBodyWatch({ windowMs, formBytes, uploadBytes }: BodyPace, now: () => number) {
  const bodies = new Map<IncomingMessage, Watched>()
  return {
    size: () => bodies.size,
    add: (request: IncomingMessage): void => {
      if (request.complete) return
      const isUpload = uploadPaths.has(request.url?.split('?')[0] ?? '')
      const least = isUpload ? uploadBytes : formBytes
      bodies.set(request, { since: now(), seen: request.socket.bytesRead, least })
      request.once('close', () => bodies.delete(request))
    },
    check: (): void => {
      for (const [request, body] of bodies) {
        const { socket, readableLength } = request
        if (request.complete) bodies.delete(request)
        if (request.complete || now() - body.since < windowMs) continue
        // Bytes that wait to be read here say that the gateway is slow, and not its client.
        if (readableLength === 0 && socket.bytesRead - body.seen < body.least) socket.destroy()
        body.since = now()
        body.seen = socket.bytesRead
      }
    },
  }
}
