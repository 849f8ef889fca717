/** A thousand sends, each batch with a SIGKILL of the gateway's whole process group (docs/threats.md, R1 and R2). */
import { prepare } from '../../server/bin/prepare.mjs'
import { missingPackages } from '../servers/lab/packages.mjs'
import { sendInKilledBatches } from '../support/kills/killedBatches'
import { openEmbeddedWorld, openServersWorld } from '../support/stores/sendingWorlds'

const worlds = { embedded: openEmbeddedWorld, servers: openServersWorld }

/** Answers what was wrong; `say` hears how far it is, and the figures. */
export async function soakKilledBatches(
  over: keyof typeof worlds,
  { count, seed }: { readonly count: number; readonly seed: number },
  say: (line: string) => void,
): Promise<readonly string[]> {
  if (count === 0) return []
  const missing = over === 'servers' ? missingPackages() : []
  if (missing.length > 0)
    return [`no sends without ${missing.join(' ')}: npm run test:all -- --only servers brings them`]
  await prepare(say)
  const world = await worlds[over]({ count, seed, program: 'built' })
  try {
    let told = 0
    const { faults, ...figures } = await sendInKilledBatches(world, { count, seed }, (done, kills) => {
      if (done - told < 50 && done < count) return
      told = done
      say(`${over}: ${done} of ${count} sends, ${kills} kills`)
    })
    say(`${over}: ${JSON.stringify(figures)}, ${faults.length} faults`)
    return faults.map((fault) => `${over}, seed ${seed}: ${fault}`)
  } finally {
    await world.close()
  }
}
