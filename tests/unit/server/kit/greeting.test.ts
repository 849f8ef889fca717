import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { greets, imapGreeting } from '#server/kit/network/greeting'

describe('a greeting', () => {
  let server: Server | undefined
  afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))))

  function serve(onLine: (socket: Socket) => void): Promise<number> {
    const listening = createServer((socket) => {
      socket.on('error', () => undefined)
      onLine(socket)
    })
    server = listening
    return new Promise((resolve) => {
      listening.listen(0, '127.0.0.1', () => {
        const address = listening.address()
        resolve(address !== null && typeof address === 'object' ? address.port : 0)
      })
    })
  }
  const asked = (port: number) =>
    greets({ host: '127.0.0.1', port, secure: false, greeting: imapGreeting, timeoutMs: 300 })

  it.each([
    ['* OK ready\r\n', true],
    ['* PREAUTH ready\r\n', true],
    ['* BYE too many\r\n', false],
    ['220 mail.example.com ESMTP\r\n', false],
  ])('of %j is taken as %s', async (line, isWell) => {
    expect(await asked(await serve((socket) => socket.write(line)))).toBe(isWell)
  })

  it('may come in pieces', async () => {
    const port = await serve((socket) => {
      socket.write('* O')
      setImmediate(() => socket.write('K\r\n'))
    })
    expect(await asked(port)).toBe(true)
  })

  it('that never comes is not waited for', async () => {
    expect(await asked(await serve(() => undefined))).toBe(false)
    expect(await asked(await serveAndEnd())).toBe(false)
  })

  function serveAndEnd(): Promise<number> {
    return new Promise((resolve) => {
      const brief = createServer()
      brief.listen(0, '127.0.0.1', () => {
        const address = brief.address()
        brief.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
      })
    })
  }
})
