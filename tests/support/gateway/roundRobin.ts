/** A reverse proxy as stands before several gateways: each request goes to the next one, and past one that does not listen. */
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type RoundRobin = { readonly url: string; readonly close: () => Promise<void> }

/** `among`: the ports, or which of them may be asked at this moment. `port`: 0 takes any free one. */
export async function openRoundRobin(
  among: readonly number[] | (() => readonly number[]),
  port = 0,
): Promise<RoundRobin> {
  let turn = 0
  function pass(incoming: IncomingMessage, outgoing: ServerResponse, ports: readonly number[], tries: number): void {
    const to = ports[tries]
    const { method, url: path, headers } = incoming
    // Told as it is, with the host that the browser asked for.
    const onward = ask({ host: '127.0.0.1', port: to, method, path, headers, setHost: false, agent: false })
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
      answer.once('aborted', () => outgoing.destroy())
    })
    onward.once('error', (error) => {
      const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
      // Nothing of the request has been read yet, so the next may have it whole.
      if (isRefused && tries + 1 < ports.length) return pass(incoming, outgoing, ports, tries + 1)
      incoming.unpipe()
      outgoing.destroy()
    })
    onward.once('socket', (socket) => {
      const send = () => incoming.pipe(onward)
      if (socket.connecting) socket.once('connect', send)
      else send()
    })
    outgoing.once('close', () => onward.destroy())
  }
  const server = createServer((incoming, outgoing) => {
    const ports = typeof among === 'function' ? among() : among
    const first = turn % Math.max(1, ports.length)
    pass(incoming, outgoing, [...ports.slice(first), ...ports.slice(0, first)], 0)
    turn += 1
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
