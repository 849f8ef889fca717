/** What is looked at, and what is found. A finding holds numbers and words of closed lists alone, so that a report may be handed on (TRUST S35). */
import { builtFrom } from '../../contract/builtFrom'
import type { Reply } from '../../contract/endpoint'
import { gatewayState } from '../../contract/endpoints/account/selfTest'
import { watchNewMail } from '../../contract/endpoints/mail/newMail'
import { makeListen } from '../../lib/http/eventStream'
import type { Outcome } from '../../lib/http/outcome'
import { probes } from '../../lib/storage/probes'
import type { Services } from '../../store/services'
import { desktopPermission } from '../newMail'

export type CheckId = (typeof checkIds)[number]
export type Finding = {
  readonly state: 'good' | 'watch' | 'bad' | 'off'
  /** Key below `testPage:<check>`; with `Hint` behind it, what helps, where there is such a text. */
  readonly said: string
  readonly params?: Readonly<Record<string, string | number>>
}

export const checkIds = [
  'localStorage',
  'sessionStorage',
  'indexedDb',
  'cookies',
  'gateway',
  'clock',
  'push',
  'notifications',
  'serviceWorker',
  'versions',
] as const

/** Milliseconds by which the clocks may differ, an answer may take, and a stream may need to open. */
const most = { skew: 60_000, answer: 2_000, opening: 10_000 }

type Told = { readonly outcome: Outcome<Reply<typeof gatewayState>>; readonly took: number; readonly middle: number }

/** Runs all of them beside one another; each tells as soon as it knows. */
export async function runChecks(services: Services, tell: (id: CheckId, finding: Finding) => void): Promise<void> {
  const gateway = askGateway(services)
  const found: Readonly<Record<CheckId, () => Promise<Finding>>> = {
    localStorage: () => kept(probes.localStorage),
    sessionStorage: () => kept(probes.sessionStorage),
    indexedDb: () => kept(probes.indexedDb),
    cookies: () => kept(probes.cookies),
    gateway: async () => answerOf(await gateway),
    clock: async () => clockOf(await gateway),
    push: () => pushOf(services),
    notifications: async () => ({ state: noticeStates[desktopPermission()], said: desktopPermission() }),
    serviceWorker: workerOf,
    versions: async () => versionsOf(await gateway),
  }
  await Promise.all(
    checkIds.map(async (id) => tell(id, await found[id]().catch((): Finding => ({ state: 'bad', said: 'failed' })))),
  )
}

const noticeStates = { granted: 'good', default: 'off', denied: 'watch', unsupported: 'off' } as const

async function kept(probe: () => Promise<boolean>): Promise<Finding> {
  const isKept = await probe().catch(() => false)
  return isKept ? { state: 'good', said: 'kept' } : { state: 'bad', said: 'lost' }
}

async function askGateway({ call, now }: Services): Promise<Told> {
  const [start, before] = [performance.now(), now()]
  const outcome = await call(gatewayState, {})
  return { outcome, took: Math.round(performance.now() - start), middle: (before + now()) / 2 }
}

function answerOf({ outcome, took }: Told): Finding {
  if (!outcome.ok) return { state: 'bad', said: outcome.code === 'unreachable' ? 'unreachable' : 'refused' }
  return {
    state: took > most.answer ? 'watch' : 'good',
    said: took > most.answer ? 'slow' : 'answered',
    params: { took },
  }
}

function clockOf({ outcome, middle }: Told): Finding {
  if (!outcome.ok) return { state: 'off', said: 'unknown' }
  const ahead = middle - outcome.value.time
  const params = { count: Math.round(Math.abs(ahead) / 1_000) }
  if (Math.abs(ahead) <= most.skew) return { state: 'good', said: 'right', params }
  return { state: 'watch', said: ahead > 0 ? 'ahead' : 'behind', params }
}

function pushOf({ server }: Services): Promise<Finding> {
  if (server === null) return Promise.resolve({ state: 'off', said: 'refused' })
  return new Promise((resolve) => {
    const start = performance.now()
    const timer = setTimeout(() => end({ state: 'bad', said: 'silent' }), most.opening)
    const leave = makeListen(server)(watchNewMail, {
      onOpen: () => end({ state: 'good', said: 'opened', params: { took: Math.round(performance.now() - start) } }),
      onEvent: () => undefined,
      onEnd: (why) => end(why === 'cut' ? { state: 'bad', said: 'silent' } : { state: 'off', said: 'refused' }),
    })
    function end(finding: Finding) {
      clearTimeout(timer)
      leave()
      resolve(finding)
    }
  })
}

async function workerOf(): Promise<Finding> {
  if (!('serviceWorker' in navigator)) return { state: 'off', said: 'unsupported' }
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration === undefined) return { state: 'off', said: 'none' }
  if (registration.waiting !== null) return { state: 'watch', said: 'waiting' }
  return registration.active === null ? { state: 'watch', said: 'starting' } : { state: 'good', said: 'active' }
}

/** Whatever the other side says it is: a version has letters, digits and dots, and is short. */
const plain = (version: string) => (/^[\w.+-]{1,40}$/.test(version) ? version : '?')

function versionsOf({ outcome }: Told): Finding {
  const app = plain(builtFrom.version)
  if (!outcome.ok) return { state: 'off', said: 'unknown', params: { app } }
  const { version, contract } = outcome.value
  const params = { app, gateway: plain(version), contract: plain(contract), ours: plain(builtFrom.contract) }
  const isSame = version === builtFrom.version && contract === builtFrom.contract
  return isSame ? { state: 'good', said: 'same', params } : { state: 'watch', said: 'other', params }
}
