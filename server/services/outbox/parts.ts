/** What working the outbox off needs of the house. */
import type { AccountStore } from '../../ports/accountStore'
import type { Checkpoint } from '../../ports/checkpoint'
import type { Clock } from '../../ports/clock'
import type { MailStores } from '../../ports/mailStores'
import type { MessageBuilder } from '../../ports/messageBuilder'
import type { OutboxStore } from '../../ports/outboxStore'
import type { Relay } from '../../ports/relay'
import type { Spool } from '../../ports/spool'
import type { Arrive } from '../rules/arrive'

export type OutboxParts = {
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
