/** Sends a mail: checked in SPEC §5's order, then on record durably, and only then a yes (TRUST R1, R2, S11, S12). */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/sending'
import { limits } from '#contract/limits'
import { addressKey } from '#contract/mail/domainSpelling'
import { holdsControl } from '#contract/rules'
import { settingsRead } from '#contract/settings'
import type { CardWriter } from '../../contacts/cards/cards.store'
import type { ContactStore } from '../../contacts/contacts.store'
import type { Account, AccountId } from '../../core/account'
import type { Caller } from '../../core/caller'
import type { Address } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import type { SenderDeps } from '../../core/senderName'
import { attachedFiles } from '../../drafts/attachedFiles'
import { refuseStale } from '../../drafts/replaceNewest'
import type { UploadStore } from '../../drafts/uploads/uploads.store'
import { writtenText } from '../../drafts/writtenText'
import type { Checkpoint } from '../../kit/checkpoint'
import type { Clock } from '../../kit/clock'
import { makeKeyedMutex } from '../../kit/locks/keyedMutex'
import type { MailStores } from '../../mail/mail.store'
import type { Spool } from '../../mail/spool/spool.store'
import type { OrganizationSends } from '../../organizations/organizationSends.store'
import type { AccountStore } from '../../session/account.store'
import type { AttemptStore } from '../../session/attempts/attempts.store'
import type { SettingsStore } from '../../settings/settings.store'
import type { NewOutboxEntry, OutboxStore } from '../outbox.store'
import { planOf, type SendPlan } from '../planned/sendPlan'
import { type Recipients, type Routed, readRecipients, recipientFields, routeRecipients } from '../readRecipients'
import { answersOf } from './answersOf'
import type { MessageBuilder } from './messageBuilder.port'
import type { RecentRecipients } from './recentRecipients.store'
import { countSend } from './sendCount'
import { hashOf, repeated, sentBefore } from './sentBefore'
import { spoolMessage } from './spoolMessage'

