/** Ends sessions together with everything that can become one (TRUST S18, S20). */
import type { AccountId } from '../core/account'
import type { PhoneBindings } from '../phone/phoneBindings.store'
import type { PasswordResets } from '../protection/passwordResets.store'
import type { SecureMailboxes } from '../protection/secureMailboxes.store'
import type { FactorStore } from './factors/factors.store'
import type { PasskeyStore } from './passkeys/passkeys.store'
import type { QrLogins } from './qr/qrLogins.store'
import type { SessionStore } from './session.store'
import type { TicketStore } from './tickets/tickets.store'

/** The sessions that a gateway hands in also end their event streams (`endingStreams`). */
export type AccessStores = {
  readonly sessions: Pick<SessionStore, 'close' | 'closeAll'>
  readonly tickets: Pick<TicketStore, 'revokeAll'>
  readonly qrLogins: Pick<QrLogins, 'drop'>
  readonly phones: Pick<PhoneBindings, 'dropCode'>
  readonly secureMailboxes: Pick<SecureMailboxes, 'dropPending'>
  readonly passwordResets: Pick<PasswordResets, 'dropWaiting'>
  readonly factors: Pick<FactorStore, 'endTrust' | 'dropPasskeyCodes'>
}

/** What one session has. */
export type SessionStores = Pick<AccessStores, 'sessions' | 'tickets' | 'qrLogins'>

/** Ends every session of an account, but for the one whose token has this hash. */
export async function endOtherSessions(
  { sessions, tickets, qrLogins, factors }: SessionStores & Pick<AccessStores, 'factors'>,
  accountId: AccountId,
  exceptTokenHash?: string,
): Promise<void> {
  // A second step that is under way finds its ticket gone, or its session ended below.
  await factors.endTrust(accountId)
  // Sessions next: what is confirmed or issued meanwhile names one that is over.
  await sessions.closeAll(accountId, exceptTokenHash)
  await qrLogins.drop(accountId)
  await tickets.revokeAll(accountId)
}

/** The same, and what waits to protect the account or to open it goes as well. */
export async function endAccess(stores: AccessStores, accountId: AccountId, exceptTokenHash?: string): Promise<void> {
  await endOtherSessions(stores, accountId, exceptTokenHash)
  await stores.phones.dropCode(accountId)
  await stores.secureMailboxes.dropPending(accountId)
  await stores.passwordResets.dropWaiting(accountId)
}

/** The same, and its passkeys with their codes go as well: nobody knows who added which. */
export async function endAccessAndPasskeys(
  stores: AccessStores & { readonly passkeys: Pick<PasskeyStore, 'removeAll'> },
  accountId: AccountId,
): Promise<void> {
  await stores.passkeys.removeAll(accountId)
  await endAccess(stores, accountId)
  // A session that has ended by now may have added one before it did.
  await stores.passkeys.removeAll(accountId)
  await stores.factors.dropPasskeyCodes(accountId)
}

/** Ends one session of an account; the account's others stay. */
export async function endSession(
  { sessions, tickets, qrLogins }: SessionStores,
  { accountId, tokenHash }: { readonly accountId: AccountId; readonly tokenHash: string },
): Promise<void> {
  await sessions.close(tokenHash)
  await qrLogins.drop(accountId, tokenHash)
  await tickets.revokeAll(accountId, tokenHash)
}
