/** Moves and removals. A move that a break cut in two is taken up where it stands: nothing is copied twice, nothing is lost. */
import type { ImapFlow, ImapResponse, MailboxObject } from 'imapflow'
import { Refusal } from '#server/core/refusal'
import type { Moved } from '../../mail.store'
import { command, responseCode, sequence } from '../connection/command'
import { answered, factsOf } from '../connection/errors'
import { mailboxName } from '../folders/mailboxName'
import { mailIdOf } from '../ids'
import type { Mailbox, MailGroup, MoveMails, RemoveMails } from '../operations'
import { uidsAmong } from '../uidSearch'
import { readUidSet, uidChunks } from '../uidSets'
import { expungeExactly } from './expunge'
import { type Likeness, likenesses, likenessesOf, matched } from './likeness'

export const moveMails: MoveMails = async (context, folders, account, ids, targetId, from) => {
  const target = await folders.find(account, targetId, { make: true })
  if (target === null) return null
  const moved = new Map<string, Moved>()
  for (const group of await folders.groups(account, ids)) {
    if (from !== undefined && group.mailbox.id !== from) continue
    const journey = startJourney(group, target)
    const work = (client: ImapFlow, mailbox: MailboxObject) =>
      mailbox.uidValidity === group.uidValidity ? carry(client, journey) : Promise.resolve()
    // Again on a new connection, because a journey that has begun first looks how far it came.
    await context.pool.within(account, group.mailbox.path, work, { again: true }).catch((error) => {
      if (!(error instanceof Refusal && error.code === 'notFound')) throw error
    })
    if (journey.isTargetGone) {
      folders.changed(account.id, 'layout')
      return null
    }
    for (const { id, uid } of group.mails) {
      const arrived = journey.arrived.get(uid)
      const newId = arrived === undefined ? null : mailIdOf(account.id, target.path, journey.targetValidity, arrived)
      if (newId !== null) moved.set(id, { id, newId, from: group.mailbox.id })
    }
  }
  if (moved.size > 0) folders.changed(account.id, 'counts')
  return [...new Set(ids)].flatMap((id) => moved.get(id) ?? [])
}

type Journey = {
  readonly source: Mailbox
  readonly target: Mailbox
  readonly uids: readonly number[]
  /** Those that were there when it began; null before that. */
  mails: ReadonlyMap<number, Likeness> | null
  /** Where the target stood when it began. */
  targetValidity: bigint
  targetNext: number
  /** UIDs in the target by those in the source. */
  readonly arrived: Map<number, number>
  isTargetGone: boolean
}

function startJourney({ mailbox, mails }: MailGroup, target: Mailbox): Journey {
  const uids = mails.map((mail) => mail.uid)
  const begun = { mails: null, targetValidity: 0n, targetNext: 0, arrived: new Map(), isTargetGone: false }
  return { source: mailbox, target, uids, ...begun }
}

/** With the source selected. */
async function carry(client: ImapFlow, journey: Journey): Promise<void> {
  const { source, target } = journey
  if (source.path === target.path) return stay(client, journey)
  if (journey.mails === null) {
    const stands = answered(await client.status(target.path, { uidNext: true, uidValidity: true }), 'status')
    journey.targetValidity = stands.uidValidity ?? 0n
    journey.targetNext = stands.uidNext ?? 1
    journey.mails = await likenessesOf(client, journey.uids)
  } else {
    await lookForArrived(client, journey, journey.mails)
    await expungeExactly(client, await uidsAmong(client, journey.arrived.keys()))
  }
  const { mails } = journey
  const waiting = await uidsAmong(
    client,
    [...mails.keys()].filter((uid) => !journey.arrived.has(uid)),
  )
  if (waiting.length > 0) refuseReadOnly(client.mailbox)
  for (const chunk of uidChunks(waiting)) {
    const isSent = await send(client, journey, chunk.set).catch((error) => {
      if (factsOf(error).code !== 'TRYCREATE' && factsOf(error).code !== 'NONEXISTENT') throw error
      return false
    })
    if (!isSent) {
      journey.isTargetGone = true
      return
    }
    if (chunk.uids.some((uid) => !journey.arrived.has(uid))) await lookForArrived(client, journey, mails)
    // What was copied and cannot be found again stays where it was: a mail twice is better than none.
    if (!canMove(client)) {
      await expungeExactly(
        client,
        chunk.uids.filter((uid) => journey.arrived.has(uid)),
      )
    }
  }
}

