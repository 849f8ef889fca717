/** Whether calls tell by their time what they do not say: compared by ranks (TRUST S19). */
import { makePasswordHasher } from '../../server/session/password/passwordHasher.argon2'
import { makeTestGateway } from '../support/gateway/gateway'
import { readableCaptchas } from '../support/mail/readableCaptchas'
import { seededRandom } from '../support/seededRandom'
import { measuredCalls } from '../support/timing/timedCalls'
import { makeTimedCases, type TimedCases, timedEnv } from '../support/timing/timedCases'

/** Runs before times are kept. */
const warmUp = 20
/** Standard deviations beyond which ranks are no chance: one soak in a thousand is, of its twenty. */
const mostDeviations = 4
/** A difference that ranks show and nobody can use: a share of the call, or milliseconds. */
const [leastShare, leastMs] = [0.1, 0.1]

type Wanted = { readonly seed: number; readonly runs: number }

export async function soakTiming({ seed, runs }: Wanted, say: (line: string) => void): Promise<readonly string[]> {
  if (runs === 0) return []
  const captchas = readableCaptchas()
  const hasher = await makePasswordHasher()
  const gateway = await makeTestGateway({ env: timedEnv, paintCaptcha: captchas.paintCaptcha, hasher })
  const faults: string[] = []
  try {
    const cases = await makeTimedCases(gateway, captchas)
    const compare = async (path: string, variants: TimedCases[keyof TimedCases]) => {
      const times = await timesOf(variants, { seed, runs }, gateway.drain)
      const [first = [], ...others] = times
      return others.map((other, at) => ({
        ...differenceOf(first, other),
        title: `${path}: ${variants[0].who}, ${variants[at + 1]?.who}`,
      }))
    }
    for (const path of measuredCalls)
      for (const { title, text, isSeen } of await compare(path, cases[path])) {
        say(`${text}  ${title}`)
        if (isSeen) faults.push(`timing, seed ${seed}: ${title}: ${text}`)
      }
    // What it must see: a few look-ups more.
    const [plain] = cases['vipRegister/checkPhoneNum']
    const slower = async () => {
      const call = await plain.ready()
      return async () => {
        for (let more = 0; more < 5; more += 1) await gateway.stores.accounts.byAddress('lin@ep.test')
        return call()
      }
    }
    for (const { text, isSeen } of await compare('planted', [
      plain,
      { who: 'with five look-ups more', ready: slower },
    ])) {
      say(`${text}  planted: five look-ups more`)
      if (!isSeen) faults.push(`timing, seed ${seed}: five look-ups more are not seen: ${text}`)
    }
  } finally {
    await gateway.close()
  }
  return faults
}

type Variants = readonly { readonly ready: () => Promise<() => Promise<unknown>> }[]

/** In turns whose order is drawn, so that whatever slows the machine slows each. */
async function timesOf(variants: Variants, { seed, runs }: Wanted, drain: () => Promise<void>) {
  const next = seededRandom(seed)
  const times = variants.map((): number[] => [])
  for (let run = -warmUp; run < runs; run += 1) {
    const order = variants.map((variant, at) => ({ variant, at, by: next(1_000_000) })).sort((a, b) => a.by - b.by)
    for (const { variant, at } of order) {
      const call = await variant.ready()
      await drain()
      const start = performance.now()
      await call()
      const taken = performance.now() - start
      if (run >= 0) times[at]?.push(taken)
    }
  }
  return times
}

const medianOf = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** By the sum of ranks (Mann and Whitney), and by medians. */
function differenceOf(first: readonly number[], second: readonly number[]) {
  const ranked = [...first.map((ms) => ({ ms, isFirst: true })), ...second.map((ms) => ({ ms, isFirst: false }))]
  ranked.sort((a, b) => a.ms - b.ms)
  const sum = ranked.reduce((all, { isFirst }, at) => (isFirst ? all + at + 1 : all), 0)
  const [n, m] = [first.length, second.length]
  const u = sum - (n * (n + 1)) / 2
  const deviations = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  const [one, other] = [medianOf(first), medianOf(second)]
  const apart = Math.abs(one - other)
  const isSeen = Math.abs(deviations) > mostDeviations && apart > leastMs && apart > leastShare * Math.min(one, other)
  return { isSeen, text: `${one.toFixed(3)} ms, ${other.toFixed(3)} ms, ${deviations.toFixed(1)} deviations` }
}
