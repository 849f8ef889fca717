/** Ports of loopback: finding free ones, and waiting until a server answers on one. */
import { connect, createServer } from 'node:net'

/** Below the range from which the system takes ports for outgoing connections, so that none of those steals one meanwhile. */
const lowest = 20_000
const highest = 32_000

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) return port
  }
  throw new Error(`No port between ${lowest} and ${highest} is free on 127.0.0.1`)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Resolves as soon as something listens; rejects when `isAlive` says that nothing will any more, or after `timeoutMs`. */
export async function untilAnswers(port: number, isAlive: () => boolean, timeoutMs = 20_000): Promise<void> {
  const until = Date.now() + timeoutMs
  while (!(await answers(port))) {
    if (!isAlive()) throw new Error(`The server for port ${port} ended before it listened`)
    if (Date.now() > until) throw new Error(`Nothing listens on port ${port} after ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
