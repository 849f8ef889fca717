/** A service that takes page views, as far as it is heard: keeps every request letter by letter and answers as it is told. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HeardView = {
  readonly line: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }

export async function openViewsSink(usual: Answer) {
  const heard: HeardView[] = []
  let answer: Answer | null = usual
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const),
      )
      heard.push({ line: `${request.method} ${request.url}`, headers, body: Buffer.concat(chunks).toString() })
      // Told to say nothing, it holds the line.
      if (answer !== null) response.writeHead(answer.status, answer.headers ?? {}).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens at a port has an address of that kind.
  const { port } = server.address() as AddressInfo
  return {
    port,
    heard,
    /** From now on; null says nothing at all. */
    answer: (next: Answer | null) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export const matomoTakes: Answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"status":"success","tracked":1,"invalid":0}',
}

export const plausibleTakes: Answer = { status: 202, headers: { 'content-type': 'text/plain' }, body: 'ok' }
