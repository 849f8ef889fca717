/** Addresses of recipients as a relay receives them, byte for byte. */
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeOpenCompose } from '#server/drafts/openCompose'
import { removeFolder } from '../../support/removeFolder'
import { callerOf, openSending, type Sending, sendForm } from '../../support/stores/sendingSetup'

let folder: string
let place: Sending
let relay: Awaited<ReturnType<typeof openRelay>>

/** Takes every message, and keeps the commands. */
async function openRelay() {
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const offered: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let isText = false
    let rest = ''
    const answer = (line: string): string => {
      if (isText) {
        isText = line !== '.'
        return isText ? '' : '250 taken\r\n'
      }
      commands.push(line)
      if (line.startsWith('EHLO'))
        return ['relay', ...offered].map((it, at) => `250${at === offered.length ? ' ' : '-'}${it}\r\n`).join('')
      isText = line === 'DATA'
      return isText ? '354 go on\r\n' : '250 ok\r\n'
    }
    socket.write('220 relay\r\n')
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) socket.write(answer(line))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // A server that listens on TCP has an address of this shape.
    port: (server.address() as AddressInfo).port,
    offered,
    asked: () =>
      commands.filter((line) => /^(?:MAIL|RCPT)/.test(line)).map((line) => line.replace(' BODY=8BITMIME', '')),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const lin = async () => callerOf(await place.account('lin'))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  relay = await openRelay()
  place = await openSending({ folder, relayPort: relay.port })
})

afterEach(async () => {
  await place.close()
  await relay.close()
  await removeFolder(folder)
})

describe('an answer', () => {
  it.each([
    'ken..old.@phone.example',
    '.ken@phone.example',
    '"ken..old."@phone.example',
    '"ken old"@phone.example',
    'build_bot@my_host.example',
    'root@intranet',
  ])('goes to %s as it came', async (address) => {
    const store = place.mailStores.of(await place.account('lin'))
    const bytes = Buffer.from(`From: ${address}\r\nTo: lin@ep.test\r\nSubject: From afar\r\n\r\nx\r\n`)
    const source = { kind: 'bytes', bytes } as const
    const { id } = await store.append({ folder: 'inbox', source, flags: {}, receivedAt: 0, key: null })
    const { form } = await makeOpenCompose(place)({ mode: 'reply', id, ids: [] }, await lin())
    expect(form.to).toEqual([{ name: '', address }])
    await place.send(sendForm({ to: form.to.map((it) => it.address), inReplyTo: id, mode: 'reply' }), await lin())
    await place.dispatcher.drain()
    expect(relay.asked()).toEqual(['MAIL FROM:<lin@ep.test>', `RCPT TO:<${address}>`])
  })
})

describe('a local part outside ASCII', () => {
  it.each(['销售@shop.example', 'विक्रय@shop.example', 'ขาย@shop.example', 'jose\u0301@shop.example'])(
    'goes with its marks to a server that takes it: %s',
    async (address) => {
      relay.offered.push('SMTPUTF8')
      await place.send(sendForm({ to: [address] }), await lin())
      await place.dispatcher.drain()
      expect(relay.asked()).toEqual(['MAIL FROM:<lin@ep.test> SMTPUTF8', `RCPT TO:<${address}>`])
    },
  )
})
