/** Of both emulators: a server on loopback, keys, and the faults that a test asks for. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

type KeyPair = { readonly privateKey: KeyObject; readonly publicKey: KeyObject }

const made = new Map<string, KeyPair>()

/** Made once for each role, since that takes a moment. */
export function keysOf(role: 'merchant' | 'platform' | 'certificate' | 'stranger'): KeyPair {
  const keys = made.get(role) ?? generateKeyPairSync('rsa', { modulusLength: 2048 })
  made.set(role, keys)
  return keys
}

/** What goes wrong with an answer: it is lost after all was done, or comes from somebody in between. */
export type Fault = 'lost' | 'badGateway' | 'unsigned' | 'wrongKey' | 'stale' | 'changed'

export type Asked = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export type Said = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `answer` gets the fault of this turn, or null. */
export async function startEmulator(answer: (asked: Asked, fault: Fault | null) => Said) {
  const faults: Fault[] = []
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    )
    const { method = '', url = '' } = request
    const call = { method, headers, url: new URL(url, 'http://127.0.0.1'), body: Buffer.concat(chunks).toString() }
    asked.push(call)
    const fault = faults.shift() ?? null
    const said = answer(call, fault)
    if (fault === 'lost') return void request.socket.destroy()
    if (fault === 'badGateway') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>')
    response.writeHead(said.status, said.headers).end(said.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens on no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Every call that came, in its order. */
    asked,
    /** The next answers go wrong, one each. */
    fail: (...next: readonly Fault[]) => void faults.push(...next),
    /** Nothing goes wrong any more. */
    mend: () => void faults.splice(0),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
