/** Takes mail back that waits to be sent: it becomes a draft first, so that nothing is lost, and only then leaves the journal. */

import { bodyHtml, plainText } from '#contract/compose/quoteMail'
import type { Form, Reply } from '#contract/endpoint'
import type * as mailEntries from '#contract/endpoints/mail/mail'
import type * as planned from '#contract/endpoints/sending/planned'
import type * as entries from '#contract/endpoints/sending/sending'
import { limits } from '#contract/limits'
import { sendIdOf, waitingMailId } from '#contract/mail/waitingMail'
import type { Caller } from '../../core/caller'
import type { Address } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import { type CarryDeps, carryFiles } from '../../drafts/carryFiles'
import { makeSaveDraft, type SaveDraftDeps } from '../../drafts/saveDraft'
import type { Checkpoint } from '../../kit/checkpoint'
import type { OutboxFolderDeps } from '../../mail/virtual/outboxFolder'
import type { WaitingEntry } from '../outbox.store'
import { sendsKey } from '../send/sendCount'
import { noPlanReason } from './noPlanReason'

/** `mailStores` must show what waits (`withOutboxViews`). */
export type TakeBackDeps = SaveDraftDeps &
  CarryDeps &
  Pick<OutboxFolderDeps, 'outbox' | 'spool'> & { readonly checkpoint?: Checkpoint }

export const makeTakeBack =
  (deps: TakeBackDeps) =>
  async ({ id }: Form<typeof planned.takeBackSend>, caller: Caller): Promise<Reply<typeof planned.takeBackSend>> => ({
    draftId: await takeBack(deps, sendIdOf(id) ?? id, caller),
  })

export const makeUnschedule =
  (deps: TakeBackDeps) =>
  async (
    { ids }: Form<typeof mailEntries.unschedule>,
    caller: Caller,
  ): Promise<Reply<typeof mailEntries.unschedule>> => {
    if (ids.length === 0) throw new Refusal('noMailSelected')
    const moved: { id: string; newId: string; from: string }[] = []
    for (const id of new Set(ids)) {
      const entryId = sendIdOf(id)
      if (entryId === null) continue
      const newId = await takeBack(deps, entryId, caller).catch((error: unknown) => {
        // What is too late or gone among several is left where it is; alone, it is said.
        if (ids.length > 1 && error instanceof Refusal) return null
        throw error
      })
      if (newId !== null) moved.push({ id, newId, from: 'scheduled' })
    }
    if (moved.length === 0) throw new Refusal('notFound')
    return { moved }
  }

/** Throws `notFound`, `tooLateToTakeBack` or `takenBackElsewhere`. Answers the draft's id. */
async function takeBack(deps: TakeBackDeps, entryId: string, caller: Caller): Promise<string> {
  const { account } = caller
  const [entry] = await deps.outbox.kept(account.id, [entryId])
  if (entry === undefined) throw await noPlanReason(deps.outbox, account.id, entryId)
  if (entry.planned === null && !entry.failed) throw new Refusal('tooLateToTakeBack')
  const draftId = await toDraft(deps, entry, caller)
  await deps.checkpoint?.('backInDrafts')
  const before = deps.clock.now() + (entry.planned === 'schedule' ? limits.scheduleClosedMs : 0)
  const isBack = entry.failed
    ? (await deps.outbox.dismiss(account.id, entryId)) !== null
    : await deps.outbox.takeBack(account.id, entryId, before, sendsKey(account.id))
  if (!isBack) {
    await deps.mailStores.of(account).remove([draftId])
    throw await noPlanReason(deps.outbox, account.id, entryId)
  }
  await deps.checkpoint?.('takenBack')
  await deps.spool.release(entry.spool)
  return draftId
}

async function toDraft(deps: TakeBackDeps, entry: WaitingEntry, caller: Caller): Promise<string> {
  const store = deps.mailStores.of(caller.account)
  const mailId = waitingMailId(entry.id)
  const opened = await store.open(mailId)
  if (opened === null) throw new Refusal('notFound')
  const { parsed } = opened
  const carried = await carryFiles(deps, caller.account.id, store, { id: mailId, attachments: parsed.attachments })
  const kind = entry.answers?.kind
  const form: Form<typeof entries.saveDraft> = {
    to: parsed.to.map(written),
    cc: parsed.cc.map(written),
    bcc: parsed.bcc.map(written),
    subject: entry.subject,
    html: bodyHtml(parsed),
    text: plainText(parsed),
    attachmentIds: carried.map(({ attachmentId }) => attachmentId),
    // The message that waits holds it.
    card: undefined,
    inReplyTo: entry.answers?.id,
    mode: kind === undefined ? 'draft' : kind === 'forwarded' ? 'forward' : 'reply',
    urgent: parsed.urgent,
    receipt: parsed.receiptRequested,
    separate: entry.separate,
    saveToSent: entry.saveToSent,
    // The time that was chosen is offered again.
    sendAt: entry.planned === 'schedule' ? entry.sendAt : undefined,
    ...formerOf(entry),
    writer: undefined,
    again: undefined,
  }
  const save = makeSaveDraft(deps)
  const { id } = await save(form, caller).catch((error: unknown) => {
    // Another window has written on meanwhile: its text stays, and this one beside it.
    if (error instanceof Refusal && error.code === 'draftConflict') return save({ ...form, draftId: undefined }, caller)
    throw error
  })
  return id
}

/** The draft that it was: where that is still here it is replaced. What has failed was sent for some, so that its draft is a new one. */
function formerOf({ failed, draftId, lineage }: WaitingEntry) {
  return failed
    ? { draftId: undefined, lineage: undefined }
    : { draftId: draftId ?? undefined, lineage: lineage ?? undefined }
}

/** An RFC 5322 mailbox; the name is quoted, whatever it holds. */
export function written({ name, address }: Address): string {
  return name === '' ? address : `"${name.replace(/[\\"]/g, '\\$&')}" <${address}>`
}
