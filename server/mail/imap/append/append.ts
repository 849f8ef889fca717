/** Keeps messages on the server: each exactly once for its key, whatever breaks and however many gateways try. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ImapFlow, MailboxObject } from 'imapflow'
import { limits } from '#contract/limits'
import type { Account } from '#server/core/account'
import { Refusal, StoreAway } from '#server/core/refusal'
import type { NewMail } from '../../mail.store'
import { answered, factsOf } from '../connection/errors'
import type { ImapContext } from '../context'
import { mailIdOf } from '../ids'
import { recallFlag } from '../message/keywords'
import { removeMails } from '../message/moves'
import type { AppendMail, Folders, Mailbox, ReplaceMail } from '../operations'
import { uidsAmong } from '../uidSearch'
import { type Appended, appendCommand } from './appendCommand'
import { type Message, messageOf } from './appendedMessage'
import { type AppendName, forgetAppend, type Kept, noteAlive, noteKept, takeTurn } from './appendNotes'
import { newestSince, sameMessage } from './sameMessage'

/** Milliseconds between two signs of life of whoever appends, between two looks of whoever waits, and for which one waits. */
const aliveMs = 3_000
const lookMs = 200
const waitMs = 20_000

export const appendMail: AppendMail = async (context, folders, account, mail) => {
  const mailbox = await folders.find(account, mail.folder, { make: true })
  if (mailbox === null) throw new Refusal('notFound')
  const place = { context, folders, account, mailbox, mail }
  if (mail.key === null) return { id: idOf(account, await put(place, false)), isNew: true }
  return once(place, { account: account.id, key: mail.key })
}

type Place = {
  readonly context: ImapContext
  readonly folders: Folders
  readonly account: Account
  readonly mailbox: Mailbox
  readonly mail: NewMail
}

const idOf = (account: Account, { folder, uidValidity, uid }: Kept) => mailIdOf(account.id, folder, uidValidity, uid)

async function once(place: Place, name: AppendName): ReturnType<AppendMail> {
  const { db, clock } = place.context
  const endsAt = performance.now() + waitMs
  for (;;) {
    const turn = await takeTurn(db, clock, name, place.mailbox.path)
    if (turn.kind === 'kept') return { id: idOf(place.account, turn.kept), isNew: false }
    if (turn.kind === 'mine') return ownTurn(place, name, turn.mayBeThere)
    if (performance.now() > endsAt) throw new StoreAway('Another gateway is keeping this message')
    await pause(lookMs)
  }
}

async function ownTurn(place: Place, name: AppendName, mayBeThere: boolean): ReturnType<AppendMail> {
  const { db, clock } = place.context
  const alive = setInterval(() => {
    noteAlive(db, name, clock.now()).catch(() => undefined)
  }, aliveMs)
  try {
    const kept = await put(place, mayBeThere)
    await noteKept(db, name, kept, clock.now())
    return { id: idOf(place.account, kept), isNew: kept.isNew }
  } catch (error) {
    // A clear refusal kept nothing. After anything else the next try looks first, and need not wait for this one's silence.
    await (error instanceof Refusal ? forgetAppend(db, name) : noteAlive(db, name, 0))
    throw error
  } finally {
    clearInterval(alive)
  }
}

type Put = Kept & { readonly isNew: boolean }

async function put(place: Place, mayBeThere: boolean): Promise<Put> {
  const { context, folders, account, mail } = place
  const message = await messageOf(context.spool, mail.source)
  if (message.size > limits.messageBytes) throw new Refusal('tooLarge')
  let mailbox = place.mailbox
  if (mayBeThere) {
    const found = await there(context, account, mailbox, message, mail.receivedAt)
    if (found !== null) return { ...found, isNew: false }
  }
  const work = (client: ImapFlow) => append(client, mailbox.path, message, mail)
  const lane = message.size > 1_000_000 ? 'slow' : 'quick'
  const appended = await context.pool.use(account, work, { lane }).catch(async (error) => {
    // The list of folders that was believed is older than what another client did.
    if (!(error instanceof Refusal && error.code === 'notFound')) throw error
    folders.changed(account.id, 'layout')
    const made = await folders.find(account, mail.folder, { make: true })
    if (made === null) throw error
    mailbox = made
    return context.pool.use(account, work, { lane })
  })
  folders.changed(account.id, 'counts')
  if (appended.done !== null) return { folder: mailbox.path, ...appended.done, isNew: true }
  return { ...(await withoutUidPlus(context, account, mailbox, message, mail, appended.next)), isNew: true }
}

