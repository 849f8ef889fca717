/** Puts what rules send into the outbox, once each however often the same mail is brought (TRUST R1). */
import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { limits } from '#contract/limits'
import type { PolicyStore } from '../../administration/policies/policies.store'
import type { ContactStore } from '../../contacts/contacts.store'
import { domainOf } from '../../core/emailAddress'
import type { SenderDeps } from '../../core/senderName'
import type { Clock } from '../../kit/clock'
import type { Spool } from '../../mail/spool/spool.store'
import type { OrganizationStore } from '../../organizations/organizations.store'
import type { OutboxStore } from '../../outbox/outbox.store'
import type { MessageBuilder } from '../../outbox/send/messageBuilder.port'
import type { ForwardTargets } from '../forwarding/forwardTargets.store'
import type { Arrival, ArrivedMail } from './arrivedMail'
import type { ReplyLog } from './replyLog.store'

export type SendingDeps = SenderDeps & {
  readonly outbox: OutboxStore
  readonly spool: Spool
  readonly builder: MessageBuilder
  readonly replyLog: ReplyLog
  readonly clock: Clock
  readonly domains: readonly string[]
  readonly canSendOutside: boolean
  readonly contacts: Pick<ContactStore, 'known'>
  readonly policies: Pick<PolicyStore, 'of'>
  readonly organizations: Pick<OrganizationStore, 'domains'>
  readonly forwardTargets: Pick<ForwardTargets, 'isConfirmed'>
  /** There is something in the outbox. */
  readonly wake: () => void
  /** Told of what failed by name alone. */
  readonly report?: (name: string) => void
}

export type Outgoing = {
  readonly kind: string
  /** Empty where nobody is to be told that it did not arrive. */
  readonly from: string
  readonly to: string
  /** Nothing of the mail stays in the mailbox: it must not be lost on its way. */
  readonly isOnly?: boolean
  readonly message: () => Promise<Readable>
}

export async function enqueue(deps: SendingDeps, arrival: Arrival, mail: ArrivedMail, out: Outgoing): Promise<void> {
  const { account } = arrival
  const put = await deps.spool.put(await out.message(), limits.messageBytes)
  try {
    const now = deps.clock.now()
    const key = keyOf(arrival, mail, out)
    await deps.outbox.add({
      id: randomUUID(),
      accountId: account.id,
      from: out.from,
      subject: mail.parsed.subject.slice(0, limits.subjectCharacters),
      spool: put.id,
      saveToSent: false,
      createdAt: now,
      idempotencyKey: key,
      contentHash: key,
      notBefore: now,
      recipients: [{ address: out.to, local: isOurs(deps, out.to) }],
      draftId: null,
      answers: null,
      sealedSecret: null,
    })
    deps.wake()
  } finally {
    // What the outbox refers to stays.
    await deps.spool.release(put.id)
  }
}

/** A mail that is brought a second time, since the first answer got lost, is handed on, returned and answered once. */
function keyOf({ key, spool }: Arrival, { parsed, from }: ArrivedMail, { kind, to, isOnly }: Outgoing): string {
  const which = key ?? (parsed.messageId === null ? spool : JSON.stringify([parsed.messageId, parsed.sentAt, from]))
  return `${isOnly === true ? onlyCopy : 'rule:'}${createHash('sha256')
    .update(JSON.stringify([which, kind, to]))
    .digest('hex')}`
}

const onlyCopy = 'rule:only:'

/** Whether the key of an entry in the outbox says that nothing of its mail was kept. */
export const isOnlyCopy = (key: string) => key.startsWith(onlyCopy)

function isOurs({ domains }: SendingDeps, address: string): boolean {
  return domains.includes(domainOf(address))
}

export const canReach = (deps: SendingDeps, address: string) => deps.canSendOutside || isOurs(deps, address)
