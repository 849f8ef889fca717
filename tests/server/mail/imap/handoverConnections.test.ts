import { afterEach, describe, expect, it } from 'vitest'
import { makeHandoverConnections } from '#server/mail/imap/connection/handoverConnections'
import { makeImapLogin } from '#server/mail/imap/connection/mailLogin'
import { makeImapPool } from '#server/mail/imap/connection/pool'
import { startScriptedImap } from '#tests/support/connections/scriptedImap'
import { owner } from '../../conformance/mail/mailbox'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const lin = owner('lin')

/** `held`: the password that the session holds when the first call comes. */
async function signedIn(held: string) {
  const server = await startScriptedImap()
  closing.push(server.close)
  const place = { host: '127.0.0.1', port: server.port, secure: false, spares: makeHandoverConnections() }
  const pool = makeImapPool({ ...place, credentials: { passwordOf: async () => held } })
  closing.push(pool.close)
  expect(await makeImapLogin(place).tryPassword(lin.address, 'secret')).toBe(true)
  const exists = (lane: 'quick' | 'slow') =>
    pool.within(lin, 'INBOX', async (_client, mailbox) => mailbox.exists, { lane, again: true })
  return { server, exists, pool }
}

describe('the connection on which a password was tried', () => {
  it('serves the first call of whoever has signed in, and one line alone', async () => {
    const { server, exists } = await signedIn('secret')
    expect(await exists('quick')).toBe(3)
    expect(server.connections()).toBe(1)
    expect(await exists('slow')).toBe(3)
    expect(server.connections()).toBe(2)
  })

  it('serves nobody who holds another password', async () => {
    const { server, exists } = await signedIn('another')
    expect(await exists('quick')).toBe(3)
    expect(server.connections()).toBe(2)
  })

  it('is left where the server has hung up meanwhile', async () => {
    const server = await startScriptedImap(({ tag, line, connection }, socket) => {
      if (connection !== 1 || !line.startsWith('NAMESPACE')) return undefined
      socket.end(`* NAMESPACE (("" "/")) NIL NIL\r\n${tag} OK done\r\n* BYE gone\r\n`)
      return null
    })
    closing.push(server.close)
    const place = { host: '127.0.0.1', port: server.port, secure: false, spares: makeHandoverConnections() }
    const pool = makeImapPool({ ...place, credentials: { passwordOf: async () => 'secret' } })
    closing.push(pool.close)
    await makeImapLogin(place)
      .tryPassword(lin.address, 'secret')
      .catch(() => undefined)
    const subject = pool.within(lin, 'INBOX', async (_client, mailbox) => mailbox.exists, { again: true })
    expect(await subject).toBe(3)
  })

  it('is closed with the pool', async () => {
    const { server, pool } = await signedIn('secret')
    await pool.close()
    await expect.poll(() => server.open()).toBe(0)
  })
})
