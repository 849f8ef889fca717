/** Asks DNS for what proves a domain; each answer is fresh, for whoever has just set it. */
import { domainLimits } from '#contract/endpoints/organization/domains'

/** As `resolve` of node:dns/promises. */
type Resolve = (name: string, type: 'TXT' | 'CNAME') => Promise<readonly unknown[]>

/** The texts under a name; null where DNS gave no answer. */
export type TxtRecords = (name: string) => Promise<readonly string[] | null>

const absent: readonly string[] = ['ENOTFOUND', 'ENODATA']

export function makeTxtRecords(resolve: Resolve): TxtRecords {
  return async (name) => {
    const [texts, aliases] = await Promise.all([ask(resolve, name, 'TXT'), ask(resolve, name, 'CNAME')])
    if (texts === null || aliases === null) return null
    // A wildcard alias leads into another's zone, which proves nothing (RFC 1034 section 3.6.2).
    if (aliases.length > 0) return aliases.map((it) => `CNAME ${String(it)}`)
    return texts.map((it) => (Array.isArray(it) ? it.join('') : String(it)))
  }
}

async function ask(resolve: Resolve, name: string, type: 'TXT' | 'CNAME'): Promise<readonly unknown[] | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((settle) => {
    timer = setTimeout(() => settle(null), domainLimits.answerMs)
  })
  const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && absent.includes(String(error.code))
  const asked = resolve(name, type).catch((error: unknown) => (isAbsent(error) ? [] : null))
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
