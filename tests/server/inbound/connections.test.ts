/** What one client may take of the door for mail, over real sockets and with small limits. */
import { mkdtemp } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDeliver } from '#server/inbound/deliver'
import { type ConnectionLimits, usualLimits } from '#server/inbound/smtp/connections'
import { listenSmtp, type SmtpListener } from '#server/inbound/smtp/listener'
import { removeFolder } from '../../support/removeFolder'
import { domains, openSending, type Sending } from '../../support/stores/sendingSetup'

let folder: string
let place: Sending
let listener: SmtpListener
let sockets: Socket[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  sockets = []
  place = await openSending({ folder, relayPort: null })
  await place.account('lin')
})
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  await listener.close()
  await place.close()
  await removeFolder(folder)
})

async function listen(limits: Partial<ConnectionLimits> = {}, trusted: readonly string[] = []): Promise<void> {
  listener = await listenSmtp({
    host: '127.0.0.1',
    port: 0,
    name: 'mx.ep.test',
    maxMessageBytes: 100_000,
    maxConnections: 100,
    limits,
    isTrustedRelay: (address) => trusted.includes(address),
    inbound: makeDeliver({ ...place, domains }),
    spool: place.spool,
    clock: place.clock,
  })
}

/** A client that says one line at a time; `heard` waits until what the server said holds something. */
function client(localAddress = '127.0.0.1') {
  const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  sockets.push(socket)
  let text = ''
  let isEnded = false
  const waiting = new Set<() => void>()
  const look = () => {
    for (const check of waiting) check()
  }
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    text += chunk.toString()
    look()
  })
  socket.on('end', () => {
    isEnded = true
    look()
  })
  const until = (isTrue: () => boolean) =>
    new Promise<string>((resolve) => {
      const check = () => {
        if (!isTrue()) return
        waiting.delete(check)
        resolve(text)
      }
      waiting.add(check)
      check()
    })
  const heard = (pattern: RegExp) => until(() => pattern.test(text))
  const ask = async (line: string) => {
    const before = text.length
    socket.write(`${line}\r\n`)
    await until(() => isEnded || /^\d{3} .*\r\n/m.test(text.slice(before)))
    return text.slice(before)
  }
  const opened = async (...lines: string[]) => {
    await heard(/^220 /)
    for (const line of ['EHLO x.example', ...lines]) await ask(line)
  }
  return {
    ask,
    heard,
    opened,
    ended: () => until(() => isEnded),
    end: () => socket.end(),
    closed: new Promise<void>((resolve) => socket.once('close', () => resolve())),
  }
}

const mail = 'MAIL FROM:<a@x.example>'
const toLin = 'RCPT TO:<lin@ep.test>'
const message = 'From: a@x.example\r\nSubject: hello\r\n\r\nhello\r\n.'

describe('connections that bring mail', () => {
  it('S27: one client has no more than its share, and others are served', async () => {
    await listen({ perClient: 2 })
    const [first, second] = [client(), client()]
    await Promise.all([first.heard(/^220 /), second.heard(/^220 /)])
    const third = client()
    expect(await third.ended()).toMatch(/^421 4\.7\.0 Too many connections/)
    const neighbour = client('127.0.0.2')
    await neighbour.heard(/^220 /)
    // What one gives back, it may take again.
    await first.ask('QUIT')
    first.end()
    await first.closed
    const next = client()
    await next.opened(mail)
    expect(await next.ask(toLin)).toMatch(/^250 /)
  })

  it('S27: who says nothing is told to go, and who says MAIL is not', async () => {
    await listen({ mailMs: 1_500 })
    const talker = client()
    await talker.opened(mail)
    const silent = client()
    expect(await silent.ended()).toMatch(/421 4\.4\.2 Timeout/)
    expect(await talker.ask('NOOP')).toMatch(/^250 /)
  })

  it('S27: who names no recipient in time is told to go', async () => {
    await listen({ recipientsMs: 100 })
    const idle = client()
    await idle.opened(mail)
    expect(await idle.ended()).toMatch(/421 4\.4\.2 Timeout/)
  })

  it('S27: replies without a message are counted, and a message begins the count anew', async () => {
    await listen({ replies: 9 })
    const idler = client()
    await idler.opened('NOOP', 'RSET', 'NOOP', 'NOOP', 'NOOP')
    // The greeting, EHLO and five others are seven.
    expect(await idler.ask('NOOP')).toMatch(/^250 [^\r]*\r\n$/)
    expect(await idler.ask('NOOP')).toMatch(/^250 [\s\S]*421 4\.7\.0 Too many commands/)
    const sender = client()
    await sender.opened(mail, toLin, 'DATA')
    expect(await sender.ask(message)).toMatch(/^250 /)
    for (let at = 0; at < 8; at += 1) expect(await sender.ask('NOOP')).not.toMatch(/421/)
    expect(await sender.ask('NOOP')).toMatch(/421/)
  })

  it('S19: mailboxes cannot be searched for on one connection', async () => {
    await listen({ refusals: 3 })
    const honest = client()
    await honest.opened(mail)
    for (const name of ['a', 'b']) expect(await honest.ask(`RCPT TO:<${name}@ep.test>`)).toMatch(/^550 [^\r]*\r\n$/)
    expect(await honest.ask(toLin)).toMatch(/^250 /)
    const prober = client()
    await prober.opened(mail, 'RCPT TO:<a@ep.test>', 'RCPT TO:<b@ep.test>')
    await prober.ask('RCPT TO:<c@ep.test>')
    expect(await prober.ended()).toMatch(/(550 5\.1\.1 [^\r]*\r\n){3}421 4\.7\.0 [^\r]*\r\n$/)
  })

  it('a relay of the operator’s own delivers for everybody and has no such limits', async () => {
    await listen({ perClient: 1, refusals: 1, replies: 1 }, ['127.0.0.1'])
    for (const relay of [client(), client()]) {
      await relay.opened(mail)
      for (const name of ['a', 'b']) expect(await relay.ask(`RCPT TO:<${name}@ep.test>`)).toMatch(/^550 /)
      expect(await relay.ask(toLin)).toMatch(/^250 /)
    }
  })

  it('R18: a closing ends idle connections at once, and waits for a message on its way', async () => {
    await listen()
    const [idle, busy] = [client(), client()]
    await idle.opened()
    await busy.opened(mail, toLin, 'DATA')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closed = listener.close()
    expect(await idle.ended()).toMatch(/421 4\.3\.2 Shutting down/)
    expect(await busy.ask(message)).toMatch(/^250 2\.6\.0/)
    expect(await busy.ended()).toMatch(/421 4\.3\.2 Shutting down/)
    // Neither closes its own side; the library would wait for seconds, and no timer goes on after these.
    vi.advanceTimersByTime(usualLimits.lingerMs)
    await closed
    expect(await place.mails('lin', 'inbox')).toHaveLength(1)
  })
})
