/** Sends a mail: checked in SPEC §5's order, then on record durably, and only then a yes (TRUST R1, R2, S11, S12). */
import { createHash, randomUUID } from 'node:crypto'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/sending'
import { holdsControl } from '../../src/contract/rules'
import { tiers } from '../../src/contract/tiers'
import { Refusal } from '../core/refusal'
import type { AccountStore } from '../ports/accountStore'
import type { AttemptStore } from '../ports/attemptStore'
import type { Checkpoint } from '../ports/checkpoint'
import type { Clock } from '../ports/clock'
import type { MailStores } from '../ports/mailStores'
import type { MessageBuilder } from '../ports/messageBuilder'
import type { NewOutboxEntry, OutboxEntry, OutboxStore } from '../ports/outboxStore'
import type { Spool } from '../ports/spool'
import type { UploadStore } from '../ports/uploadStore'
import { attachedFiles } from './attachedFiles'
import type { Caller } from './caller'
import { inTurn } from './inTurn'
import { readRecipients, routeRecipients } from './readRecipients'
import { recipientView } from './sendStatus'
import { spoolMessage } from './spoolMessage'

export type SendMailParts = {
  readonly accounts: AccountStore
  readonly mailStores: MailStores
  readonly uploads: UploadStore
  readonly outbox: OutboxStore
  readonly spool: Spool
  readonly builder: MessageBuilder
  readonly attempts: AttemptStore
  readonly clock: Clock
  readonly domains: readonly string[]
  /** Whether a relay carries mail to other domains. */
  readonly canSendOutside: boolean
  /** Tells the dispatcher that there is something to do. */
  readonly wake: () => void
  readonly checkpoint?: Checkpoint
}

type SendForm = Form<typeof entries.sendMail>
type SendReply = Reply<typeof entries.sendMail>

const dayMs = 86_400_000

export function makeSendMail(parts: SendMailParts) {
  const queue = inTurn()
  return (form: SendForm, caller: Caller): Promise<SendReply> => {
    refuseNotYet(form)
    if (form.idempotencyKey === '') throw new Refusal('badField', { field: 'idempotencyKey' })
    // Calls with one key wait for the first, so that a double click builds the mail once; that it goes once, the journal sees to.
    return queue(`${caller.account.id} ${form.idempotencyKey}`, () => send(parts, form, caller))
  }
}

function refuseNotYet(form: SendForm): void {
  if (form.sendAt !== undefined) throw new Refusal('notYetAvailable', { field: 'sendAt' })
  if (form.holdSeconds > 0) throw new Refusal('notYetAvailable', { field: 'holdSeconds' })
  if (form.separate) throw new Refusal('notYetAvailable', { field: 'separate' })
}

async function send(parts: SendMailParts, form: SendForm, caller: Caller): Promise<SendReply> {
  const { account } = caller
  const contentHash = hashOf(form)
  // Before any check: what a first call used up (uploads, a draft, the day's sends) must not fail its repetition.
  const earlier = await parts.outbox.byKey(account.id, form.idempotencyKey)
  if (earlier) return repeated(earlier.entry, earlier.contentHash === contentHash)
  // Two windows with one draft: what the first has sent, the second does not send again.
  const sent = form.draftId === undefined ? null : await parts.outbox.byDraft(account.id, form.draftId)
  if (sent) return repeated(sent.entry, sent.contentHash === contentHash, 'draftConflict')
  const recipients = readRecipients(form, account, parts.builder)
  if (form.subject.trim() === '') throw new Refusal('subjectEmpty', { field: 'subject' })
  if (holdsControl(form.subject)) throw new Refusal('headerInvalid', { field: 'subject' })
  const files = await attachedFiles(parts.uploads, account.id, form.attachmentIds)
  const routed = await routeRecipients(recipients, parts)
  await countSend(parts, caller)
  const id = randomUUID()
  const spooled = await spoolMessage(parts, form, caller, { id, recipients, files })
  const entry: NewOutboxEntry = {
    id,
    accountId: account.id,
    from: account.address,
    subject: form.subject,
    spool: spooled,
    saveToSent: form.saveToSent,
    createdAt: parts.clock.now(),
    idempotencyKey: form.idempotencyKey,
    contentHash,
    notBefore: parts.clock.now(),
    recipients: routed,
    draftId: form.draftId ?? null,
    answers: answersOf(form),
    sealedSecret: caller.sealedSecret,
  }
  await parts.checkpoint?.('spooled')
  const added = await parts.outbox.add(entry)
  await parts.checkpoint?.('onRecord')
  if (!added.added) {
    await parts.spool.release(spooled)
    const conflict = form.draftId === undefined ? 'idempotencyConflict' : 'draftConflict'
    return repeated(added.existing, added.sameContent, conflict)
  }
  parts.wake()
  for (const file of files) await parts.uploads.remove(account.id, file.id).catch(() => undefined)
  return { id, recipients: routed.map(({ address }) => ({ address, state: 'queued' })) }
}

/** Whatever was asked for, but the draft: a retry after an automatic saving is still the same send. */
function hashOf(form: SendForm): string {
  const { idempotencyKey: _key, draftId: _draft, ...asked } = form
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest('hex')
}

function repeated(
  entry: OutboxEntry,
  sameContent: boolean,
  conflict: 'idempotencyConflict' | 'draftConflict' = 'idempotencyConflict',
): SendReply {
  if (!sameContent) {
    throw new Refusal(conflict, { field: conflict === 'draftConflict' ? 'draftId' : 'idempotencyKey' })
  }
  return {
    id: entry.id,
    recipients: entry.recipients.map(recipientView).map(({ address, state }) => ({ address, state })),
  }
}

function answersOf(form: SendForm): NewOutboxEntry['answers'] {
  if (form.inReplyTo === undefined) return null
  if (form.mode === 'forward') return { id: form.inReplyTo, kind: 'forwarded' }
  return form.mode === 'reply' || form.mode === 'replyAll' ? { id: form.inReplyTo, kind: 'answered' } : null
}

async function countSend({ attempts, clock }: SendMailParts, { account }: Caller): Promise<void> {
  const limit = tiers[account.tier].sendsPerDay
  const key = `sends:${account.id}`
  const now = clock.now()
  const isSpent = (await attempts.count(key, now, dayMs)) >= limit
  // The note decides: of several sends at the same moment, at whichever gateway, each counts those before it.
  if (isSpent || (await attempts.note(key, now, dayMs)) > limit)
    throw new Refusal('tooManyTries', { payload: { limit } })
}
