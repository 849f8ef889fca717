/** Sends in batches, each with a SIGKILL of the gateway's whole process group at a random moment; `npm run soak` runs a thousand. */
import { describe, expect, it } from 'vitest'
import { sendInKilledBatches } from '../support/kills/killedBatches'
import { openEmbeddedWorld, openServersWorld } from '../support/stores/sendingWorlds'

describe.each([
  ['the embedded store', openEmbeddedWorld, 50],
  ['Dovecot and Postfix', openServersWorld, 20],
] as const)('sends over %s while the gateway is killed', (_name, open, count) => {
  it('R1, R2: none is lost after its answer, none goes twice, and each has one copy in Sent', {
    timeout: 600_000,
  }, async () => {
    const seed = 11
    const world = await open({ count, seed, program: 'sources' })
    try {
      const report = await sendInKilledBatches(world, { count, seed })
      expect(report.faults).toEqual([])
      expect(report.kills).toBeGreaterThan(count / 10)
    } finally {
      await world.close()
    }
  })
})
