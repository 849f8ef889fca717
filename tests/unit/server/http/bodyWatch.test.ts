/** The pace that bodies must keep, with a clock of the test's own (TRUST S27). */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBodyWatch, makeSlots } from '#server/http/httpServer'

const pace = { windowMs: 30_000, formBytes: 100, uploadBytes: 1 }
const upload = '/webmail/writemail/uploadPart.action?offset=0'

let now: number
let watch: ReturnType<typeof makeBodyWatch>
let server: Server
let client: Socket

beforeEach(async () => {
  now = 0
  watch = makeBodyWatch(pace, () => now)
  server = createServer().on('request', watch.add).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  client.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Sends the head of a request, and answers it as the server has it. */
async function begun(path: string): Promise<IncomingMessage> {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen')
  client = connect(address.port, '127.0.0.1').on('error', () => undefined)
  client.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n`)
  const request = await new Promise<IncomingMessage>((resolve) => server.once('request', resolve))
  request.on('error', () => undefined)
  return request
}

/** Sends so many bytes and waits until the server has read them. */
async function send(request: IncomingMessage, bytes: number): Promise<void> {
  client.write('a'.repeat(bytes))
  await once(request, 'data')
}

function pass(ms: number): void {
  now += ms
  watch.check()
}

describe('a body on its way', () => {
  it('S27: goes on while each window brings its bytes, and is cut by the first that brings one fewer', async () => {
    const request = await begun('/webmail/login/loginService.action')
    for (let window = 0; window < 3; window += 1) {
      await send(request, 100)
      pass(pace.windowMs)
      expect(request.destroyed).toBe(false)
    }
    await send(request, 99)
    pass(pace.windowMs - 1)
    expect(request.socket.destroyed).toBe(false)
    pass(1)
    expect(request.socket.destroyed).toBe(true)
    await once(client, 'close')
    expect(watch.size()).toBe(0)
  })

  it('R13: of an upload goes on with one byte a window, and is cut without any', async () => {
    const request = await begun(upload)
    for (let window = 0; window < 3; window += 1) {
      await send(request, 1)
      pass(pace.windowMs)
    }
    expect(request.socket.destroyed).toBe(false)
    pass(pace.windowMs)
    expect(request.socket.destroyed).toBe(true)
  })

  it('is not cut while the gateway itself does not read what has come', async () => {
    const request = await begun('/webmail/login/loginService.action')
    client.write('a'.repeat(50))
    await once(request, 'readable')
    pass(pace.windowMs)
    expect(request.socket.destroyed).toBe(false)
  })

  it('is watched no more once it is whole', async () => {
    const request = await begun('/webmail/login/loginService.action')
    const end = once(request, 'end')
    await send(request, 1_000)
    await end
    pass(pace.windowMs)
    expect([watch.size(), request.socket.destroyed]).toEqual([0, false])
  })
})

describe('slots', () => {
  it('S27: are counted by client: an address of IPv4, a /64 of IPv6', () => {
    const slots = makeSlots(2)
    const first = slots.take('2001:db8::1')
    expect([first !== null, slots.take('2001:db8::2') !== null, slots.take('2001:db8::3')]).toEqual([true, true, null])
    expect([slots.take('192.0.2.1') !== null, slots.take('::ffff:192.0.2.1') !== null]).toEqual([true, true])
    expect(slots.take('192.0.2.1')).toBeNull()
    first?.()
    expect(slots.take('2001:db8::4')).not.toBeNull()
  })
})
