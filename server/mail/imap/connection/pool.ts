/** At most two connections for each person who is signed in, one for each lane, and a limit over all of them. */
import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Account, AccountId } from '#server/core/account'
import { SessionEnded, StoreAway } from '#server/core/refusal'
import type { Credentials } from '#server/session/password/credentials.port'
import type { ImapPool, Lane, WithMailbox } from '../context'
import { makeBackoff } from './backoff'
import { heldPassword, type ImapServer, openConnection } from './connection'
import { type ConnectionLane, makeConnectionLane, type Patience } from './connectionLane'
import { answered, asSelectRefusal, ConnectionBroken, type Report } from './errors'
import type { HandoverConnections } from './handoverConnections'

export type ImapPoolOptions = ImapServer & {
  readonly credentials: Credentials
  /** The name under which an account signs in; its address, unless the server wants another. */
  readonly userOf?: (account: Account) => string
  /** Milliseconds after which an unused connection is closed. */
  readonly idleMs?: number
  /** Milliseconds within which any command has ended, one way or the other. */
  readonly commandMs?: number
  /** Milliseconds of silence after which a reading that can be repeated is tried on a new connection. */
  readonly silenceMs?: number
  /** Connections over all accounts; beyond it the one unused for longest is closed. */
  readonly most?: number
  /** Told of answers that were not foreseen: the code alone. */
  readonly report?: Report
  /** Connections that sign-ins have opened. */
  readonly spares?: HandoverConnections
}

type Held = { readonly lines: Readonly<Record<Lane, ConnectionLane>>; readonly backoff: ReturnType<typeof makeBackoff> }

export function makeImapPool(options: ImapPoolOptions): ImapPool {
  const { credentials, idleMs = 5 * 60_000, commandMs = 30_000, silenceMs = 8_000, most = 2_000 } = options
  const userOf = options.userOf ?? ((account) => account.address)
  const report = options.report ?? (() => {})
  const accounts = new Map<AccountId, Held>()

  const lineOf = (account: Account, lane: Lane): ConnectionLane => {
    const held = accounts.get(account.id) ?? hold(account)
    return held.lines[lane]
  }
  const hold = (account: Account): Held => {
    const backoff = makeBackoff()
    const opened = async (withinMs: number): Promise<ImapFlow> => {
      if (backoff.isOn()) throw new StoreAway('The mail server failed a moment ago')
      makeRoom()
      const password = heldPassword(await credentials.passwordOf(account.id))
      const spare = options.spares?.take(userOf(account), password)
      if (spare) {
        backoff.worked()
        return spare
      }
      try {
        const client = await openConnection({
          server: options,
          user: userOf(account),
          password,
          withinMs: Math.min(withinMs, silenceMs * 1.25),
          report,
          onClosed: () => {},
        })
        backoff.worked()
        return client
      } catch (error) {
        if (!(error instanceof SessionEnded)) backoff.failed()
        throw error
      }
    }
    const line = () => makeConnectionLane({ open: opened, commandMs, idleMs, report, onHung: backoff.failed })
    const held = { lines: { quick: line(), slow: line() }, backoff }
    forgetGone()
    accounts.set(account.id, held)
    return held
  }
  /** What is left of people who went long ago. */
  const forgetGone = () => {
    if (accounts.size < most) return
    for (const [id, { lines, backoff }] of accounts) {
      const isGone = [lines.quick, lines.slow].every((line) => !line.isOpen() && line.isFree())
      if (isGone && !backoff.isOn()) accounts.delete(id)
    }
  }
  const makeRoom = () => {
    const open = [...accounts.values()]
      .flatMap((held) => [held.lines.quick, held.lines.slow])
      .filter((it) => it.isOpen())
    if (open.length < most) return
    const oldest = open.filter((it) => it.isFree()).toSorted((one, other) => one.usedAt() - other.usedAt())[0]
    oldest?.close()
  }
  const patienceOf = (lane: Lane, again: boolean): Patience => ({
    // A long search or a large file may take its time on the slow lane as long as something moves.
    wholeMs: lane === 'quick' ? commandMs : null,
    silenceMs: lane === 'quick' && again ? Math.min(silenceMs, commandMs) : commandMs,
    again,
  })
  const use: ImapPool['use'] = (account, work, { lane = 'quick', again = false } = {}) =>
    lineOf(account, lane).run(work, patienceOf(lane, again))

  return {
    use,
    within: (account, path, work, choice: WithMailbox = {}) =>
      use(
        account,
        async (client) => work(client, await selected(client, path, choice.readOnly === true, report)),
        choice,
      ),
    openConnections: () =>
      [...accounts.values()].flatMap(({ lines }) => [lines.quick, lines.slow]).filter((it) => it.isOpen()).length,
    release: (id) => {
      const lines = accounts.get(id)?.lines
      lines?.quick.release()
      lines?.slow.release()
    },
    forget: (id) => {
      const held = accounts.get(id)
      accounts.delete(id)
      held?.lines.quick.close()
      held?.lines.slow.close()
    },
    close: async () => {
      for (const { lines } of accounts.values()) {
        lines.quick.close()
        lines.slow.close()
      }
      accounts.clear()
      options.spares?.close()
    },
  }
}

/**
 * The mailbox as it stands now. The inbox, which nobody can delete (RFC 9051 §6.3.5), is brought up to date by a NOOP. Any other may have
 * been deleted and made anew, and Dovecot then shows the new mails under the old UIDVALIDITY to whoever had it selected: only a SELECT
 * tells (TRUST R10).
 */
async function selected(client: ImapFlow, path: string, readOnly: boolean, report: Report): Promise<MailboxObject> {
  const current = client.mailbox
  const isInbox = path.toUpperCase() === 'INBOX'
  if (isInbox && current !== false && current.path === path && (readOnly || current.readOnly !== true)) {
    await client.noop()
    return answered(client.mailbox, 'noop')
  }
  const opened: MailboxObject | undefined = await client.mailboxOpen(path, { readOnly }).catch((error) => {
    throw asSelectRefusal(error, report)
  })
  // imapflow selects nothing, and says nothing, where the server has just said goodbye.
  if (opened === undefined) throw new ConnectionBroken('The mail server has said goodbye')
  return opened
}
