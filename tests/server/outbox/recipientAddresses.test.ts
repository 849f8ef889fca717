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

describe('a domain outside ASCII', () => {
  it.each([
    ['info@bücher.example', 'info@xn--bcher-kva.example'],
    ['Info@B\u0055\u0308CHER.example', 'info@xn--bcher-kva.example'],
    ['安娜 <info@例子。中国>', 'info@xn--fsqu00a.xn--fiqs8s'],
    ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
  ])('goes in A-labels, and is kept so: %s', async (typed, address) => {
    for (const extension of [null, 'SMTPUTF8']) {
      if (extension !== null) relay.offered.push(extension)
      await place.send(sendForm({ to: [typed], idempotencyKey: `to ${extension}` }), await lin())
      await place.dispatcher.drain()
    }
    const asked = ['MAIL FROM:<lin@ep.test>', `RCPT TO:<${address}>`]
    expect(relay.asked()).toEqual([...asked, ...asked])
    const [sent] = await place.mails('lin', 'sent')
    expect(sent?.to.map((it) => it.address.toLowerCase())).toEqual([address])
    expect(await place.recentRecipients.all((await place.account('lin')).id)).toMatchObject([{ uses: 2 }])
  })

  it('names one mailbox in either spelling', async () => {
    await place.send(sendForm({ to: ['info@bücher.example'], cc: ['info@xn--bcher-kva.example'] }), await lin())
    await place.dispatcher.drain()
    expect(relay.asked()).toEqual(['MAIL FROM:<lin@ep.test>', 'RCPT TO:<info@xn--bcher-kva.example>'])
  })

  it('stays apart from a local part in letters, so that servers without SMTPUTF8 get the message, too', async () => {
    relay.offered.push('SMTPUTF8')
    await place.send(sendForm({ to: ['用户@例子.中国', 'info@bücher.example'] }), await lin())
    await place.dispatcher.drain()
    expect(relay.asked()).toEqual([
      'MAIL FROM:<lin@ep.test>',
      'RCPT TO:<info@xn--bcher-kva.example>',
      'MAIL FROM:<lin@ep.test> SMTPUTF8',
      'RCPT TO:<用户@例子.中国>',
    ])
  })

  it('stands in letters beside a local part in letters, where the server takes that', async () => {
    relay.offered.push('SMTPUTF8')
    await place.send(sendForm({ to: ['用户@例子.中国'] }), await lin())
    await place.dispatcher.drain()
    expect(relay.asked()).toEqual(['MAIL FROM:<lin@ep.test> SMTPUTF8', 'RCPT TO:<用户@例子.中国>'])
  })
})

describe('a server that takes no addresses outside ASCII', () => {
  const statesOf = async (id: string) => {
    const entry = await place.outbox.find((await place.account('lin')).id, id)
    return entry?.recipients.map(({ address, state, reason }) => [address, state, reason])
  }
  const reason = '553 5.6.7 The server takes no addresses outside ASCII'

  it('is asked for the others alone, and the sender is told of the rest', async () => {
    const to = ['用户@例子.中国', 'info@bücher.example']
    const { id } = await place.send(sendForm({ to }), await lin())
    await place.dispatcher.drain()
    expect(relay.asked()).toEqual(['MAIL FROM:<lin@ep.test>', 'RCPT TO:<info@xn--bcher-kva.example>'])
    expect(await statesOf(id)).toEqual([
      ['用户@xn--fsqu00a.xn--fiqs8s', 'failed', reason],
      ['info@xn--bcher-kva.example', 'sent', null],
    ])
    const [report] = await place.mails('lin', 'inbox')
    const opened = await place.mailStores.of(await place.account('lin')).open(report?.id ?? '')
    expect(opened?.parsed.text).toContain(reason)
  })

  it('is asked for nothing where nobody else is named', async () => {
    const { id } = await place.send(sendForm({ to: ['用户@例子.中国'] }), await lin())
    await place.dispatcher.drain()
    expect(relay.asked()).toEqual([])
    expect(await statesOf(id)).toEqual([['用户@xn--fsqu00a.xn--fiqs8s', 'failed', reason]])
  })
})
