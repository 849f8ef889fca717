/** New mail over IDLE: nothing missed and nothing told twice, whatever a server or a line does, and no more connections than are wanted. */
import { afterEach, describe, expect, it } from 'vitest'
import { Refusal, SessionEnded, StoreAway } from '#server/core/refusal'
import { type ImapArrivals, type ImapArrivalsOptions, makeImapArrivals } from '#server/mail/imap/newMail/arrivals'
import { type InboxServer, type InboxServerOptions, startInboxServer } from '#tests/support/gateway/inboxServer'
import { arrivalWatchConforms, makeEars } from '../../conformance/mail/arrivalWatch'
import { owner } from '../../conformance/mail/mailbox'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Wishes = InboxServerOptions & Partial<ImapArrivalsOptions>

async function watched({ capability, beforeIdle, ...options }: Wishes = {}): Promise<{
  readonly server: InboxServer
  readonly arrivals: ImapArrivals
}> {
  const server = await startInboxServer({ ...(capability && { capability }), ...(beforeIdle && { beforeIdle }) })
  const arrivals = makeImapArrivals({
    host: '127.0.0.1',
    port: server.port,
    secure: false,
    credentials: { passwordOf: async () => 'secret' },
    most: 10,
    pauseMs: { first: 10, most: 40 },
    lingerMs: 20,
    ...options,
  })
  closing.push(server.close, async () => arrivals.close())
  return { server, arrivals }
}

const lin = owner('lin')

arrivalWatchConforms('IMAP', async () => {
  const { server, arrivals } = await watched()
  const store = {
    watch: arrivals,
    arrive: async (who: string, folder = 'inbox') => {
      if (folder === 'inbox') server.arrive(who)
    },
  }
  return { store, reopen: async () => store, close: async () => undefined }
})

describe('what comes to a watched inbox', () => {
  async function listening(wishes: Wishes = {}) {
    const { server, arrivals } = await watched(wishes)
    const ears = makeEars()
    await arrivals.watch(lin, ears)
    await expect.poll(server.idlers).toBe(1)
    return { server, arrivals, ears }
  }
  /** So often, once everything has been looked at, and once more after one more mail. */
  async function expectTold({ server, ears }: Awaited<ReturnType<typeof listening>>, before: number) {
    for (const count of [before, before + 1]) {
      await expect.poll(ears.told).toBeGreaterThanOrEqual(count)
      // A look tells before the server hears of the next IDLE.
      await expect.poll(server.idlers).toBe(1)
      expect(ears.told()).toBe(count)
      if (count === before) server.arrive('lin')
    }
    expect(ears.ended()).toBe(0)
  }

  it('between a look and the listening is told of, once', async () => {
    const late: { of: (user: string) => void } = { of: () => undefined }
    const all = await listening({ beforeIdle: (user) => late.of(user) })
    late.of = (user) => {
      late.of = () => undefined
      all.server.arrive(user)
    }
    all.server.arrive('lin')
    await expect.poll(all.ears.told).toBe(2)
    await expectTold(all, 2)
  })

  it('is told of once however often the server says so, and not where mail went', async () => {
    const all = await listening()
    all.server.arrive('lin', 5)
    await expect.poll(all.ears.told).toBe(1)
    await expect.poll(all.server.idlers).toBe(1)
    all.server.repeat()
    all.server.shrink('lin', 4)
    await expect.poll(() => all.server.lines.filter((line) => line.startsWith('UID SEARCH')).length).toBeGreaterThan(2)
    await expectTold(all, 1)
  })

  it.each(['drop', 'bye', 'endIdles'] as const)(
    'R10: is told of after the line broke (%s), and what was told of is not',
    async (fault) => {
      const all = await listening()
      all.server.arrive('lin')
      await expect.poll(all.ears.told).toBe(1)
      await expect.poll(all.server.idlers).toBe(1)
      all.server[fault]()
      await expectTold(all, 1)
    },
  )

  it('R10: while nobody listened is told of once the server is back', async () => {
    const all = await listening()
    all.server.goAway(true)
    all.server.drop()
    const before = all.server.connections()
    await expect.poll(all.server.connections).toBeGreaterThan(before + 2)
    all.server.arrive('lin', 3)
    all.server.goAway(false)
    await expectTold(all, 1)
  })

  it('R9: behind a line that is dead without a word is told of after the next renewal', async () => {
    const all = await listening({ renewMs: 60, answerMs: 300 })
    all.server.mute()
    all.server.arrive('lin')
    await expectTold(all, 1)
    expect(all.server.connections()).toBeGreaterThan(1)
  })

  it('R10: is told of where the inbox was made anew, and counted anew', async () => {
    const all = await listening()
    all.server.makeAnew('lin', [1])
    all.server.drop()
    await expectTold(all, 1)
  })
})

