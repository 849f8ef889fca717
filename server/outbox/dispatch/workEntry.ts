/** Works one entry of the outbox off as far as it goes now: every step may be repeated after a crash without doing more (TRUST R1). */
import { pipeline, type Readable } from 'node:stream'
import { limits } from '#contract/limits'
import { needsSmtpUtf8 } from '#contract/mail/domainSpelling'
import { onlyTo, withoutBcc } from '../../kit/message/withoutBcc'
import type { OutboxRecipient } from '../outbox.store'
import { giveUpMs, pauseAfter } from './backoff'
import { deliverLocally } from './deliverLocally'
import type { ClaimedEntry, DispatchDeps } from './dispatchDeps'
import { asGenuine } from './genuineNotice'
import type { Lease } from './lease'
import { notifySender } from './notifySender'
import { keepOwnCopies } from './ownCopies'
import { relayOut } from './relayOut'

/** Milliseconds until what a closed account has scheduled is looked at again. */
const closedPauseMs = 60 * 60 * 1_000

const waits = ({ state }: OutboxRecipient) => state === 'queued' || state === 'retrying'

/** Throws `LeaseLost` as soon as it finds that another worker has taken the entry over. */
export async function workEntry(deps: DispatchDeps, claimed: ClaimedEntry, lease: Lease): Promise<void> {
  await deps.checkpoint?.('claimed')
  // What was claimed may be older than the last thing that was done about it here.
  const current = await deps.outbox.find(claimed.accountId, claimed.id)
  const entry = { ...claimed, recipients: current?.recipients ?? [] }
  const sender = await deps.accounts.byId(entry.accountId)
  // Whoever wrote it is gone with all their mail: there is nobody to send for and nobody to tell.
  if (sender === null) return finish(deps, entry, lease)
  // What was given a time waits for the return of its owner, or goes with the account.
  if (sender.isClosed && entry.planned === 'schedule') return lease.settle(deps.clock.now() + closedPauseMs)
  await settleHanding(entry, lease)
  const kept = await keepOwnCopies(deps, entry, sender, lease)
  await deliver(deps, entry, lease)
  const recipients = (await deps.outbox.find(entry.accountId, entry.id))?.recipients ?? []
  const told = await notifySender(deps, entry, recipients, sender, lease)
  const waiting = recipients.filter(waits)
  const isLate = deps.clock.now() - entry.sendAt >= giveUpMs * 2
  if (waiting.length === 0 && ((kept && told) || isLate)) return finish(deps, { ...entry, recipients }, lease)
  const tries = Math.max(1, ...waiting.map(({ attempts }) => attempts))
  await lease.settle(deps.clock.now() + pauseAfter(tries))
}

/** The process ended while these were being handed over: whether they went is known to the other side alone. */
async function settleHanding({ recipients }: ClaimedEntry, lease: Lease): Promise<void> {
  const handing = recipients.filter(({ state }) => state === 'handing')
  if (handing.length === 0) return
  await lease.note(handing.map(({ address, attempts }) => ({ address, state: 'unconfirmed', attempts: attempts + 1 })))
}

async function deliver(deps: DispatchDeps, entry: ClaimedEntry, lease: Lease): Promise<void> {
  const waiting = entry.recipients.filter(waits)
  const local = waiting.filter((recipient) => recipient.local)
  const outside = waiting.filter((recipient) => !recipient.local)
  // A message sent with SMTPUTF8 reaches no server without it: whoever does not need it gets it apart.
  const plain = outside.filter(({ address }) => !needsSmtpUtf8(address))
  const inLetters = outside.filter(({ address }) => needsSmtpUtf8(address))
  const groups = entry.separate ? waiting.map((one) => [one]) : [local, plain, inLetters]
  for (const group of groups) {
    const [first] = group
    if (first === undefined) continue
    const copy = entry.separate ? () => onlyTo(first.address) : withoutBcc
    const visible = async () => pipeline(await deps.spool.read(entry.spool), copy(), () => undefined)
    if (first.local) await deliverHere(deps, entry, group, visible, lease)
    else await relayOut(deps, entry, group, visible, lease)
  }
}

async function deliverHere(
  deps: DispatchDeps,
  entry: ClaimedEntry,
  local: readonly OutboxRecipient[],
  visible: () => Promise<Readable>,
  lease: Lease,
): Promise<void> {
  // One file for all of them; the mailboxes that took it keep it alive.
  const marked = asGenuine(await visible(), deps.authServer ?? null)
  const { id } = await deps.spool.put(marked, limits.messageBytes)
  try {
    await deliverLocally(deps, entry, local, id, lease)
  } finally {
    await deps.spool.release(id)
  }
}

async function finish(deps: DispatchDeps, entry: ClaimedEntry, lease: Lease): Promise<void> {
  const someFailed = entry.recipients.some(({ state }) => state === 'failed')
  // An automatic answer has nobody who could send it again.
  const keepUntil = someFailed && entry.from !== '' ? deps.clock.now() + limits.failedKeptMs : null
  await lease.settle(null, keepUntil)
  await deps.checkpoint?.('settled')
  await deps.spool.release(entry.spool)
}
