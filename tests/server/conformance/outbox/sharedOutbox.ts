/** Dispatchers of several gateways over one journal: each send goes once, whichever of them stands still or dies (TRUST R18). */
import { describe, expect, it } from 'vitest'
import { StoreAway } from '#server/core/refusal'
import type { Database } from '#server/sql/openDatabase'
import { makeWorld } from '#tests/support/gateway/twoGateways'
import { eachTest, type MakeSubject } from '../subject'

/** Two gateways' own connections to one database. */
export type TwoDatabases = { readonly one: Database; readonly other: Database }

/** Something that is waited for until it is let go. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

export function outboxIsShared(name: string, make: MakeSubject<TwoDatabases>): void {
  describe(`gateways that share an outbox: ${name}`, () => {
    const subject = eachTest(make)
    const leaseMs = 15_000

    it('R18: one that stands still before the dot, past its lease, sends nothing after another has', async () => {
      const { one, other } = subject.current().store
      const world = makeWorld()
      const [reached, frozen] = [gate(), gate()]
      let now = Date.now()
      const clock = { now: () => now }
      const still = world.gateway(one, {
        clock,
        options: { leaseMs },
        beforeDot: () => {
          reached.open()
          return frozen.opened
        },
        renew:
          (real) =>
          async (...asked) => {
            await frozen.opened
            return real(...asked)
          },
      })
      const next = world.gateway(other, { clock, options: { leaseMs } })
      await still.send('e1')
      const stopping = still.dispatcher.drain()
      await reached.opened
      await next.dispatcher.drain()
      expect(world.sent).toEqual([])
      now += leaseMs
      await next.dispatcher.drain()
      expect(world.sent).toEqual(['e1@elsewhere.example'])
      frozen.open()
      await stopping
      expect(world.sent).toEqual(['e1@elsewhere.example'])
      expect(await next.states('e1')).toEqual(['sent'])
      expect([still.reported, next.reported]).toEqual([['LeaseLost'], []])
    })

    it('R18: one that stands still right after its claim writes no second copy into Sent', async () => {
      const { one, other } = subject.current().store
      const world = makeWorld()
      const [reached, frozen] = [gate(), gate()]
      let now = Date.now()
      const clock = { now: () => now }
      const still = world.gateway(one, {
        clock,
        options: { leaseMs },
        checkpoint: async (step) => {
          if (step === 'claimed') reached.open()
          await frozen.opened
        },
      })
      await still.send('e1')
      const stopping = still.dispatcher.drain()
      await reached.opened
      now += leaseMs
      await world.gateway(other, { clock, options: { leaseMs } }).dispatcher.drain()
      frozen.open()
      await stopping
      expect([world.appended, world.sent]).toEqual([['e1:sent'], ['e1@elsewhere.example']])
      expect(still.reported).toEqual(['LeaseLost'])
    })

    it('R18: one that is slow but alive keeps what it has in hand for far longer than a lease', async () => {
      const { one, other } = subject.current().store
      const world = makeWorld()
      const [renewed, slow] = [gate(), gate()]
      let renewals = 0
      const first = world.gateway(one, {
        options: { leaseMs: 300 },
        beforeDot: () => slow.opened,
        renew:
          (real) =>
          async (...asked) => {
            const isOurs = await real(...asked)
            if (++renewals === 5) renewed.open()
            return isOurs
          },
      })
      const second = world.gateway(other, { options: { leaseMs: 300 } })
      await first.send('e1')
      const working = first.dispatcher.drain()
      await renewed.opened
      await second.dispatcher.drain()
      expect(world.sent).toEqual([])
      slow.open()
      await working
      expect([world.sent, first.reported]).toEqual([['e1@elsewhere.example'], []])
    })

    it('R18: takes up what another left when it died, without a word from anyone', async () => {
      const { one, other } = subject.current().store
      const world = makeWorld()
      const arrived = gate()
      const dead = world.gateway(one)
      const alive = world.gateway(other, { options: { leaseMs: 200, pollMs: 50 }, onSent: arrived.open })
      alive.dispatcher.start()
      await alive.dispatcher.drain()
      await dead.send('e1')
      await dead.parts.outbox.claim({ worker: 'dead', now: Date.now(), leaseMs: 200, most: 1 })
      await arrived.opened
      await alive.dispatcher.stop()
      expect(world.sent).toEqual(['e1@elsewhere.example'])
    })

    it("R1: notes the relay's answer as soon as a store that was away for a moment is back", async () => {
      const world = makeWorld()
      let failures = 0
      const gateway = world.gateway(subject.current().store.one, {
        options: { leaseMs: 300 },
        setRecipients: (real) => async (id, worker, changes) => {
          if (changes.some(({ state }) => state === 'sent') && failures++ < 3) throw new StoreAway('restarting')
          return real(id, worker, changes)
        },
      })
      await gateway.send('e1')
      await gateway.dispatcher.drain()
      expect([world.sent.length, await gateway.states('e1'), failures]).toEqual([1, ['sent'], 4])
      expect(gateway.reported).toEqual([])
    })

    it('R18: 200 sends worked off by two at once go once each', async () => {
      const { one, other } = subject.current().store
      const world = makeWorld()
      const [first, second] = [world.gateway(one), world.gateway(other)]
      const ids = Array.from({ length: 200 }, (_, index) => `e${index}`)
      for (const id of ids) await (id.endsWith('7') ? second : first).send(id)
      await Promise.all([first.dispatcher.drain(), second.dispatcher.drain()])
      expect(world.sent.toSorted()).toEqual(ids.map((id) => `${id}@elsewhere.example`).toSorted())
      expect(world.appended.toSorted()).toEqual(ids.map((id) => `${id}:sent`).toSorted())
      expect(await first.parts.outbox.nextDue()).toBeNull()
    })
  })
}
