/** Reads from BODYSTRUCTURE (RFC 9051 §7.5.2) what files some messages have. */
import { setImmediate } from 'node:timers/promises'
import type { FetchMessageObject, FetchQueryObject, ImapFlow, MailboxObject } from 'imapflow'
import type { Account } from '#server/core/account'
import { Refusal, StoreAway } from '#server/core/refusal'
import { readHead } from '#server/mime'
import { mimeLimits } from '#server/mime/mimeLimits'
import type {
  FilePlace,
  FilesRead,
  MessageFileSource,
  MessageFiles,
  ReadRange,
  ReadWish,
} from '../../attachments/fileSource.port'
import { CommandRefused, factsOf, isBroken } from '../connection/errors'
import type { ImapContext } from '../context'
import { isSystemId } from '../folders/specialUse'
import { mailIdOf } from '../ids'
import { charsetOf, filesIn } from '../message/bodyParts'
import type { Folders } from '../operations'
import { countBelow, countByHalves, uidsAmong } from '../uidSearch'
import { uidChunks } from '../uidSets'
import { headQuery, instantOf } from './headerCache'

/** Messages of one FETCH of structures, and files after which a step takes no more messages. */
const structuresAtOnce = 20
const filesOfStep = 2_000

export function makeImapFileSource(context: ImapContext, folders: Folders): MessageFileSource {
  return {
    folders: async (account) => {
      const all = await folders.statuses(account)
      return {
        counted: all.flatMap(({ mailbox: { id, path }, status }) =>
          status === null ? [] : [{ folder: id, path, ...status, uidValidity: String(status.uidValidity) }],
        ),
        uncounted: all.flatMap(({ mailbox, status }) => (status === null ? [mailbox.path] : [])),
      }
    },
    hasFolder: async (account, folder) => isSystemId(folder) || (await folders.find(account, folder)) !== null,
    read: (account, place, range, wish) =>
      opened(context, account, place, (client, selected) => readBeside(client, selected, range, wish)),
    present: (account, place, uids) =>
      opened(context, account, place, async (client) => new Set(await uidsAmong(client, uids))),
    idOf: (account, { path, uidValidity }, uid) => mailIdOf(account.id, path, BigInt(uidValidity), uid),
  }
}

/** Null where the server refuses the mailbox, or it was made anew (TRUST R10). */
async function opened<T>(
  { pool }: ImapContext,
  account: Account,
  { path, uidValidity }: FilePlace,
  work: (client: ImapFlow, selected: MailboxObject) => Promise<T>,
): Promise<T | null> {
  try {
    return await pool.within(
      account,
      path,
      async (client, selected) => (String(selected.uidValidity) === uidValidity ? work(client, selected) : null),
      { lane: 'slow', readOnly: true, again: true },
    )
  } catch (error) {
    if (error instanceof CommandRefused) return null
    if (error instanceof Refusal && (error.code === 'notFound' || error.code === 'serverCannot')) return null
    throw error
  }
}

type Count = typeof countBelow

async function readBeside(
  client: ImapFlow,
  mailbox: MailboxObject,
  range: ReadRange,
  wish: ReadWish,
): Promise<FilesRead> {
  let { uids, isNew, ...beside } = await messagesBeside(client, countBelow, mailbox, range, wish)
  // A wrong COUNT points at messages that are not beside the range.
  if (beside.count > 0 && uids.length === 0)
    ({ uids, isNew, ...beside } = await messagesBeside(client, countByHalves, mailbox, range, wish))
  const { messages, read } = wish.describes ? await filesOf(client, uids) : { messages: [], read: uids.length }
  const last = uids[read - 1]
  if (last === undefined || read === uids.length) {
    const isMoved = beside.low < range.low || beside.upto > range.upto
    return { ...beside, count: isMoved ? beside.count : 0, messages }
  }
  return { ...beside, ...(isNew ? { upto: last + 1 } : { low: last }), count: read, messages }
}

