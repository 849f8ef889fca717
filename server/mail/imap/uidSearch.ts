/** UID SEARCH (RFC 9051 §6.4.4, ESEARCH RFC 4731), with the server's refusal told. */
import type { ImapAttribute, ImapFlow, ImapResponse } from 'imapflow'
import { Refusal, StoreAway } from '../../core/refusal'
import { atom, command, sequence } from './connection/command'
import { factsOf } from './connection/errors'
import { readUidSet, uidChunks } from './uidSets'

/** UIDs that one answer may hold: a server that says more is not believed. */
const mostFound = 4_000_000

/** What matches, in the order in which the server says it, which is ascending as a rule. */
export async function uidSearch(client: ImapFlow, terms: readonly ImapAttribute[]): Promise<readonly number[]> {
  const isCompact = client.capabilities.has('ESEARCH') || client.capabilities.has('IMAP4REV2')
  const found: number[] = []
  const add = (uids: readonly number[]) => {
    for (const uid of uids) if (found.length < mostFound) found.push(uid)
  }
  await command(client, 'UID SEARCH', isCompact ? [atom('RETURN'), [atom('ALL')], ...terms] : terms, {
    untagged: {
      SEARCH: async (response) => add(readUidSet(numbersOf(response).join(','), mostFound)),
      ESEARCH: async (response) => add(readUidSet(valueAfter(response, 'ALL'), mostFound)),
    },
  }).catch((error) => {
    throw factsOf(error).code === 'BADCHARSET' ? new Refusal('serverCannot') : error
  })
  return found
}

/** Those of the UIDs that are there and match. */
export async function uidsAmong(
  client: ImapFlow,
  uids: Iterable<number>,
  ...terms: readonly ImapAttribute[]
): Promise<readonly number[]> {
  const found: number[] = []
  for (const chunk of uidChunks(uids)) {
    found.push(...(await uidSearch(client, [atom('UID'), sequence(chunk.set), ...terms])))
  }
  return found
}

const existsIn = ({ mailbox }: ImapFlow): number => (mailbox === false ? 0 : mailbox.exists)

/** How many of the selected mailbox have a lesser UID: their sequence numbers go from 1 to that. */
export async function countBelow(client: ImapFlow, uid: number): Promise<number> {
  if (uid <= 1 || existsIn(client) === 0) return 0
  if (!client.capabilities.has('ESEARCH') && !client.capabilities.has('IMAP4REV2')) return countByHalves(client, uid)
  let count = -1
  await command(client, 'UID SEARCH', [atom('RETURN'), [atom('COUNT')], atom('UID'), sequence(`1:${uid - 1}`)], {
    untagged: {
      ESEARCH: async (response) => {
        count = Number(valueAfter(response, 'COUNT') || -1)
      },
    },
  })
  const isCount = Number.isInteger(count) && count >= 0 && count <= existsIn(client)
  return isCount ? count : countByHalves(client, uid)
}

/** The same where a server cannot count, and would send all of them, or counts wrongly. */
export async function countByHalves(client: ImapFlow, uid: number): Promise<number> {
  const exists = existsIn(client)
  if (uid <= 1 || exists === 0) return 0
  let [least, most, at] = [0, exists, exists]
  while (least < most) {
    const [found] = await client.fetchAll(String(at), { uid: true })
    if (found === undefined) throw new StoreAway('The mailbox changes')
    if (found.uid < uid) least = at
    else most = at - 1
    at = Math.ceil((least + most) / 2)
  }
  return least
}

export function numbersOf(response: ImapResponse): readonly string[] {
  const words: string[] = []
  for (const word of response.attributes ?? []) {
    if (word !== null && typeof word.value === 'string') words.push(word.value)
  }
  return words
}

/** The value that follows a name in an ESEARCH response. */
export function valueAfter(response: ImapResponse, name: string): string {
  const words = response.attributes ?? []
  const at = words.findIndex(
    (word) => word !== null && typeof word.value === 'string' && word.value.toUpperCase() === name,
  )
  const value = at === -1 ? undefined : words[at + 1]?.value
  return typeof value === 'string' ? value : ''
}
