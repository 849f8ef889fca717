import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { migrate } from '#server/sql/migrate'
import { openDatabase } from '#server/sql/openDatabase'
import { makeWorld } from '../../support/gateway/twoGateways'

describe('a gateway that ends while a relay keeps it waiting', () => {
  it('R18: gives back what it has in hand, and sends it no more once another has taken it', async () => {
    const db = openDatabase(':memory:')
    await migrate(db)
    const world = makeWorld()
    const relay = new EventEmitter()
    const reached = once(relay, 'reached')
    const first = world.gateway(db, {
      options: { leaseMs: 60_000 },
      beforeDot: async () => {
        relay.emit('reached')
        await once(relay, 'goes on')
      },
    })
    const second = world.gateway(db)
    await first.send('one')
    first.dispatcher.start()
    await reached

    await first.dispatcher.stop(10)
    await second.dispatcher.drain()
    expect(world.sent).toEqual(['one@elsewhere.example'])
    relay.emit('goes on')
    await first.dispatcher.stop()
    expect(world.sent).toEqual(['one@elsewhere.example'])
    expect(first.reported).toEqual(['LeaseLost'])
    expect(await second.states('one')).toEqual(['sent'])
    await db.destroy()
  })
})
