/** A relay that falls silent or whose TLS is not to be had, over a socket (TRUST R3). */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { makeSmtpRelay } from '#server/outbox/smtp/smtpRelay'

type Script = (line: string, socket: Socket) => void

let server: Server | null = null
const lines: string[] = []
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  lines.length = 0
  const closing = server
  server = null
  if (closing) await new Promise((resolve) => closing.close(resolve))
})

/** Greets, and then answers each line as the script says. */
async function listen(script: Script): Promise<number> {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 relay\r\n')
    let rest = ''
    socket.on('data', (bytes) => {
      const parts = (rest + bytes.toString('latin1')).split('\r\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        lines.push(line)
        script(line, socket)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this shape.
  return (server.address() as AddressInfo).port
}

const relayAt = (port: number, user: string | null = null) =>
  makeSmtpRelay({
    host: '127.0.0.1',
    port,
    secure: false,
    signInOf: async () => (user === null ? 'nobody' : { user, password: 'secret-of-the-relay' }),
    name: 'ep.test',
    connectMs: 5_000,
    silenceMs: 200,
  })

async function hand(port: number, user: string | null = null) {
  const asked: string[] = []
  const results = await relayAt(port, user).hand(
    { sender: 'lin', from: 'lin@ep.test', to: ['anna@elsewhere.example'] },
    async () => Readable.from(['Subject: s\r\n\r\ntext\r\n']),
    async () => {
      asked.push('dot')
    },
  )
  return { asked, states: results.map(({ address, state }) => [address, state]) }
}

function answerTo(line: string): string {
  if (line.startsWith('EHLO')) return '250 relay\r\n'
  if (line === 'DATA') return '354 go on\r\n'
  return /^(?:MAIL|RCPT)/.test(line) ? '250 ok\r\n' : ''
}

describe('a relay that breaks', () => {
  it('R3: that says nothing after DATA has surely not got the mail, which is tried again', async () => {
    const port = await listen((line, socket) => socket.write(line === 'DATA' ? '' : answerTo(line)))
    expect(await hand(port)).toEqual({ asked: [], states: [['anna@elsewhere.example', 'temporary']] })
  })

  it('R3: that says nothing after the last dot may have it, which is said and not tried again', async () => {
    const port = await listen((line, socket) => socket.write(answerTo(line)))
    expect(await hand(port)).toEqual({ asked: ['dot'], states: [['anna@elsewhere.example', 'unconfirmed']] })
    expect(lines).toContain('.')
  })

  it('R3: that goes while the hand-over is being put on record has not got the mail, and its answer is noted after that record', async () => {
    const port = await listen((line, socket) => socket.write(answerTo(line)))
    const order: string[] = []
    const results = await relayAt(port).hand(
      { sender: 'lin', from: 'lin@ep.test', to: ['anna@elsewhere.example'] },
      async () => Readable.from(['Subject: s\r\n\r\ntext\r\n']),
      async () => {
        const gone = [...sockets].map((socket) => once(socket, 'close'))
        for (const socket of sockets) socket.resetAndDestroy()
        await Promise.all(gone)
        // A database that takes its time: many turns of the loop after the line has broken.
        for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
        order.push('on record')
      },
    )
    order.push('answered')
    expect(results.map(({ state }) => state)).toEqual(['temporary'])
    expect(order).toEqual(['on record', 'answered'])
    expect(lines).not.toContain('.')
  })

  it('R3: that breaks its TLS gets the mail later, and not in the clear', async () => {
    const port = await listen((line, socket) => {
      if (line.startsWith('EHLO')) socket.write('250-relay\r\n250 STARTTLS\r\n')
      else if (line === 'STARTTLS') socket.end('220 go on\r\nthis is no handshake\r\n')
    })
    expect(await hand(port)).toEqual({ asked: [], states: [['anna@elsewhere.example', 'temporary']] })
    expect(lines.filter((line) => /^(?:MAIL|RCPT|DATA)/.test(line))).toEqual([])
  })

  it('R3: that offers no TLS never sees a password', async () => {
    const port = await listen((line, socket) => {
      if (line.startsWith('EHLO')) socket.write('250-relay\r\n250 AUTH PLAIN LOGIN\r\n')
      else if (line === 'STARTTLS') socket.write('502 no such command\r\n')
      else socket.write('235 welcome\r\n')
    })
    expect((await hand(port, 'ep')).states).toEqual([['anna@elsewhere.example', 'temporary']])
    expect(lines.filter((line) => line.startsWith('AUTH'))).toEqual([])
  })
})
