/** Whose mailing lists the person has left from here, so that the reader does not offer it again. */
import type { StoredItems } from '#src/lib/storage/storedItems'

const name = 'unsubscribed'
const mostSenders = 200

export function hasUnsubscribed(stored: StoredItems, sender: string): boolean {
  return sendersIn(stored).includes(sender.toLowerCase())
}

export function rememberUnsubscribed(stored: StoredItems, sender: string): void {
  const address = sender.toLowerCase()
  const others = sendersIn(stored).filter((other) => other !== address)
  stored.set(name, [...others, address].slice(-mostSenders))
}

function sendersIn(stored: StoredItems): readonly string[] {
  const kept = stored.get(name)
  return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : []
}
