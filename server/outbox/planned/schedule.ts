/** What was given a time: scheduled from a draft, put off, asked about, listed, sent at once, or tried again (SPEC §7). */
import type { Form, Reply } from '#contract/endpoint'
import type * as planned from '#contract/endpoints/sending/planned'
import { limits } from '#contract/limits'
import { sendIdOf } from '#contract/mail/waitingMail'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { makeOpenCompose, type OpenComposeDeps } from '../../drafts/openCompose'
import type { Clock } from '../../kit/clock'
import type { MailStores } from '../../mail/mail.store'
import { summaryView } from '../../mail/mailView'
import type { AccountStore } from '../../session/account.store'
import type { OutboxEntry, OutboxStore } from '../outbox.store'
import { makeSendMail, type SendMailDeps } from '../send/sendMail'
import { noPlanReason } from './noPlanReason'
import { checkedTime } from './sendPlan'
import { written } from './takeBack'

type Journal = {
  readonly outbox: OutboxStore
  readonly clock: Clock
  /** Tells the dispatcher that there is something to do. */
  readonly wake: () => void
}

/** Schedules a draft as it was last saved, or gives what is scheduled another time. */
export function makeScheduleDraft(parts: SendMailDeps & OpenComposeDeps) {
  const open = makeOpenCompose(parts)
  const send = makeSendMail(parts)
  return async (
    { id, sendAt, outside }: Form<typeof planned.scheduleDraft>,
    caller: Caller,
  ): Promise<Reply<typeof planned.scheduleDraft>> => {
    const entryId = sendIdOf(id)
    if (entryId !== null) return { id, sendAt: await replan(parts, entryId, sendAt, caller) }
    const { form } = await open({ mode: 'draft', id, ids: [] }, caller)
    const sent = await send(
      {
        to: form.to.map(written),
        cc: form.cc.map(written),
        bcc: form.bcc.map(written),
        subject: form.subject,
        html: form.html,
        text: form.text,
        attachmentIds: form.attachments.map(({ attachmentId }) => attachmentId),
        card: form.card?.id,
        inReplyTo: form.inReplyTo ?? undefined,
        mode: form.mode,
        urgent: form.urgent,
        receipt: form.receipt,
        separate: form.separate,
        saveToSent: form.saveToSent,
        sendAt,
        holdSeconds: 0,
        outside,
        draftId: id,
        lineage: form.lineage,
        writer: undefined,
        // One draft is one mail, however often this is asked.
        idempotencyKey: `schedule:${id}`,
      },
      caller,
    )
    return { id: sent.id, sendAt: sent.sendAt ?? parts.clock.now() }
  }
}

async function replan({ outbox, clock, wake }: Journal, entryId: string, sendAt: number | null, { account }: Caller) {
  const at = checkedTime(sendAt, account, clock.now())
  const [entry] = await outbox.kept(account.id, [entryId])
  if (entry === undefined) throw await noPlanReason(outbox, account.id, entryId)
  // What is held for an Undo can be given a time up to the moment at which it goes; it is a scheduled mail then.
  const before = clock.now() + (entry.planned === 'schedule' ? limits.scheduleClosedMs : 0)
  const isPut = await outbox.replan(account.id, entryId, before, at, 'schedule')
  if (!isPut) throw await noPlanReason(outbox, account.id, entryId)
  wake()
  return at
}

export const makeSendNow =
  (parts: Journal) =>
  async ({ id }: Form<typeof planned.sendNow>, { account }: Caller): Promise<Reply<typeof planned.sendNow>> => {
    const { outbox, clock, wake } = parts
    const entryId = sendIdOf(id) ?? id
    const now = clock.now()
    if (!(await outbox.replan(account.id, entryId, now, now))) throw await noPlanReason(outbox, account.id, entryId)
    wake()
    return {}
  }

export const makeSendFailedAgain =
  (parts: Journal) =>
  async (
    { id }: Form<typeof planned.sendFailedAgain>,
    { account, sealedSecret }: Caller,
  ): Promise<Reply<typeof planned.sendFailedAgain>> => {
    const entryId = sendIdOf(id) ?? id
    if ((await parts.outbox.find(account.id, entryId)) === null) throw new Refusal('notFound')
    if (!(await parts.outbox.sendAgain(account.id, entryId, parts.clock.now(), sealedSecret)))
      throw new Refusal('notAllowed')
    parts.wake()
    return {}
  }

export const makeScheduleStatus =
  ({ outbox, clock }: Pick<Journal, 'outbox' | 'clock'>) =>
  async (
    { id }: Form<typeof planned.scheduleStatus>,
    { account }: Caller,
  ): Promise<Reply<typeof planned.scheduleStatus>> => {
    const entry = await outbox.find(account.id, sendIdOf(id) ?? id)
    if (entry === null || entry.planned !== 'schedule') throw new Refusal('notFound')
    const failed = entry.recipients.find(({ state }) => state === 'failed')
    return { state: stateOf(entry, clock.now()), reason: failed?.reason ?? null }
  }

type ScheduleState = Reply<typeof planned.scheduleStatus>['state']

function stateOf({ recipients, sendAt }: OutboxEntry, now: number): ScheduleState {
  const states = new Set(recipients.map(({ state }) => state))
  if (states.has('cancelled')) throw new Refusal('notFound')
  if (states.has('failed')) return 'failed'
  if (states.has('queued') || states.has('retrying') || states.has('handing'))
    return sendAt > now ? 'waiting' : 'sending'
  return 'sent'
}

export const makeScheduleList =
  ({ mailStores, accounts }: { readonly mailStores: MailStores; readonly accounts: Pick<AccountStore, 'pageSize'> }) =>
  async (
    { page, pageSize: asked }: Form<typeof planned.scheduleList>,
    { account, session }: Caller,
  ): Promise<Reply<typeof planned.scheduleList>> => {
    const pageSize = asked ?? (await accounts.pageSize(account.id)) ?? limits.pageSize
    const query = { folder: 'scheduled', page, pageSize, sort: 'date', order: 'asc', filter: 'all' } as const
    const found = await mailStores.of(account).page(query)
    if (found === null) throw new Refusal('notFound')
    return { list: found.list.map((it) => summaryView(it, session.timezone)), total: found.total }
  }
