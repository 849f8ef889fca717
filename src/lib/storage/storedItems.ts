/** What the browser keeps, each under `ep_<name>` as `{ value, expires }` (SPEC §3, CONTRACT.md last section). */
export type StoredItems = {
  /** Null when absent, expired or unreadable. */
  readonly get: (name: string) => unknown
  /** `hours` until it is gone; without it, it stays. */
  readonly set: (name: string, value: unknown, hours?: number) => void
  readonly remove: (name: string) => void
  /** Clears every item of ours but the language. */
  readonly clear: () => void
}
