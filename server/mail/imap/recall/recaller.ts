/**
 * Recall from mailboxes on a mail server, opened in their owners' place by an administrator's account (Dovecot's master user): only
 * mail that is on record as sent, only in mailboxes of the house's own domains, and only in folders that are the owner's own.
 */
import type { ImapFlow } from 'imapflow'
import type { Account } from '#server/core/account'
import { domainOf } from '#server/core/emailAddress'
import { Refusal, SessionEnded, StoreAway } from '#server/core/refusal'
import type { Checkpoint } from '#server/kit/checkpoint'
import type { Delivered, Recaller, Taken } from '#server/recall/recaller.port'
import { type ImapPoolOptions, makeImapPool } from '../connection/pool'
import type { ImapContext, ImapPool } from '../context'
import { freshLayout } from '../folders/folderPaths'
import { makeFolders } from '../folders/folders'
import { createImapMailStores } from '../mailStores'
import { makeRecallTakings } from './recallTakings'
import { type Copies, findCopies, takeCopies } from './sentCopies'

export type ImapRecallerOptions = Omit<ImapContext, 'pool'> & {
  readonly server: Omit<ImapPoolOptions, 'credentials' | 'userOf' | 'spares'>
  readonly admin: { readonly user: string; readonly password: string }
  /** Domains whose mailboxes may be opened so, in lower case. */
  readonly domains: readonly string[]
  readonly checkpoint?: Checkpoint
}

/** What SMTP took may still lie in the mail server's queue. */
const onItsWayMs = 10 * 60_000
/** How often a mailbox is looked through again where something in it changed meanwhile. */
const looksMost = 3

export type ImapRecaller = Recaller & {
  readonly openConnections: () => number
  readonly close: () => Promise<void>
}

export function makeImapRecaller({
  server,
  admin,
  domains,
  checkpoint,
  ...context
}: ImapRecallerOptions): ImapRecaller {
  const pool = makeImapPool({
    ...server,
    credentials: { passwordOf: async () => admin.password },
    userOf: ({ address }) => `${address}*${admin.user}`,
    // Each is opened for a moment, and there may be hundreds.
    idleMs: 5_000,
    most: 20,
  })
  const stores = createImapMailStores({ ...context, pool })
  const folders = makeFolders({ pool, now: context.clock.now })
  const takings = makeRecallTakings(context.db)
  const ours = new Set(domains)
  /** An asterisk would end the mailbox's name before the administrator's. */
  const mayOpen = (address: string) => ours.has(domainOf(address)) && !/[*\s\p{Cc}]/u.test(address)

  async function look(account: Account, mail: Delivered): Promise<readonly Copies[]> {
    const { mailboxes } = await freshLayout(folders, account)
    const isForeign = await foreignPaths(pool, account)
    const found: Copies[] = []
    for (const { id, path, holdsMail } of mailboxes) {
      // What the owner wrote is no mail that came, were it to the owner's own address.
      if (!holdsMail || id === 'sent' || id === 'draft' || isForeign(path)) continue
      const copies = await findCopies(pool, account, path, mail).catch(unlessGone)
      if (copies !== null && copies.list.length > 0) found.push(copies)
    }
    return found
  }

  async function take(account: Account, mail: Delivered): Promise<Taken> {
    const known = await takings.find(mail)
    if (known === 'taken') return 'recalled'
    let hasBegun = known === 'begun'
    let hasTaken = false
    for (let looks = 0; looks < looksMost; looks += 1) {
      const copies = await look(account, mail)
      if (copies.length === 0) {
        // Another gateway may have begun since, and have taken it already.
        hasBegun ||= (await takings.find(mail)) !== null
        if (!hasBegun) return 'absent'
        await takings.end(mail)
        return 'recalled'
      }
      if (copies.some(({ list }) => list.some(({ isRead }) => isRead))) {
        if (hasBegun && !hasTaken) await takings.forget(mail)
        return 'read'
      }
      if (!hasBegun) await takings.begin(mail)
      hasBegun = true
      await checkpoint?.('recallBegun')
      for (const group of copies) {
        const isTaken = await takeCopies(pool, account, group).catch(unlessGone)
        await checkpoint?.('recallRemoved')
        hasTaken ||= isTaken === true
      }
    }
    if (known === null && !hasTaken) await takings.forget(mail)
    return 'away'
  }

  return {
    onItsWayMs,
    recall: async (mail) => {
      if (!mayOpen(mail.address)) return 'absent'
      try {
        return await take(accountOf(mail.address), mail)
      } catch (error) {
        // A mailbox that is not to be opened, or a folder that is not to be changed, may be so for a moment only.
        if (error instanceof SessionEnded) server.report?.({ what: 'recall', code: 'AUTHENTICATIONFAILED' })
        if (error instanceof StoreAway || error instanceof SessionEnded || error instanceof Refusal) return 'away'
        throw error
      }
    },
    keep: async (address, mail) => {
      if (!mayOpen(address)) return
      try {
        await stores.of(accountOf(address)).append(mail)
      } catch (error) {
        if (error instanceof SessionEnded) throw new StoreAway('The administrator is refused')
        throw error
      }
    },
    openConnections: pool.openConnections,
    close: pool.close,
  }
}

/** Whoever has a mailbox may never have signed in here. */
function accountOf(address: string): Account {
  const displayName = address.slice(0, address.lastIndexOf('@'))
  return { id: `recall ${address}`, address, displayName, tier: 'free', organization: null, locked: false, dueAt: null }
}

/** Folders that others share with the owner: what lies there is another's to recall from. */
async function foreignPaths(pool: ImapPool, account: Account): Promise<(path: string) => boolean> {
  const prefixes = await pool.use(account, async ({ namespaces }: ImapFlow) => {
    const { other, shared } = namespaces ?? {}
    return [other, shared].flatMap((list) => (list ? list.map(({ prefix }) => prefix) : []))
  })
  return (path) => prefixes.some((prefix) => prefix !== '' && path.startsWith(prefix))
}

/** A folder that went meanwhile holds nothing to take. */
function unlessGone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'notFound') return null
  throw error
}
