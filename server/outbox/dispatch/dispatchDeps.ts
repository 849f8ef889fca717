/** What working the outbox off needs of the house. */
import type { Checkpoint } from '../../kit/checkpoint'
import type { Clock } from '../../kit/clock'
import type { MailStores } from '../../mail/mail.store'
import type { Spool } from '../../mail/spool/spool.store'
import type { Arrive } from '../../rules/arrival/arrive'
import type { AccountStore } from '../../session/account.store'
import type { OutboxStore } from '../outbox.store'
import type { MessageBuilder } from '../send/messageBuilder.port'
import type { Relay } from './relay.port'

export type DispatchDeps = {
  readonly outbox: OutboxStore
  readonly accounts: AccountStore
  readonly mailStores: MailStores
  readonly spool: Spool
  readonly builder: MessageBuilder
  /** Null where nothing carries mail out. */
  readonly relay: Relay | null
  readonly clock: Clock
  /** Our name in Authentication-Results; null, or left out, where a mail server keeps the mail. */
  readonly authServer?: string | null
  /** Left out where no rules are kept. */
  readonly arrive?: Arrive
  readonly checkpoint?: Checkpoint
  /** Told of what failed by name alone: nothing that a mail says. */
  readonly report?: (name: string) => void
}

export type ClaimedEntry = Awaited<ReturnType<OutboxStore['claim']>>[number]
