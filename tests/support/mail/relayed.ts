/** A relay that keeps what it is handed, and what tests read of it. */
import { text } from 'node:stream/consumers'
import type { Relay } from '#server/outbox/dispatch/relay.port'

export type RelayedMessage = { readonly to: readonly string[]; readonly raw: string }

export function makeKeepingRelay() {
  const sent: RelayedMessage[] = []
  const relay: Relay = {
    hand: async ({ to }, message, beforeLastDot) => {
      sent.push({ to, raw: await text(await message()) })
      await beforeLastDot(to)
      return to.map((address) => ({ address, state: 'sent', reason: null }))
    },
  }
  return { relay, sent }
}

/** The secret of the link to `/verify` in a message. */
export function secretIn(raw: string): string {
  const plain = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const found = /\/verify#t=([\w-]{43})/.exec(plain)?.[1]
  if (found === undefined) throw new Error('no link')
  return found
}