export type SendMailDeps = SenderDeps & {
  /** Of these addresses those about which the sender's organization has them asked. */
  readonly askedOutside: (account: Account, addresses: readonly string[]) => Promise<readonly string[]>
  readonly accounts: AccountStore
  readonly mailStores: MailStores
  readonly uploads: UploadStore
  readonly outbox: OutboxStore
  readonly spool: Spool
  readonly builder: MessageBuilder
  readonly recentRecipients: RecentRecipients
  readonly contacts: Pick<ContactStore, 'known'>
  readonly cardWriter: Pick<CardWriter, 'addTo'>
  readonly settings: Pick<SettingsStore, 'load'>
  readonly attempts: AttemptStore
  readonly organizationSends: OrganizationSends
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

export function makeSendMail(deps: SendMailDeps) {
  const queue = makeKeyedMutex()
  return (form: SendForm, caller: Caller): Promise<SendReply> => {
    if (form.idempotencyKey === '') throw new Refusal('badField', { field: 'idempotencyKey' })
    // Calls with one key wait for the first, so that a double click builds the mail once; that it goes once, the journal sees to.
    return queue(`${caller.account.id} ${form.idempotencyKey}`, () => send(deps, form, caller))
  }
}

async function send(deps: SendMailDeps, form: SendForm, caller: Caller): Promise<SendReply> {
  const { account } = caller
  const contentHash = await hashOf(form)
  // Before any check: what a first call used up (uploads, a draft, the day's sends) must not fail its repetition.
  const earlier = await sentBefore(deps.outbox, form, account.id, contentHash)
  if (earlier !== null) return earlier
  await refuseStale(deps.mailStores.of(account), form)
  const recipients = readRecipients(form, account, deps.builder)
  if (form.subject.trim() === '') throw new Refusal('subjectEmpty', { field: 'subject' })
  if (holdsControl(form.subject)) throw new Refusal('headerInvalid', { field: 'subject' })
  const files = await attachedFiles(deps.uploads, account.id, form.attachmentIds)
  const routed = await routeRecipients(recipients, deps)
  const outside = form.outside
    ? []
    : await deps.askedOutside(
        account,
        routed.map(({ address }) => address),
      )
  if (outside.length > 0) throw new Refusal('notAllowed', { field: 'outside', payload: { addresses: outside } })
  const now = deps.clock.now()
  const plan = planOf(form, account, now)
  const { countedIn, giveBack } = await countSend(deps, account, now)
  const asked = { recipients, routed, files, plan, now, contentHash, countedIn }
  const added = await record(deps, form, caller, asked).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  await deps.checkpoint?.('onRecord')
  if (!added.added) {
    // The same send was on record sooner, by another gateway, and counted there.
    await giveBack()
    const isDraft = form.draftId !== undefined || form.lineage !== undefined
    return repeated(added.existing, added.sameContent, isDraft ? 'draftSent' : 'idempotencyConflict')
  }
  deps.wake()
  const named = recipientFields.flatMap((field) => recipients[field])
  // Only a help for the next mail: that it cannot be noted must not make a mail that goes look refused.
  await noteRecipients(deps, account.id, named, now).catch(() => undefined)
  for (const file of files) await deps.uploads.remove(account.id, file.id).catch(() => undefined)
  // What waits for its time or for an Undo stands in the journal alone, so that nobody goes on writing it among the drafts; the dispatcher
  // takes a draft away that stayed here, but only when the mail goes.
  if (plan.planned !== null && form.draftId !== undefined)
    await deps.mailStores
      .of(account)
      .remove([form.draftId])
      .catch(() => undefined)
  return {
    id: added.id,
    ...(plan.planned === null ? {} : { sendAt: plan.sendAt }),
    recipients: routed.map(({ address }) => ({ address, state: 'queued' })),
  }
}

/** Where the person does not have addresses collected, those of contacts alone are noted. */
async function noteRecipients(
  { settings, contacts, recentRecipients }: SendMailDeps,
  account: AccountId,
  named: readonly Address[],
  now: number,
): Promise<void> {
  const { collect } = v.parse(settingsRead, await settings.load(account))
  const keys = named.map(({ address }) => addressKey(address))
  const known = collect === 'on' ? new Set(keys) : await contacts.known(account, keys)
  const noted = named.filter(({ address }) => known.has(addressKey(address)))
  await recentRecipients.note(account, noted, { now, most: limits.recentRecipients })
}

type Asked = {
  readonly recipients: Recipients
  readonly routed: readonly Routed[]
  readonly files: Awaited<ReturnType<typeof attachedFiles>>
  readonly plan: SendPlan
  /** Epoch milliseconds. */
  readonly now: number
  readonly contentHash: string
  readonly countedIn: string | null
}

/** Builds the message and puts the send on record; what was on record before under its name or draft is answered instead. */
async function record(
  deps: SendMailDeps,
  form: SendForm,
  caller: Caller,
  { recipients, routed, files, plan, now, contentHash, countedIn }: Asked,
): Promise<Awaited<ReturnType<OutboxStore['add']>> & { readonly id: string }> {
  const { account } = caller
  const id = randomUUID()
  const spooled = await spoolMessage(deps, form, caller, { id, recipients, files, date: plan.sendAt })
  const entry: NewOutboxEntry = {
    id,
    accountId: account.id,
    from: account.address,
    subject: form.subject,
    spool: spooled.id,
    saveToSent: form.saveToSent,
    createdAt: now,
    idempotencyKey: form.idempotencyKey,
    contentHash,
    notBefore: plan.sendAt,
    planned: plan.planned,
    separate: form.separate,
    countedIn,
    shown: {
      to: recipientFields.flatMap((field) => recipients[field]),
      preview: await deps.builder.preview(writtenText(form)),
      size: spooled.size,
      hasAttachment: form.card !== undefined || files.some(({ cid }) => cid === null),
      urgent: form.urgent,
    },
    recipients: [...routed],
    draftId: form.draftId ?? null,
    lineage: form.lineage || null,
    answers: answersOf(form),
    sealedSecret: caller.sealedSecret,
  }
  await deps.checkpoint?.('spooled')
  const added = await deps.outbox.add(entry)
  if (!added.added) await deps.spool.release(spooled.id)
  return { ...added, id }
}
