/** What was typed, over the pages of the kinds: in memory alone, since a password is among it. */
import { useState } from 'react'
import type { TierId } from '#contract/tiers'
import { randomHex } from '#src/lib/hash/randomHex'
import { useServices } from '#src/store/servicesContext'

export type Draft = {
  kind: TierId
  username: string
  domain: string
  password: string
  again: string
  invite: string
  phone: string
  alternate: string
  consent: boolean
  /** Drawn once for each name: by it a registration that is sent again is known. */
  readonly key: string
  /** Likewise, the phone that proved itself. */
  readonly proof: string
}

/** One browser window has one. */
const drafts = new WeakMap<object, Draft>()

/** `kind` is the page's; what was typed on another page stays. */
export function useDraft(kind: TierId, domains: readonly string[]) {
  const window = useServices()
  const [draft, setDraft] = useState((): Draft => {
    const typed = { username: '', password: '', again: '', invite: '', phone: '', alternate: '', consent: false }
    const drawnOnce = { key: randomHex(16), proof: randomHex(16) }
    const before = drafts.get(window)
    const domain = domains.find((one) => one === before?.domain) ?? domains[0] ?? ''
    return { ...typed, ...drawnOnce, ...before, kind, domain }
  })
  const change = (changes: Partial<Draft>) =>
    setDraft((before) => {
      const isAnother = changes.username !== undefined || changes.domain !== undefined
      // A key is of one name: what was sent under it may have been made.
      const after = { ...before, ...changes, ...(isAnother && { key: randomHex(16) }) }
      drafts.set(window, after)
      return after
    })
  return { draft, change, forget: () => drafts.delete(window) }
}
