/** `ep_` items in localStorage; where the browser keeps nothing (private windows), they live as long as the page. */
import * as v from 'valibot'
import type { StoredItems } from './storedItems'

const prefix = 'ep_'
/** Of the browser, not of whoever signs out of it. */
const lasting = ['language', 'ownLanguage', 'ownLook'].map((name) => prefix + name)
const kept = v.object({ value: v.unknown(), expires: v.nullable(v.number()) })

/** `now` in epoch milliseconds. */
export function browserItems(storage: Storage, now: () => number): StoredItems {
  const memory = new Map<string, string>()

  function read(key: string): string | null {
    try {
      return storage.getItem(key) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  }

  function remove(name: string): void {
    memory.delete(prefix + name)
    try {
      storage.removeItem(prefix + name)
    } catch {
      // Nothing was kept there.
    }
  }

  return {
    get(name) {
      const text = read(prefix + name)
      if (text === null) return null
      const item = v.safeParse(v.pipe(v.string(), v.parseJson(), kept), text)
      if (!item.success) return null
      if (item.output.expires !== null && item.output.expires <= now()) {
        remove(name)
        return null
      }
      return item.output.value
    },
    set(name, value, hours) {
      const text = JSON.stringify({ value, expires: hours === undefined ? null : now() + hours * 3_600_000 })
      memory.delete(prefix + name)
      try {
        storage.setItem(prefix + name, text)
      } catch {
        memory.set(prefix + name, text)
      }
    },
    remove,
    clear() {
      const keys = new Set([...memory.keys(), ...Object.keys(storage)])
      for (const key of keys) {
        if (key.startsWith(prefix) && !lasting.includes(key)) remove(key.slice(prefix.length))
      }
    },
  }
}