/** The messages of a step in the order in which they are read, and the range once they are. */
async function messagesBeside(
  client: ImapFlow,
  count: Count,
  { exists, uidNext }: MailboxObject,
  { low, upto }: ReadRange,
  { most, newOnly }: ReadWish,
) {
  const below = { low: await count(client, low), upto: await count(client, upto) }
  const isNew = exists > below.upto
  const about = { exists, held: below.upto - below.low, isNew }
  const first = isNew ? below.upto + 1 : Math.max(1, below.low - most + 1)
  const before = newOnly ? 0 : below.low
  const last = isNew ? Math.min(exists, below.upto + most) : before
  if (first > last) return { ...about, low, upto, count: 0, uids: [] }
  const found = await client.fetchAll(`${first}:${last}`, { uid: true })
  const beside = found.map(({ uid }) => uid).filter((uid) => (isNew ? uid >= upto : uid < low))
  const uids = beside.toSorted((one, other) => (isNew ? one - other : other - one))
  // Where none of them has a UID any more, nothing else is asked of that side.
  const end = uids.at(-1) ?? (isNew ? (uidNext ?? upto) - 1 : 1)
  const range = isNew ? { low, upto: Math.max(upto, end + 1) } : { low: Math.min(low, end), upto }
  return { ...about, ...range, count: last - first + 1, uids }
}

/** What a message's structure says of it; the structure itself may be large. */
type Described = { readonly files: MessageFiles['files']; readonly charset: string | null }

/** Reads until enough files are found; `read` of the messages have been. */
async function filesOf(
  client: ImapFlow,
  uids: readonly number[],
): Promise<{ readonly messages: readonly MessageFiles[]; readonly read: number }> {
  const messages: MessageFiles[] = []
  let [read, files] = [0, 0]
  while (read < uids.length && files < filesOfStep) {
    const chunk = uids.slice(read, read + structuresAtOnce)
    const described = new Map<number, Described>()
    // A structure that is nested too deeply takes its answer away: its files are not told.
    await fetchEach(client, chunk, { uid: true, bodyStructure: true }, ({ uid, bodyStructure }) => {
      const own = bodyStructure === undefined ? [] : filesIn(bodyStructure)
      if (bodyStructure !== undefined && own.length > 0)
        described.set(uid, { files: own, charset: charsetOf(bodyStructure) })
    })
    const wanted = new Map<number, Described>()
    for (const uid of chunk) {
      if (files >= filesOfStep) break
      read += 1
      const own = described.get(uid)
      if (own === undefined) continue
      wanted.set(uid, own)
      files += own.files.length
    }
    messages.push(...(await withHeads(client, wanted)))
  }
  return { messages, read }
}

async function withHeads(client: ImapFlow, wanted: ReadonlyMap<number, Described>): Promise<Iterable<MessageFiles>> {
  const most = mimeLimits.nameCharacters
  const found = new Map<number, MessageFiles>()
  await fetchEach(client, [...wanted.keys()], headQuery, ({ uid, headers, internalDate }) => {
    const own = wanted.get(uid)
    if (own === undefined) return
    const { from, subject } = readHead(headers ?? Buffer.alloc(0), own.charset)
    const sender = { name: from.name.slice(0, most), address: from.address.slice(0, most) }
    found.set(uid, { uid, from: sender, subject, receivedAt: instantOf(internalDate), files: own.files })
  })
  return found.values()
}

/** Codes that say nothing of single messages (RFC 5530). */
const ofWholeServer = new Set([
  ...['UNAVAILABLE', 'INUSE', 'LIMIT', 'CONTACTADMIN', 'AUTHENTICATIONFAILED', 'AUTHORIZATIONFAILED'],
])

/** Hands messages on, some twice; what is refused is asked for in halves, one alone left out. */
async function fetchEach(
  client: ImapFlow,
  wanted: readonly number[],
  query: FetchQueryObject,
  take: (message: FetchMessageObject) => void,
): Promise<void> {
  let [described, isRefused]: [number | null, boolean] = [null, false]
  async function fetchOf(uids: readonly number[]): Promise<void> {
    try {
      for (const { set } of uidChunks(uids))
        for await (const message of client.fetch(set, query, { uid: true })) {
          take(message)
          described = message.uid
          // One structure may cost a second: others get their turn after each.
          await setImmediate()
        }
    } catch (error) {
      const { status, code } = factsOf(error)
      if (isBroken(error) || status === '' || ofWholeServer.has(code)) throw error
      isRefused = true
      if (uids.length < 2) return
      // A server that describes neither end is not asked for each.
      for (const end of described === null ? [uids.slice(0, 1), uids.slice(-1)] : []) await fetchOf(end)
      if (described === null) return
      const half = Math.ceil(uids.length / 2)
      await fetchOf(uids.slice(0, half))
      await fetchOf(uids.slice(half))
    }
  }
  await fetchOf(wanted)
  if (!isRefused) return
  const known: number | null = described
  described = null
  // Where one that was described still is, the fault is the others', else it may be the server's.
  if (known !== null) await fetchOf([known])
  if (described === null) throw new StoreAway('The mail server describes no message')
}
