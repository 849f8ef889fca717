/** Connections that a sign-in opened to try a password, kept for a moment: the same person's first call takes over where it ended. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { closeConnection } from './connection'

/** Milliseconds within which whoever has signed in asks for the first page, and spares that are kept at all. */
const keptMs = 10_000
const most = 200

export type HandoverConnections = {
  readonly keep: (user: string, password: string, client: ImapFlow) => void
  /** A usable one that this very password opened, once. */
  readonly take: (user: string, password: string) => ImapFlow | null
  readonly close: () => void
}

type Spare = { readonly client: ImapFlow; readonly digest: Buffer; readonly end: NodeJS.Timeout }

export function makeHandoverConnections(): HandoverConnections {
  const byUser = new Map<string, Spare>()
  const drop = (user: string): Spare | undefined => {
    const spare = byUser.get(user)
    clearTimeout(spare?.end)
    byUser.delete(user)
    return spare
  }
  const dismiss = (user: string) => {
    const spare = drop(user)
    if (spare) closeConnection(spare.client)
  }
  return {
    keep: (user, password, client) => {
      dismiss(user)
      const end = setTimeout(() => dismiss(user), keptMs)
      end.unref()
      byUser.set(user, { client, digest: digestOf(password), end })
      for (const oldest of byUser.keys()) {
        if (byUser.size <= most) break
        dismiss(oldest)
      }
    },
    take: (user, password) => {
      const spare = byUser.get(user)
      if (!spare || !timingSafeEqual(spare.digest, digestOf(password))) return null
      drop(user)
      if (spare.client.usable) return spare.client
      closeConnection(spare.client)
      return null
    },
    close: () => {
      for (const user of [...byUser.keys()]) dismiss(user)
    },
  }
}

/** Compared in the password's place, which is kept nowhere in the clear. */
function digestOf(password: string): Buffer {
  return createHash('sha256').update(password).digest()
}
