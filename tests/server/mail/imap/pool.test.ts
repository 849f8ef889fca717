import { afterEach, describe, expect, it } from 'vitest'
import { Refusal, SessionEnded, StoreAway } from '#server/core/refusal'
import { makeBackoff } from '#server/mail/imap/connection/backoff'
import { type ImapPoolOptions, makeImapPool } from '#server/mail/imap/connection/pool'
import type { ImapPool } from '#server/mail/imap/context'
import { type Script, type ScriptedImap, startScriptedImap } from '#tests/support/connections/scriptedImap'
import { owner } from '../../conformance/mail/mailbox'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function served(
  script?: Script,
  options: Partial<ImapPoolOptions> = {},
): Promise<{ server: ScriptedImap; pool: ImapPool }> {
  const server = await startScriptedImap(script)
  closing.push(server.close)
  const pool = makeImapPool({
    host: '127.0.0.1',
    port: server.port,
    secure: false,
    credentials: { passwordOf: async () => 'secret' },
    commandMs: 400,
    silenceMs: 150,
    ...options,
  })
  closing.push(pool.close)
  return { server, pool }
}

const lin = owner('lin')
const anna = owner('anna')
const reading = { again: true } as const
const subject = (pool: ImapPool, who = lin, options: { again?: boolean } = reading) =>
  pool.within(
    who,
    'INBOX',
    async (client) =>
      (await client.fetchAll('1', { uid: true, headers: ['Subject'] })).map((mail) => String(mail.headers)),
    options,
  )
const head = 'Subject: whole\r\n\r\n'
const fetched = (tag: string) =>
  `* 1 FETCH (UID 1 BODY[HEADER.FIELDS (SUBJECT)] {${head.length}}\r\n${head})\r\n${tag} OK done\r\n`
const isFetch = (line: string) => line.startsWith('FETCH')

