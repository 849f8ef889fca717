/** What was typed, over the pages of the kinds: in memory alone, since a password is among it. */
import { useState } from 'react'
import type { TierId } from '#contract/tiers'
import { useServices } from '#src/store/servicesContext'

export type Draft = {
  kind: TierId
  username: string
  domain: string
  password: string
  again: string
  invite: string
  phone: string
  consent: boolean
  /** Drawn once: by it a registration that is sent again is known. */
  readonly key: string
  /** Likewise, the phone that proved itself. */
  readonly proof: string
}

/** One browser window has one. */
const drafts = new WeakMap<object, Draft>()

function drawn(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `first` stands where nothing was chosen yet. */
export function useDraft(first: Pick<Draft, 'kind' | 'domain'>) {
  const window = useServices()
  const [draft, setDraft] = useState((): Draft => {
    const typed = { username: '', password: '', again: '', invite: '', phone: '', consent: false }
    const drawnOnce = { key: drawn(), proof: drawn() }
    return { ...typed, ...drawnOnce, ...drafts.get(window), ...first }
  })
  const change = (changes: Partial<Draft>) =>
    setDraft((before) => {
      const after = { ...before, ...changes }
      drafts.set(window, after)
      return after
    })
  return { draft, change, forget: () => drafts.delete(window) }
}
