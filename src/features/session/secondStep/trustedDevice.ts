/** What lets this browser in without a code, by account: the gateway keeps its hash. */
import * as v from 'valibot'
import { factorLimits } from '#contract/factorLimits'
import type { StoredItems } from '#src/lib/storage/storedItems'

const kept = v.fallback(v.record(v.string(), v.string()), {})

/** `account` as it was typed: an address, or what stands before its @. */
export function knownDevice(stored: StoredItems, account: string): string | null {
  const typed = account.trim().toLowerCase()
  const devices = Object.entries(v.parse(kept, stored.get('trustedDevices')))
  return devices.find(([address]) => address === typed || address.startsWith(`${typed}@`))?.[1] ?? null
}

export function keepDevice(stored: StoredItems, address: string, device: string): void {
  const devices = { ...v.parse(kept, stored.get('trustedDevices')), [address]: device }
  stored.set('trustedDevices', devices, factorLimits.trustMs / 3_600_000)
}
