/** Answers on loopback as rspamd does, by its published JSON, or with a fault. */
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** `refused`: it does not want this one; `forbidden`: none; `slow`: silent to messages alone. */
export type ScannerFault =
  | 'silent'
  | 'slow'
  | 'unread'
  | 'stalled'
  | 'upgrade'
  | 'garbage'
  | 'huge'
  | 'cut'
  | 'refused'
  | 'forbidden'
  | 'broken'

/** The text that every scanner calls junk, for tests. */
export const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

export type RspamdDouble = Awaited<ReturnType<typeof startRspamdDouble>>

type Asked = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }

export async function startRspamdDouble({ password = '' }: { readonly password?: string } = {}) {
  const asked: Asked[] = []
  const moments = new EventEmitter()
  /** By the text of a message. */
  const lessons = new Map<string, 'spam' | 'ham'>()
  let fault: ScannerFault | null = null
  let faulty = ''
  let action: string | null = null
  let isSkipped = false

  const checked = (text: string) => {
    const isTest = text.includes(gtube)
    const isJunk = isTest || lessons.get(text) === 'spam'
    const found = isTest ? { GTUBE: { name: 'GTUBE', score: 0 } } : {}
    return {
      // As rspamd 3.4 answers: its own test text is rejected without being scanned.
      ...{
        is_skipped: isSkipped || isTest,
        score: isJunk ? 15 : 0.4,
        required_score: 15,
        symbols: found,
        messages: {},
      },
      action: action ?? (isTest ? 'reject' : isJunk ? 'add header' : 'no action'),
    }
  }
  const learnt = (text: string, as: 'spam' | 'ham') => {
    if (lessons.get(text) === as) return [208, { error: `<1> has been already learned as ${as}, ignore it` }] as const
    lessons.set(text, as)
    return [200, { success: true }] as const
  }
  const answer = (path: string, headers: IncomingHttpHeaders, text: string) => {
    if (path === '/checkv2') return [200, checked(text)] as const
    if (password !== '' && headers.password !== password) return [401, { error: 'Unauthorized' }] as const
    return learnt(text, path === '/learnspam' ? 'spam' : 'ham')
  }
  const fail = (kind: ScannerFault, response: ServerResponse) => {
    if (kind === 'upgrade')
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    if (kind === 'stalled') response.writeHead(200, { 'content-length': '500' }).write('{')
    if (kind === 'forbidden') response.writeHead(403).end('<html>Forbidden</html>')
    if (kind === 'refused') response.writeHead(413).end('{"error":"too large"}')
    if (kind === 'broken') response.writeHead(503).end('{"error":"no worker"}')
    if (kind === 'garbage') response.writeHead(200).end('<html>It works!</html>')
    if (kind === 'huge') response.writeHead(200).end(`{"action":"reject","score":15,"x":"${'x'.repeat(3_000_000)}"}`)
    if (kind === 'cut') {
      response.writeHead(200, { 'content-length': '500' })
      response.write('{"action":"reject"', () => response.destroy())
    }
  }

  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    if (fault === 'unread') {
      moments.emit('fault')
      return
    }
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
    } catch {
      // Given up by whoever asks.
      return
    }
    const body = Buffer.concat(chunks).toString('latin1')
    if (path !== '/ping') asked.push({ path, headers: request.headers, body })
    moments.emit('asked')
    if (path === '/ping' && (fault === null || fault === 'slow')) response.writeHead(200).end('pong\r\n')
    else if (fault !== null && body.includes(faulty)) {
      fail(fault, response)
      moments.emit('fault')
    } else {
      const [status, said] = answer(path, request.headers, body.slice(body.indexOf('\r\n\r\n')))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens on no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Every request that came whole, in its order. */
    asked,
    /** Resolves with the next request. */
    nextAsked: () => once(moments, 'asked'),
    /** Resolves once the next request meets its fault. */
    nextFault: () => once(moments, 'fault'),
    /** From now on, for messages with that text; null mends it. */
    fail: (kind: ScannerFault | null, text = '') => {
      fault = kind
      faulty = text
    },
    /** What it wants done, whatever the message holds. */
    wants: (wanted: string | null) => {
      action = wanted
    },
    /** Its settings let all messages pass unseen. */
    skips: () => {
      isSkipped = true
    },
    learntAs: (text: string) => [...lessons].find(([known]) => known.includes(text))?.[1],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