type Done = { readonly done: Appended | null; readonly next: number }

async function append(client: ImapFlow, path: string, message: Message, mail: NewMail): Promise<Done> {
  const most = client.capabilities.get('APPENDLIMIT')
  if (typeof most === 'number' && message.size > most) throw new Refusal('tooLarge')
  const status = client.capabilities.has('UIDPLUS') ? null : await client.status(path, { uidNext: true })
  const next = status === null ? 0 : (answered(status, 'status').uidNext ?? 0)
  try {
    return { done: await appendCommand(client, path, message, flagsOf(mail), mail.receivedAt), next }
  } catch (error) {
    if (['TOOBIG', 'LIMIT'].includes(factsOf(error).code)) throw new Refusal('tooLarge')
    throw error
  }
}

function flagsOf({ flags, tellsRecall }: NewMail): readonly string[] {
  const held = [
    flags.seen === true ? '\\Seen' : '',
    flags.flagged === true ? '\\Flagged' : '',
    flags.answered === true ? '\\Answered' : '',
    flags.forwarded === true ? '$Forwarded' : '',
    tellsRecall === true ? recallFlag : '',
  ]
  return held.filter((flag) => flag !== '')
}

async function there(
  { pool }: ImapContext,
  account: Account,
  { path }: Mailbox,
  message: Message,
  receivedAt: number,
): Promise<Kept | null> {
  return pool.within(
    account,
    path,
    async (client, { uidValidity }) => {
      const uid = await sameMessage(client, message, receivedAt)
      return uid === null ? null : { folder: path, uidValidity, uid }
    },
    { lane: 'slow', readOnly: true, again: true },
  )
}

async function withoutUidPlus(
  { pool }: ImapContext,
  account: Account,
  { path }: Mailbox,
  message: Message,
  { receivedAt }: NewMail,
  next: number,
): Promise<Kept> {
  return pool.within(
    account,
    path,
    async (client, { uidValidity }) => {
      const uid = (await sameMessage(client, message, receivedAt, next)) ?? (await newestSince(client, next))
      if (uid === null) throw new StoreAway('The message that was kept is not found')
      return { folder: path, uidValidity, uid }
    },
    { readOnly: true, again: true },
  )
}

/** The new version first. An old one that cannot be removed afterwards stays beside it where nothing could be done again. */
export const replaceMail: ReplaceMail = async (context, folders, account, old, mail) => {
  // What has a key may have been kept by an earlier try, which took the old one away.
  if (old !== null && mail.key === null && !(await isIn(context, folders, account, old, mail.folder)))
    throw new Refusal('draftConflict')
  const { id } = await appendMail(context, folders, account, mail)
  if (old === null || old === id) return { id }
  const [group] = await folders.groups(account, [old])
  if (group?.mailbox.id !== mail.folder) return { id }
  const removed = await removeMails(context, folders, account, [old]).catch((error) => {
    if (mail.key !== null) throw error
    return [old]
  })
  // Another was quicker in between: its version stands, and this one is handed back.
  if (mail.key === null && removed.length === 0) {
    await removeMails(context, folders, account, [id]).catch(() => undefined)
    throw new Refusal('draftConflict')
  }
  return { id }
}

async function isIn(
  { pool }: ImapContext,
  folders: Folders,
  account: Account,
  id: string,
  folder: string,
): Promise<boolean> {
  const [group] = await folders.groups(account, [id])
  if (group?.mailbox.id !== folder) return false
  const uids = group.mails.map(({ uid }) => uid)
  const look = async (client: ImapFlow, { uidValidity }: MailboxObject) =>
    uidValidity === group.uidValidity && (await uidsAmong(client, uids)).length > 0
  return pool.within(account, group.mailbox.path, look, { readOnly: true, again: true }).catch((error) => {
    if (error instanceof Refusal && error.code === 'notFound') return false
    throw error
  })
}