/** Out of a mailbox that cannot be changed nothing goes, and a copy that leaves the mail where it was is no move. */
export function refuseReadOnly(mailbox: MailboxObject | false): void {
  if (mailbox !== false && mailbox.readOnly === true) throw new Refusal('serverCannot')
}

function canMove(client: ImapFlow): boolean {
  return client.capabilities.has('MOVE') || client.capabilities.has('IMAP4REV2')
}

/** UID MOVE (RFC 6851), or the copy alone. */
async function send(client: ImapFlow, journey: Journey, set: string): Promise<true> {
  const note = (response: ImapResponse) => noteCopies(journey, responseCode(response))
  const path = mailboxName(client, journey.target.path)
  const done = await command(client, canMove(client) ? 'UID MOVE' : 'UID COPY', [sequence(set), path], {
    untagged: { OK: async (response) => note(response) },
  })
  note(done)
  return true
}

/** `COPYUID 7 1:3 11:13` (RFC 4315). */
function noteCopies(journey: Journey, [name, validity = '', from = '', to = '']: readonly string[]): void {
  if (name?.toUpperCase() !== 'COPYUID' || validity !== String(journey.targetValidity)) return
  const most = journey.uids.length
  const [sources, copies] = [readUidSet(from, most), readUidSet(to, most)]
  if (sources.length !== copies.length) return
  sources.forEach((uid, index) => {
    const copy = copies[index]
    if (copy !== undefined) journey.arrived.set(uid, copy)
  })
}

/** Finds in the target what has come of this journey since it began, and selects the source again. */
async function lookForArrived(client: ImapFlow, journey: Journey, mails: ReadonlyMap<number, Likeness>): Promise<void> {
  const there = await client.mailboxOpen(journey.target.path, { readOnly: true })
  if (there.uidValidity === journey.targetValidity && there.exists > 0) {
    const taken = new Set(journey.arrived.values())
    // A range up to the newest always holds the newest, were it older than the range.
    const news = [...(await likenesses(client, `${journey.targetNext}:*`))].filter(
      ([uid]) => uid >= journey.targetNext && !taken.has(uid),
    )
    const missing = [...mails].filter(([uid]) => !journey.arrived.has(uid))
    for (const [uid, copy] of matched(new Map(missing), new Map(news))) journey.arrived.set(uid, copy)
  }
  await client.mailboxOpen(journey.source.path)
}

/** A move to where the mails are. */
async function stay(client: ImapFlow, journey: Journey): Promise<void> {
  journey.targetValidity = client.mailbox === false ? 0n : client.mailbox.uidValidity
  for (const uid of await uidsAmong(client, journey.uids)) journey.arrived.set(uid, uid)
}

export const removeMails: RemoveMails = async (context, folders, account, ids) => {
  const removed = new Set<string>()
  for (const group of await folders.groups(account, ids)) {
    const going = new Set<number>()
    const work = async (client: ImapFlow, mailbox: MailboxObject) => {
      if (mailbox.uidValidity !== group.uidValidity) return
      const there = await uidsAmong(
        client,
        group.mails.map((mail) => mail.uid),
      )
      if (there.length > 0) refuseReadOnly(mailbox)
      for (const uid of there) going.add(uid)
      await expungeExactly(client, there)
    }
    // Again on a new connection: the same UIDs of the same UIDVALIDITY are the same mails, and what went stays counted.
    await context.pool.within(account, group.mailbox.path, work, { again: true }).catch((error) => {
      if (!(error instanceof Refusal && error.code === 'notFound')) throw error
    })
    for (const { id, uid } of group.mails) if (going.has(uid)) removed.add(id)
  }
  if (removed.size > 0) folders.changed(account.id, 'counts')
  return [...new Set(ids)].filter((id) => removed.has(id))
}
