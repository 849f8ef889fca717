import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FaultProxy, openFaultProxy } from '#tests/support/connections/faultProxy'
import { splitCommands } from '#tests/support/gateway/commandLines'
import { seededRandom } from '#tests/support/seededRandom'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A server that says what it is told at the start, writes down what it hears, and answers each line with `answer`. */
async function place({ greeting = '', answer = (line: string) => `${line.split(' ')[0]} OK\r\n` } = {}) {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write(greeting)
    socket.on('data', (bytes) => {
      heard.push(bytes.toString())
      for (const line of bytes.toString().split('\r\n').slice(0, -1)) socket.write(answer(line))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const proxy = await openFaultProxy({ to: address !== null && typeof address === 'object' ? address.port : 0 })
  closers.push(async () => {
    await proxy.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { proxy, heard }
}

/** A client that collects what it is told. */
async function clientOf(proxy: FaultProxy) {
  const socket = connect(proxy.port, '127.0.0.1')
  let told = ''
  const listeners = new Set<() => void>()
  const note = () => {
    for (const listener of listeners) listener()
  }
  socket.on('data', (bytes) => {
    told += bytes
    note()
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  closers.push(async () => socket.destroy())
  await once(socket, 'connect')
  return {
    say: (text: string) => socket.write(text),
    told: () => told,
    closed,
    hears: (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!told.includes(text)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
  }
}

/** Milliseconds that timers count, while nothing else does, until the client is told this. */
async function countedMs(client: Awaited<ReturnType<typeof clientOf>>, text: string): Promise<number> {
  let ms = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  client.say('A1 NOOP\r\n')
  try {
    // After each, what is on its way over real sockets has a turn.
    for (; !client.told().includes(text); ms += 1) {
      if (ms > 100_000) throw new Error(`${text} is never told`)
      await setImmediate()
      vi.advanceTimersByTime(1)
    }
  } finally {
    vi.useRealTimers()
  }
  return ms
}

describe('the fault proxy', () => {
  it('carries both ways what nothing disturbs', async () => {
    const { proxy, heard } = await place({ greeting: '* OK ready\r\n' })
    const client = await clientOf(proxy)
    client.say('A1 NOOP\r\n')
    await client.hears('* OK ready\r\nA1 OK\r\n')
    expect(heard).toEqual(['A1 NOOP\r\n'])
    expect(proxy.openConnections()).toBe(1)
    expect(proxy.strikes()).toBe(0)
  })

  it('cuts after so many bytes of the connection that is meant, once', async () => {
    const { proxy } = await place({ greeting: '0123456789' })
    await proxy.inflict({ kind: 'cut', direction: 'fromServer', bytes: 4, connection: 1 })
    const first = await clientOf(proxy)
    await first.hears('0123456789')
    const second = await clientOf(proxy)
    await second.closed
    expect(second.told()).toBe('0123')
    const third = await clientOf(proxy)
    await third.hears('0123456789')
    expect(proxy.strikes()).toBe(1)
  })

  it('cuts what the server answers to a command, after so many bytes', async () => {
    const { proxy } = await place({ answer: (line) => `* answer to ${line}\r\n` })
    await proxy.inflict({ kind: 'cutAfter', command: /FETCH/, direction: 'fromServer', bytes: 8 })
    const client = await clientOf(proxy)
    client.say('A1 NOOP\r\n')
    await client.hears('* answer to A1 NOOP\r\n')
    client.say('A2 FETCH 1 BODY[]\r\n')
    await client.closed
    expect(client.told()).toBe('* answer to A1 NOOP\r\n* answer')
  })

  it('cuts what the client sends after a command, after so many bytes', async () => {
    const { proxy, heard } = await place({ answer: () => '' })
    await proxy.inflict({ kind: 'cutAfter', command: /APPEND/, direction: 'fromClient', bytes: 5 })
    const client = await clientOf(proxy)
    client.say('A1 APPEND INBOX {10+}\r\n0123456789\r\n')
    await client.closed
    expect(heard.join('')).toBe('A1 APPEND INBOX {10+}\r\n01234')
  })

  it('does not cut any more once healed', async () => {
    const { proxy } = await place({ answer: (line) => `* answer to ${line}\r\n` })
    const client = await clientOf(proxy)
    await proxy.inflict({ kind: 'cutAfter', command: /NOOP/, direction: 'fromServer', bytes: 40 })
    client.say('A1 NOOP\r\n')
    await client.hears('A1 NOOP')
    await proxy.heal()
    client.say('A2 NOOP\r\nA3 NOOP\r\n')
    await client.hears('* answer to A3 NOOP\r\n')
  })

  it('delays both ways and keeps the order, also over the healing', async () => {
    const { proxy } = await place()
    const client = await clientOf(proxy)
    await proxy.inflict({ kind: 'latency', ms: 60 })
    expect(await countedMs(client, 'A1 OK\r\n')).toBeGreaterThanOrEqual(120)
    client.say('A2 NOOP\r\n')
    await proxy.heal()
    client.say('A3 NOOP\r\n')
    await client.hears('A3 OK')
    expect(client.told()).toBe('A1 OK\r\nA2 OK\r\nA3 OK\r\n')
  })

  it('carries no faster than it may', async () => {
    const { proxy } = await place({ answer: () => `${'x'.repeat(10_000)}end\r\n` })
    const client = await clientOf(proxy)
    await proxy.inflict({ kind: 'bandwidth', bytesPerSecond: 50_000 })
    expect(await countedMs(client, 'end')).toBeGreaterThanOrEqual(200)
  })

  it('swallows everything in a black hole, and for good on what fell into it', async () => {
    const { proxy, heard } = await place({ greeting: 'hello' })
    const fallen = await clientOf(proxy)
    await fallen.hears('hello')
    await proxy.inflict({ kind: 'blackHole' })
    fallen.say('A1 NOOP\r\n')
    const taken = await clientOf(proxy)
    taken.say('A1 NOOP\r\n')
    await expect.poll(() => proxy.strikes()).toBe(2)
    await proxy.heal()
    fallen.say('A2 NOOP\r\n')
    const later = await clientOf(proxy)
    later.say('A9 NOOP\r\n')
    await later.hears('A9 OK')
    expect(heard).toEqual(['A9 NOOP\r\n'])
    expect([fallen.told(), taken.told()]).toEqual(['hello', ''])
  })

  it('refuses connections and breaks open ones until healed', async () => {
    const { proxy } = await place()
    const open = await clientOf(proxy)
    await proxy.inflict({ kind: 'refuse' })
    await open.closed
    const refused = connect(proxy.port, '127.0.0.1')
    const [error] = await once(refused, 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    await proxy.heal()
    const again = await clientOf(proxy)
    again.say('A1 NOOP\r\n')
    await again.hears('A1 OK')
  })

  it('answers in the place of the server, which never hears of it', async () => {
    const { proxy, heard } = await place()
    await proxy.inflict({ kind: 'answer', command: /APPEND/, text: 'NO [OVERQUOTA] Full' })
    const client = await clientOf(proxy)
    client.say('A1 APPEND INBOX {3}\r\n')
    await client.hears('A1 NO [OVERQUOTA] Full\r\n')
    client.say('A2 NOOP\r\n')
    await client.hears('A2 OK')
    expect(heard.join('')).toBe('A2 NOOP\r\n')
    await proxy.inflict({ kind: 'answer', command: /APPEND/, text: 'NO [INUSE] Wait', times: 2 })
    client.say('A3 APPEND INBOX {3+}\r\nabc\r\nA4 NOOP\r\n')
    await client.hears('A3 NO [INUSE] Wait\r\nA4 OK')
    expect(heard.join('')).toBe('A2 NOOP\r\nA4 NOOP\r\n')
  })

  it('lets the server say goodbye', async () => {
    const { proxy } = await place()
    const client = await clientOf(proxy)
    client.say('A1 NOOP\r\n')
    await client.hears('A1 OK')
    proxy.say('* BYE Going down', true)
    await client.closed
    expect(client.told()).toBe('A1 OK\r\n* BYE Going down\r\n')
  })
})

describe('commands of a client', () => {
  it('are cut into lines and literals wherever the bytes are parted', () => {
    const said = 'A1 APPEND x {5+}\r\na\r\nbc\r\nA2 NOOP\r\n'
    for (let at = 1; at < said.length; at += 1) {
      const { take } = splitCommands()
      const parts = [...take(Buffer.from(said.slice(0, at))), ...take(Buffer.from(said.slice(at)))]
      const text = (kind: string) => parts.filter((it) => it.kind === kind).map(({ bytes }) => bytes.toString())
      expect(text('line')).toEqual(['A1 APPEND x {5+}\r\n', '\r\n', 'A2 NOOP\r\n'])
      expect(text('literal').join('')).toBe('a\r\nbc')
    }
  })
})

describe('a seeded random', () => {
  it('says the same for the same seed, and something else for another', () => {
    const ten = (seed: number) => {
      const next = seededRandom(seed)
      return Array.from({ length: 10 }, () => next(1_000))
    }
    expect(ten(7)).toEqual(ten(7))
    expect(ten(7)).not.toEqual(ten(8))
    expect(ten(7).every((it) => it >= 0 && it < 1_000)).toBe(true)
  })
})
