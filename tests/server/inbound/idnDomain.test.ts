/** A domain of one's own outside ASCII: one mailbox in whichever spelling (RFC 5890). */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runAccountCommand } from '#server/cli/accountCommand'
import { listenSmtp, type SmtpListener } from '#server/inbound/smtp/listener'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'

const inAscii = 'lin@xn--bcher-kva.test'

describe.each([
  ['bücher.test', 'Lin@Bücher.test'],
  ['BU\u0308CHER.test', 'lin@xn--bcher-kva.test'],
  ['xn--bcher-kva.test', 'lin@bu\u0308cher。test'],
])('with MAIL_DOMAINS=%s, a mailbox made as %s', (domain, made) => {
  let gateway: TestGateway
  let calls: ReturnType<typeof makeCalls>
  let listener: SmtpListener | null = null

  beforeEach(async () => {
    gateway = await makeTestGateway({ env: { MAIL_DOMAINS: domain } })
    calls = makeCalls(gateway)
    const parts = { ...gateway.stores, mailDomains: gateway.config.mailDomains }
    const said = await runAccountCommand(parts, { words: ['add', made], password: testPassword, tier: 'soho' })
    expect(said).toContain(`Added ${inAscii}`)
  })
  afterEach(async () => {
    await listener?.close()
    listener = null
    await gateway.close()
  })

  const signIn = (username: string) =>
    calls.post('login/loginService.action', { username, password: testPassword }, { remoteAddress: '192.0.2.1' })

  it.each(['lin', inAscii, 'lin@bücher.test', 'LIN@BÜCHER。TEST', 'ｌｉｎ＠ｘｎ－－ｂｃｈｅｒ－ｋｖａ．ｔｅｓｔ'])(
    'signs in as %s',
    async (username) => {
      expect((await signIn(username)).json).toMatchObject({ code: '000', userInfo: { username: inAscii } })
    },
  )

  it('S19: counts failures of either spelling as those of one account', async () => {
    const fail = (username: string) => calls.post('login/loginService.action', { username, password: 'wrong' })
    expect((await fail('lin@bücher.test')).json).toMatchObject({ triesLeft: 4 })
    expect((await fail(inAscii)).json).toMatchObject({ triesLeft: 3 })
  })

  it.each([inAscii, 'lin@bücher.test'])('takes mail in over SMTP for %s', async (address) => {
    const { inbound } = gateway.house
    if (inbound === null) throw new Error('There is no door for mail')
    const options = { host: '127.0.0.1', port: 0, name: 'mx.test', maxMessageBytes: 100_000, maxConnections: 9 }
    listener = await listenSmtp({ ...options, inbound, spool: gateway.stores.spool, clock: gateway.clock })
    const socket = connect(listener.port, '127.0.0.1')
    const lines = [
      'EHLO x',
      'MAIL FROM:<a@x.example> SMTPUTF8',
      `RCPT TO:<${address}>`,
      'DATA',
      'Subject: s\r\n\r\nx\r\n.',
    ]
    const answers: string[] = []
    socket.on('data', (bytes) => {
      answers.push(bytes.toString().slice(0, 3))
      const next = lines.shift()
      if (next === undefined) socket.end()
      else socket.write(`${next}\r\n`)
    })
    await once(socket, 'close')
    expect(answers).toEqual(['220', '250', '250', '250', '354', '250'])
    const owner = await gateway.stores.accounts.byAddress(inAscii)
    if (owner === null) throw new Error('There is no mailbox')
    const query = { folder: 'inbox', page: 1, pageSize: 9, sort: 'date', order: 'desc', filter: 'all' } as const
    expect((await gateway.stores.mailStores.of(owner).page(query))?.total).toBe(1)
  })

  it.each([inAscii, 'lin@bücher.test'])('is written to here, not outside, as %s', async (to) => {
    const session = await calls.signIn(inAscii)
    const form = { to, subject: 'Hi', html: 'Hi', idempotencyKey: 'k' }
    const sent = await calls.post('writemail/sendMail.action', form, { session })
    expect(sent.json).toMatchObject({ code: '200' })
    await gateway.drain()
    const inbox = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session })
    expect(inbox.json).toMatchObject({ total: 1, list: [{ from: { address: inAscii } }] })
  })
})
