/** DNS for the checks of senders: proper names, a limit of time, and a short cache. */
import { Resolver } from 'node:dns/promises'
import type { Clock } from '../../kit/clock'

export const queryTypes = ['A', 'AAAA', 'CNAME', 'MX', 'PTR', 'TXT'] as const
export type QueryType = (typeof queryTypes)[number]

/** As `resolve` of node:dns/promises: rejects with an error that has a `code`, such as `ENOTFOUND`. */
export type Resolve = (name: string, type: QueryType) => Promise<readonly unknown[]>

export type DnsAnswer = { readonly records: readonly unknown[] } | { readonly code: string }

/** Answers in the cache, and milliseconds that they stand there. */
const cached = { most: 1_000, ms: 60_000 }
const absent: readonly string[] = ['ENOTFOUND', 'ENODATA']
/** Labels of letters, digits, hyphen and underscore (RFC 1035 section 2.3.1, RFC 8552), two at least. */
const properName = /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{1,63}\.?$/i

/** `servers`: in place of those of the machine. */
export function systemResolve(servers: readonly string[] = []): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (name, type) => {
    const answer: unknown = await resolver.resolve(name, type)
    return Array.isArray(answer) ? answer : []
  }
}

export function makeDnsAnswers(resolve: Resolve, clock: Clock) {
  const known = new Map<string, { readonly answer: DnsAnswer; readonly until: number }>()
  /** A query without an answer after `limitMs` milliseconds counts as `ETIMEOUT`. */
  return async (name: string, type: string, limitMs: number): Promise<DnsAnswer> => {
    const wanted = queryTypes.find((it) => it === type)
    if (wanted === undefined || !properName.test(name)) return { code: 'ENOTFOUND' }
    const key = `${type} ${name.toLowerCase()}`
    const found = known.get(key)
    if (found !== undefined && found.until > clock.now()) return found.answer
    known.delete(key)
    const answer = await withinTime(resolve(name, wanted), limitMs)
    const mayStay = 'records' in answer || absent.includes(answer.code)
    if (mayStay) known.set(key, { answer, until: clock.now() + cached.ms })
    const [oldest] = known.keys()
    if (known.size > cached.most && oldest !== undefined) known.delete(oldest)
    return answer
  }
}

function withinTime(asked: Promise<readonly unknown[]>, limitMs: number): Promise<DnsAnswer> {
  return new Promise((settle) => {
    const timer = setTimeout(() => settle({ code: 'ETIMEOUT' }), limitMs)
    asked.then(
      (records) => {
        clearTimeout(timer)
        settle({ records })
      },
      (error: unknown) => {
        clearTimeout(timer)
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'ESERVFAIL'
        settle({ code })
      },
    )
  })
}
