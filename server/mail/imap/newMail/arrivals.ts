/** Tells of arrivals in the inboxes of a mail server: a connection for each person who listens, however many their windows are. */
import type { Account, AccountId } from '#server/core/account'
import { Refusal } from '#server/core/refusal'
import type { Credentials } from '#server/session/password/credentials.port'
import type { ArrivalWatch } from '../../newMail/arrivalWatch.port'
import { closeConnection, heldPassword, type ImapServer, openConnection } from '../connection/connection'
import type { Report } from '../connection/errors'
import { type InboxWatch, type InboxWatchOptions, makeInboxWatch } from './inboxWatch'
import { makeWatchSlots } from './watchSlots'

export type ImapArrivalsOptions = ImapServer &
  Partial<Pick<InboxWatchOptions, 'renewMs' | 'answerMs' | 'pauseMs' | 'chance'>> & {
    readonly credentials: Credentials
    /** The name under which an account signs in; its address, unless the server wants another. */
    readonly userOf?: (account: Account) => string
    /** People whose inboxes are watched at a time. */
    readonly most: number
    /** Milliseconds for which an inbox is watched after the last one who listened has left: a page that is loaded anew comes back. */
    readonly lingerMs?: number
    readonly report?: Report
  }

export type ImapArrivals = ArrivalWatch & {
  /** Ends what is watched in this account's name. */
  readonly forget: (id: AccountId) => void
  readonly openConnections: () => number
  readonly close: () => void
}

/** A mail server that comes back is not met by everybody at once. */
const openingAtOnce = 8
/** Milliseconds for which a server that had no IDLE is not asked again. */
const unableMs = 10 * 60_000

type Watched = { readonly watch: InboxWatch; farewell: NodeJS.Timeout | undefined }

export function makeImapArrivals(options: ImapArrivalsOptions): ImapArrivals {
  const { credentials, most, lingerMs = 10_000, answerMs = 10_000, chance = Math.random } = options
  const { renewMs = 3 * 60_000, pauseMs = { first: 2_000, most: 60_000 } } = options
  const userOf = options.userOf ?? ((account) => account.address)
  const report = options.report ?? (() => {})
  const watched = new Map<AccountId, Watched>()
  const openings = makeWatchSlots(openingAtOnce)
  let isUnableUntil = Number.NEGATIVE_INFINITY

  const open = (account: Account) =>
    openings.within(async () => {
      const password = heldPassword(await credentials.passwordOf(account.id))
      const opening = { server: options, user: userOf(account), password, withinMs: answerMs, report }
      const client = await openConnection({ ...opening, onClosed: () => {} })
      if (client.capabilities.has('IDLE') || client.capabilities.has('IMAP4rev2')) return client
      closeConnection(client)
      isUnableUntil = performance.now() + unableMs
      throw new Refusal('serverCannot')
    })
  const begin = (account: Account): Watched => {
    const watch = makeInboxWatch({
      ...{ renewMs, answerMs, pauseMs, chance, report },
      open: () => open(account),
      onEnd: () => {
        if (watched.get(account.id) !== begun) return
        clearTimeout(begun.farewell)
        watched.delete(account.id)
      },
    })
    const begun: Watched = { watch, farewell: undefined }
    watched.set(account.id, begun)
    return begun
  }
  /** Whoever is no longer listened to makes room. */
  const hasRoom = (): boolean => {
    if (watched.size < most) return true
    const idle = [...watched.values()].find(({ watch }) => !watch.isHeard())
    idle?.watch.end()
    return idle !== undefined
  }

  return {
    watch: async (account, given) => {
      // The same ears may be given twice.
      const ears = { ...given }
      const known = watched.get(account.id)
      if (known === undefined && (performance.now() < isUnableUntil || !hasRoom())) throw new Refusal('serverCannot')
      const own = known ?? begin(account)
      clearTimeout(own.farewell)
      const { watch } = own
      const leave = () => {
        watch.leave(ears)
        clearTimeout(own.farewell)
        if (watch.isHeard() || watched.get(account.id) !== own) return
        own.farewell = setTimeout(watch.end, lingerMs)
        own.farewell.unref()
      }
      await watch.join(ears)
      return leave
    },
    forget: (id) => watched.get(id)?.watch.end(),
    openConnections: () => watched.size,
    close: () => {
      for (const { watch } of [...watched.values()]) watch.end()
    },
  }
}