describe('connections to an IMAP server', () => {
  it('R9: end a command that hangs, and hold up nobody else meanwhile', async () => {
    const { pool, server } = await served(({ tag, line, connection }) => {
      if (!isFetch(line)) return undefined
      return connection === 1 ? null : fetched(tag)
    })
    const hung = subject(pool, lin, { again: false })
    const outcome = hung.then(
      () => 'answered',
      (error) => error,
    )
    expect(await Promise.race([outcome, subject(pool, anna)])).toEqual([head])
    expect(await outcome).toBeInstanceOf(StoreAway)
    expect(server.connections()).toBe(2)
  })

  it('R9: try a reading again on a new connection when the first one falls silent', async () => {
    const { pool, server } = await served(({ tag, line, connection }) =>
      isFetch(line) ? (connection === 1 ? null : fetched(tag)) : undefined,
    )
    expect(await subject(pool)).toEqual([head])
    expect(server.connections()).toBe(2)
  })

  it('R8: answer the whole from a new connection when one is cut amid an answer, and never a half', async () => {
    const { pool, server } = await served(({ tag, line, connection }, socket) => {
      if (!isFetch(line)) return undefined
      if (connection > 1) return fetched(tag)
      socket.write(fetched(tag).slice(0, 60), () => socket.destroy())
      return null
    })
    expect(await subject(pool)).toEqual([head])
    expect(server.connections()).toBe(2)
  })

  it('R8: do nothing twice that may have been done', async () => {
    const { pool, server } = await served(({ line }, socket) => {
      if (!isFetch(line)) return undefined
      socket.destroy()
      return null
    })
    await expect(subject(pool, lin, { again: false })).rejects.toBeInstanceOf(StoreAway)
    expect(server.lines.filter(isFetch)).toHaveLength(1)
  })

  it('R10: go on after a BYE', async () => {
    const { pool, server } = await served(({ tag, line, connection }, socket) => {
      if (!isFetch(line)) return undefined
      if (connection > 1) return fetched(tag)
      socket.end('* BYE shutting down\r\n')
      return null
    })
    expect(await subject(pool)).toEqual([head])
    expect(server.connections()).toBe(2)
  })

  it('R10: open a new one when the server hung up on an idle one', async () => {
    const { pool, server } = await served(({ tag, line }, socket) => {
      if (!isFetch(line)) return undefined
      socket.end(fetched(tag))
      return null
    })
    expect(await subject(pool)).toEqual([head])
    await expect.poll(server.open).toBe(0)
    expect(await subject(pool)).toEqual([head])
  })

  it.each([
    ['OVERQUOTA', new Refusal('quotaExceeded')],
    ['NONEXISTENT', new Refusal('notFound')],
    ['UNAVAILABLE', new StoreAway()],
    ['INUSE', new StoreAway()],
    ['SERVERBUG', new StoreAway()],
    ['LIMIT', new StoreAway()],
  ])('R10: tell what NO [%s] means', async (code, meant) => {
    const reports: string[] = []
    const { pool } = await served(
      ({ tag, line }) => (isFetch(line) ? `${tag} NO [${code}] lin@ep.test's secret\r\n` : undefined),
      { report: (fact) => reports.push(JSON.stringify(fact)) },
    )
    const error: unknown = await subject(pool).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(meant.constructor)
    if (meant instanceof Refusal) expect(error).toMatchObject({ code: meant.code })
    expect(String(error)).not.toContain('secret')
    expect(reports).toEqual([])
  })

  it('R10: report the code of an answer that nobody foresaw, and not its text', async () => {
    const reports: unknown[] = []
    const { pool } = await served(({ tag, line }) => (isFetch(line) ? `${tag} NO [ODD] of lin\r\n` : undefined), {
      report: (fact) => reports.push(fact),
    })
    await expect(subject(pool)).rejects.toBeInstanceOf(StoreAway)
    expect(reports).toEqual([{ what: 'work', code: 'ODD' }])
  })

  it('R10: tell a mailbox that is not there from one that cannot be opened for now', async () => {
    const { pool } = await served(({ tag, line }) =>
      /^SELECT "?Gone/.test(line)
        ? `${tag} NO no such mailbox\r\n`
        : /^SELECT "?Busy/.test(line)
          ? `${tag} NO [INUSE] locked\r\n`
          : undefined,
    )
    await expect(pool.within(lin, 'Gone', async () => 0)).rejects.toMatchObject({ code: 'notFound' })
    await expect(pool.within(lin, 'Busy', async () => 0)).rejects.toBeInstanceOf(StoreAway)
  })

  it('end the session of a person whose password is refused, and no other', async () => {
    let code = '[AUTHENTICATIONFAILED]'
    const { pool } = await served(({ tag, line }) =>
      line.startsWith('LOGIN') ? `${tag} NO ${code} no\r\n` : undefined,
    )
    await expect(subject(pool)).rejects.toBeInstanceOf(SessionEnded)
    code = '[UNAVAILABLE]'
    await expect(subject(pool)).rejects.toBeInstanceOf(StoreAway)
  })

  it('open none for an account whose password nobody holds', async () => {
    const { pool, server } = await served(undefined, { credentials: { passwordOf: async () => null } })
    await expect(subject(pool)).rejects.toBeInstanceOf(SessionEnded)
    expect(server.connections()).toBe(0)
  })

  it('say no password in the clear to another machine', async () => {
    // An address of this machine that does not read as one.
    const { pool, server } = await served(undefined, { host: '0.0.0.0' })
    await expect(subject(pool)).rejects.toBeInstanceOf(StoreAway)
    expect(server.lines.filter((line) => /secret|LOGIN|AUTHENTICATE/.test(line))).toEqual([])
  })

  it('R10: do not storm a server that fails, and find it again soon after', async () => {
    let fails = true
    const { pool, server } = await served(({ tag, line }, socket) => {
      if (fails && line.startsWith('LOGIN')) {
        socket.destroy()
        return null
      }
      return isFetch(line) ? fetched(tag) : undefined
    })
    for (let n = 0; n < 40; n += 1) await expect(subject(pool)).rejects.toBeInstanceOf(StoreAway)
    expect(server.connections()).toBeLessThan(6)
    fails = false
    await expect.poll(() => subject(pool).catch(() => null)).toEqual([head])
  })

  it('R10: wait between 125 ms and 5 s, longer each time, and not at all once it works', () => {
    let now = 0
    const backoff = makeBackoff(
      () => now,
      () => 1,
    )
    const waits = Array.from({ length: 8 }, () => {
      backoff.failed()
      const from = now
      while (backoff.isOn()) now += 125
      return now - from
    })
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
    backoff.failed()
    backoff.worked()
    expect(backoff.isOn()).toBe(false)
  })

  it('R19: are at most two for a person, whatever is asked at once, and are closed when unused', async () => {
    const { pool, server } = await served(({ tag, line }) => (isFetch(line) ? fetched(tag) : undefined), { idleMs: 30 })
    let most = 0
    const ask = (lane: 'quick' | 'slow') =>
      pool.within(
        lin,
        'INBOX',
        async (client) => {
          await client.fetchAll('1', { uid: true, headers: ['Subject'] })
          most = Math.max(most, server.open())
        },
        { lane, again: true },
      )
    await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n % 2 === 0 ? 'quick' : 'slow')))
    expect(most).toBe(2)
    expect(server.connections()).toBe(2)
    await expect.poll(server.open).toBe(0)
  })

  it('R19: keep to the limit over all people', async () => {
    const { pool, server } = await served(({ tag, line }) => (isFetch(line) ? fetched(tag) : undefined), { most: 2 })
    for (const name of ['a', 'b', 'c', 'd']) expect(await subject(pool, owner(name))).toEqual([head])
    await expect.poll(server.open).toBe(2)
    pool.forget('d')
    await expect.poll(server.open).toBe(1)
  })

  it('closes what an account that signed out has at rest, and the rest once its work is done', async () => {
    const { pool, server } = await served(({ tag, line }) => (isFetch(line) ? fetched(tag) : undefined))
    expect(await subject(pool)).toEqual([head])
    pool.release(lin.id)
    await expect.poll(server.open).toBe(0)
    let finish = () => {}
    const working = pool.use(lin, () => new Promise<void>((done) => (finish = done)))
    await expect.poll(server.open).toBe(1)
    pool.release(lin.id)
    expect(pool.openConnections()).toBe(1)
    finish()
    await working
    await expect.poll(server.open).toBe(0)
    expect(await subject(pool)).toEqual([head])
  })
})
