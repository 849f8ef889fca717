/** Cuts the line between the gateway and real mail servers at random bytes, on servers of its own (TRUST R8). */
import { cutAtRandom } from '../servers/cuts'
import { startLab } from '../servers/lab'
import { missingPackages } from '../servers/lab/packages.mjs'

const cutsAtOnce = 40

/** Answers what was wrong; `told` hears how far it is. */
export async function soakCuts(
  { seed, cuts }: { readonly seed: number; readonly cuts: number },
  told: (line: string) => void,
): Promise<readonly string[]> {
  if (cuts === 0) return []
  const missing = missingPackages()
  if (missing.length > 0)
    return [`no cuts without ${missing.join(' ')}: npm run test:all -- --only servers brings them`]
  const faults: string[] = []
  const lab = await startLab()
  Object.assign(process.env, lab.env)
  try {
    for (let done = 0; done < cuts; done += cutsAtOnce) {
      const rounds = Math.min(cutsAtOnce, cuts - done)
      const report = await cutAtRandom({ seed: seed + done, rounds })
      faults.push(...report.faults)
      told(`${done + rounds} of ${cuts} cuts, ${faults.length} faults so far`)
    }
  } finally {
    await lab.stop()
  }
  return faults
}
