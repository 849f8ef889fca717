/** Whether requests should come here: the parts that every call needs answer, and the gateway is not about to end. */

export type Check = () => Promise<boolean>

export type Readiness = {
  /** Names of what fails; empty when all is well. */
  readonly failing: () => Promise<readonly string[]>
  /** From now on not ready, whatever answers. */
  readonly drain: () => void
  readonly isDraining: () => boolean
  /** What was answered stands no longer: the next who asks is answered anew. */
  readonly forget: () => void
}

export type ReadinessOptions = {
  readonly checks: Readonly<Record<string, Check>>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** An answer stands this long: who asks often must not become a load. */
  readonly keptMs?: number
  /** A part that says nothing for so long fails. */
  readonly patienceMs?: number
}

export function makeReadiness({ checks, now, keptMs = 2_000, patienceMs = 3_000 }: ReadinessOptions): Readiness {
  let draining = false
  let asked: { readonly at: number; readonly answer: Promise<readonly string[]> } | null = null
  const ask = async () => {
    const names = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await within(patienceMs, check)) ? [] : [name])),
    )
    return names.flat()
  }
  return {
    drain: () => {
      draining = true
    },
    isDraining: () => draining,
    forget: () => {
      asked = null
    },
    failing: async () => {
      if (draining) return ['closing']
      if (asked === null || now() - asked.at >= keptMs) asked = { at: now(), answer: ask() }
      const names = await asked.answer
      return draining ? ['closing'] : names
    },
  }
}

function within(ms: number, check: Check): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    check()
      .then(resolve, () => resolve(false))
      .finally(() => clearTimeout(timer))
  })
}
