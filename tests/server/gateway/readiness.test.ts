import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWatch } from '#server/composition/watch'
import { readConfig } from '#server/config/readConfig'

describe('a gateway in front of a mail server', () => {
  let server: Server
  let port: number
  beforeEach(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('* OK ready\r\n')
    })
    port = await new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(address !== null && typeof address === 'object' ? address.port : 0)
      })
    })
  })
  afterEach(() => {
    server.close()
  })

  it('R12: is ready while it greets, and says so once for each change', async () => {
    const lines: string[] = []
    const watch = makeWatch({ level: 'info', write: (line) => lines.push(line) })
    const config = readConfig({ IMAP_URL: `imap://127.0.0.1:${port}`, SECRET_KEY: Buffer.alloc(32).toString('base64') })
    const asked = () => watch.readinessOf(config, { isHealthy: async () => true, hasRoom: async () => true })
    expect(await asked().failing()).toEqual([])
    await new Promise((resolve) => server.close(resolve))
    const readiness = asked()
    expect(await readiness.failing()).toEqual(['imap'])
    expect(await readiness.failing()).toEqual(['imap'])
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: 'notReady', failing: ['imap'] }),
    ])
  })
})