describe('a watched inbox', () => {
  it('takes one connection, however many listen, and none some time after the last has left', async () => {
    const { server, arrivals } = await watched()
    const leaves = await Promise.all([1, 2, 3, 4].map(() => arrivals.watch(lin, makeEars())))
    for (const leave of leaves.slice(1)) leave()
    expect(server.open()).toBe(1)
    leaves[0]?.()
    await expect.poll(server.open).toBe(0)
    expect(server.connections()).toBe(1)
    expect(arrivals.openConnections()).toBe(0)
  })

  it('is kept for whoever comes back soon', async () => {
    const { server, arrivals } = await watched({ lingerMs: 600_000 })
    for (const _ of [1, 2, 3]) (await arrivals.watch(lin, makeEars()))()
    expect(server.connections()).toBe(1)
  })

  it('is one of a few, and makes room once nobody listens', async () => {
    const { arrivals } = await watched({ most: 2, lingerMs: 600_000 })
    const leave = await arrivals.watch(lin, makeEars())
    await arrivals.watch(owner('anna'), makeEars())
    await expect(arrivals.watch(owner('chen'), makeEars())).rejects.toEqual(new Refusal('serverCannot'))
    await arrivals.watch(lin, makeEars())
    leave()
    await expect(arrivals.watch(owner('chen'), makeEars())).rejects.toEqual(new Refusal('serverCannot'))
    expect(arrivals.openConnections()).toBe(2)
    const { arrivals: others } = await watched({ most: 1, lingerMs: 600_000 })
    ;(await others.watch(lin, makeEars()))()
    await others.watch(owner('chen'), makeEars())
    expect(others.openConnections()).toBe(1)
  })

  it('is refused where the server has no IDLE, which is asked once', async () => {
    const { server, arrivals } = await watched({ capability: 'IMAP4rev1 NAMESPACE' })
    for (const _ of [1, 2]) {
      await expect(arrivals.watch(lin, makeEars())).rejects.toEqual(new Refusal('serverCannot'))
    }
    expect(server.connections()).toBe(1)
  })

  it('is refused with the reason where it cannot begin, and tried again for the next', async () => {
    const { server, arrivals } = await watched()
    server.goAway(true)
    await expect(arrivals.watch(lin, makeEars())).rejects.toBeInstanceOf(StoreAway)
    server.goAway(false)
    await arrivals.watch(lin, makeEars())
    expect(arrivals.openConnections()).toBe(1)
  })

  it('S20: ends where the server no longer takes the password, and whoever asks anew learns that the session is over', async () => {
    const { server, arrivals } = await watched()
    const ears = makeEars()
    await arrivals.watch(lin, ears)
    await expect.poll(server.idlers).toBe(1)
    server.refusePasswords()
    server.drop()
    await expect.poll(ears.ended).toBe(1)
    await expect(arrivals.watch(lin, makeEars())).rejects.toBeInstanceOf(SessionEnded)
    expect(arrivals.openConnections()).toBe(0)
  })

  it('ends at a sign-out and with the gateway, and says so to whoever listens', async () => {
    const { server, arrivals } = await watched()
    const [his, hers] = [makeEars(), makeEars()]
    await arrivals.watch(lin, his)
    await arrivals.watch(owner('chen'), hers)
    arrivals.forget('lin')
    expect([his.ended(), hers.ended()]).toEqual([1, 0])
    arrivals.close()
    expect([his.ended(), hers.ended()]).toEqual([1, 1])
    await expect.poll(server.open).toBe(0)
  })

  it('is not tried without a pause where the server takes the IDLE back at once', async () => {
    let pauses = 0
    const { server, arrivals } = await watched({
      pauseMs: { first: 8, most: 16 },
      chance: () => {
        pauses += 1
        return 0.5
      },
    })
    server.refuseIdle(true)
    const ears = makeEars()
    await arrivals.watch(lin, ears)
    await expect.poll(() => pauses).toBeGreaterThan(3)
    server.refuseIdle(false)
    await expect.poll(server.idlers).toBe(1)
    expect(ears.ended()).toBe(0)
    expect(server.connections()).toBe(pauses + 1)
  })
})
