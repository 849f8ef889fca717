/** Answers a mail that asks for a receipt, once: by sending it, or by deciding that none is sent (RFC 8098, TRUST S32). */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/receipts'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { domainOf } from '../../core/emailAddress'
import { Refusal } from '../../core/refusal'
import { senderOf } from '../../core/senderName'
import type { Clock } from '../../kit/clock'
import type { MailStores, OpenedMail } from '../../mail/mail.store'
import type { Spool } from '../../mail/spool/spool.store'
import type { AttemptStore } from '../../session/attempts/attempts.store'
import type { OutboxStore } from '../outbox.store'
import type { MessageBuilder } from '../send/messageBuilder.port'
import { type AskedReceipt, askedReceipt } from './askedReceipt'
import { answerTo, type OfferDeps, outboxKey } from './receiptOffer'

export type SendReceiptDeps = Omit<OfferDeps, 'outbox'> & {
  readonly mailStores: MailStores
  readonly outbox: OutboxStore
  readonly spool: Spool
  readonly builder: MessageBuilder
  readonly attempts: AttemptStore
  readonly clock: Clock
  /** Tells the dispatcher that there is something to do. */
  readonly wake: () => void
}

type Settled = Reply<typeof entries.sendReceipt>

const dayMs = 86_400_000

export const makeSendReceipt =
  (deps: SendReceiptDeps) =>
  async ({ id, automatic }: Form<typeof entries.sendReceipt>, caller: Caller): Promise<Settled> => {
    const { account } = caller
    const { opened, asked } = await find(deps, id, caller)
    // A page cannot send what the person's setting would ask about.
    if (automatic && (await answerTo(deps, account, asked)) !== 'send') throw new Refusal('notAllowed')
    if (opened.receipt === 'noted') return { sent: await isOnItsWay(deps, caller, asked) }
    const decision = await deps.receiptLog.decide(account.id, asked.key, 'sent', deps.clock.now())
    if (decision === 'ignored') return { sent: false }
    if (!(await isOnItsWay(deps, caller, asked))) {
      const giveBack = await countReceipt(deps, account.id)
      await putOnItsWay(deps, opened, asked, automatic, caller).catch(async (error: unknown) => {
        await giveBack()
        throw error
      })
    }
    await note(deps, opened, caller)
    return { sent: true }
  }

export const makeIgnoreReceipt =
  (deps: SendReceiptDeps) =>
  async ({ id }: Form<typeof entries.ignoreReceipt>, caller: Caller): Promise<Settled> => {
    const { opened, asked } = await find(deps, id, caller)
    const decision = await deps.receiptLog.decide(caller.account.id, asked.key, 'ignored', deps.clock.now())
    await note(deps, opened, caller)
    return { sent: decision === 'sent' }
  }

async function find(deps: SendReceiptDeps, id: string, { account }: Caller) {
  const opened = await deps.mailStores.of(account).open(id)
  if (opened === null) throw new Refusal('notFound')
  const asked = askedReceipt(deps, account, opened)
  if (asked === null) throw new Refusal('notAllowed')
  return { opened, asked }
}

async function isOnItsWay({ outbox }: SendReceiptDeps, { account }: Caller, { key }: AskedReceipt): Promise<boolean> {
  return (await outbox.byKey(account.id, outboxKey(key))) !== null
}

async function putOnItsWay(
  deps: SendReceiptDeps,
  { parsed }: OpenedMail,
  { to, key }: AskedReceipt,
  automatic: boolean,
  { account, sealedSecret }: Caller,
): Promise<void> {
  const id = randomUUID()
  const now = deps.clock.now()
  const message = await deps.builder.receipt({
    from: await senderOf(deps, account),
    to,
    subject: parsed.subject,
    originalMessageId: parsed.messageId,
    automatic,
    messageId: `<${id}@${domainOf(account.address)}>`,
    date: now,
  })
  const put = await deps.spool.put(message, limits.messageBytes)
  try {
    // Sent with an empty return path: nobody is told when it cannot be delivered (RFC 8098 section 3).
    await deps.outbox.add({
      id,
      accountId: account.id,
      from: '',
      subject: parsed.subject.slice(0, limits.subjectCharacters),
      spool: put.id,
      saveToSent: false,
      createdAt: now,
      idempotencyKey: outboxKey(key),
      contentHash: key,
      notBefore: now,
      recipients: [{ address: to, local: deps.domains.includes(domainOf(to)) }],
      draftId: null,
      answers: null,
      sealedSecret,
    })
    deps.wake()
  } finally {
    // What the outbox refers to stays.
    await deps.spool.release(put.id)
  }
}

/** Whoever can make mail ask for receipts must not be able to make this account send without end. Answers how to take it back. */
async function countReceipt({ attempts, clock }: SendReceiptDeps, accountId: string): Promise<() => Promise<void>> {
  const limit = limits.receiptsPerDay
  const [key, now] = [`receipts:${accountId}`, clock.now()]
  if (!(await attempts.noteWithin(key, now, dayMs, limit))) throw new Refusal('tooManyTries', { payload: { limit } })
  return () => attempts.takeBack(key, now)
}

/** For other programs that use the mailbox; here the decision is on record already. */
async function note({ mailStores }: SendReceiptDeps, { summary }: OpenedMail, { account }: Caller): Promise<void> {
  await mailStores
    .of(account)
    .noteReply(summary.id, 'receipt')
    .catch(() => undefined)
}
