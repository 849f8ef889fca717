/** Reads from BODYSTRUCTURE (RFC 9051 §7.5.2) what files some messages have. */
import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Account } from '#server/core/account'
import { Refusal } from '#server/core/refusal'
import { mimeLimits } from '#server/mime/mimeLimits'
import type {
  FilePlace,
  FilesRead,
  MessageFileSource,
  MessageFiles,
  ReadRange,
} from '../../attachments/fileSource.port'
import type { ImapContext } from '../context'
import { isSystemId } from '../folders/specialUse'
import { mailIdOf } from '../ids'
import { filesIn } from '../message/bodyParts'
import type { Folders } from '../operations'
import { countBelow, uidsAmong } from '../uidSearch'
import { uidChunks } from '../uidSets'
import { headersIn, headQuery } from './headerCache'

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
    read: (account, place, range, most) =>
      opened(context, account, place, (client, selected) => readBeside(client, selected, range, most)),
    present: (account, place, uids) =>
      opened(context, account, place, async (client) => new Set(await uidsAmong(client, uids))),
    idOf: (account, { path, uidValidity }, uid) => mailIdOf(account.id, path, BigInt(uidValidity), uid),
  }
}

/** Null where the mailbox cannot be opened, or was made anew (TRUST R10). */
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
    if (error instanceof Refusal && (error.code === 'notFound' || error.code === 'serverCannot')) return null
    throw error
  }
}

async function readBeside(
  client: ImapFlow,
  { exists, uidNext }: MailboxObject,
  { low, upto }: ReadRange,
  most: number,
): Promise<FilesRead> {
  const below = { low: await countBelow(client, low), upto: await countBelow(client, upto) }
  const about = { exists, held: below.upto - below.low }
  const isNew = exists > below.upto
  const first = isNew ? below.upto + 1 : Math.max(1, below.low - most + 1)
  const last = isNew ? Math.min(exists, below.upto + most) : below.low
  if (first > last) return { ...about, low, upto, count: 0, messages: [] }
  const found = await client.fetchAll(`${first}:${last}`, { uid: true })
  const uids = found.map(({ uid }) => uid).filter((uid) => (isNew ? uid >= upto : uid < low))
  // Where none of them has a UID any more, nothing else is asked of that side.
  const [least = 1, greatest = (uidNext ?? upto) - 1] = uids.length === 0 ? [] : [Math.min(...uids), Math.max(...uids)]
  const range = isNew ? { low, upto: Math.max(upto, greatest + 1) } : { low: Math.min(low, least), upto }
  return { ...about, ...range, count: last - first + 1, messages: await filesOf(client, uids) }
}

async function filesOf(client: ImapFlow, uids: readonly number[]): Promise<readonly MessageFiles[]> {
  const most = mimeLimits.nameCharacters
  const read: MessageFiles[] = []
  for (const { set } of uidChunks(uids)) {
    // A structure that is nested too deeply takes its answer away: its files are not told.
    const found = await client.fetchAll(set, { uid: true, bodyStructure: true }, { uid: true })
    const files = new Map(
      found.flatMap(({ uid, bodyStructure }) => {
        const own = bodyStructure === undefined ? [] : filesIn(bodyStructure)
        return own.length === 0 ? [] : [[uid, { files: own, bodyStructure }] as const]
      }),
    )
    if (files.size === 0) continue
    for (const part of uidChunks(files.keys())) {
      for (const head of await client.fetchAll(part.set, headQuery, { uid: true })) {
        const own = files.get(head.uid)
        if (own === undefined) continue
        const { from, subject, receivedAt } = headersIn({ ...head, bodyStructure: own.bodyStructure })
        read.push({
          uid: head.uid,
          from: { name: from.name.slice(0, most), address: from.address.slice(0, most) },
          subject,
          receivedAt,
          files: own.files,
        })
      }
    }
  }
  return read
}
