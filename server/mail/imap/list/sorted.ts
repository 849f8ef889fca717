/** Other orders than that of arrival: SORT on the server (RFC 5256), asked for only when a person wants one. */
import type { ImapAttribute, ImapFlow } from 'imapflow'
import type { AccountId } from '#server/core/account'
import { Refusal } from '#server/core/refusal'
import type { FolderQuery } from '../../mail.store'
import { atom, command } from '../connection/command'
import { factsOf } from '../connection/errors'
import type { ImapContext } from '../context'
import type { SortedUids } from '../operations'
import { numbersOf, uidSearch, valueAfter } from '../uidSearch'
import { readUidSet } from '../uidSets'

/** Orders that are kept over all accounts, and mails of the largest: the next page of the same order costs no SORT. */
const ordersMost = 200
const uidsMost = 500_000

type Order = { readonly stamp: string; readonly uids: Uint32Array }

const orders = new WeakMap<ImapContext, Map<string, Order>>()

const filters = { all: ['ALL'], unread: ['UNSEEN'], flagged: ['FLAGGED'] } as const

export const sortedUids: SortedUids = async (context, account, path, query) => {
  const { filter, sort } = query
  if (filter === 'attachment') throw new Refusal('serverCannot')
  const kept = orders.get(context) ?? new Map<string, Order>()
  orders.set(context, kept)
  const name = JSON.stringify([account.id, path, sort])
  const ascending = await context.pool.within(
    account,
    path,
    async (client, { uidValidity }) => {
      const keys = sortKeys(client, sort)
      if (filter !== 'all') return sortNow(client, keys, filters[filter])
      const stamp = `${uidValidity} ${await extent(client)}`
      const known = kept.get(name)
      kept.delete(name)
      if (known?.stamp === stamp) {
        kept.set(name, known)
        return known.uids
      }
      const uids = await sortNow(client, keys, filters.all)
      if (uids.length <= uidsMost) kept.set(name, { stamp, uids })
      for (const oldest of kept.keys()) {
        if (kept.size <= ordersMost) break
        kept.delete(oldest)
      }
      return uids
    },
    // A first SORT of a large mailbox may keep the server busy for longer than the quick line waits.
    { lane: 'slow', readOnly: true, again: true },
  )
  const uids = Array.from(ascending)
  // Turned round rather than asked for in REVERSE, which leaves what is equal in ascending order.
  return query.order === 'desc' ? uids.toReversed() : uids
}

/** For an account that signs out or is no more. */
export function forgetOrders(context: ImapContext, id: AccountId): void {
  const kept = orders.get(context)
  const begins = JSON.stringify([id]).slice(0, -1)
  for (const name of kept?.keys() ?? []) if (name.startsWith(`${begins},`)) kept?.delete(name)
}

function sortKeys(client: ImapFlow, sort: FolderQuery['sort']): readonly ImapAttribute[] {
  const can = (name: string) => client.capabilities.has(name)
  if (!can('SORT') && !can('SORT=DISPLAY')) throw new Refusal('serverCannot')
  if (sort === 'from') return [atom(can('SORT=DISPLAY') ? 'DISPLAYFROM' : 'FROM'), atom('ARRIVAL')]
  if (sort === 'subject') return [atom('SUBJECT'), atom('ARRIVAL')]
  return sort === 'size' ? [atom('SIZE'), atom('ARRIVAL')] : [atom('ARRIVAL')]
}

async function sortNow(
  client: ImapFlow,
  keys: readonly ImapAttribute[],
  terms: readonly string[],
): Promise<Uint32Array> {
  const found: number[] = []
  await command(client, 'UID SORT', [[...keys], atom('UTF-8'), ...terms.map(atom)], {
    untagged: {
      SORT: async (response) => {
        for (const uid of readUidSet(numbersOf(response).join(','), uidsMost * 8)) found.push(uid)
      },
    },
  }).catch((error) => {
    throw factsOf(error).code === 'BADCHARSET' ? new Refusal('serverCannot') : error
  })
  return Uint32Array.from(found)
}

/** Changes whenever a mail came or went: the greatest UID and the number of mails. */
async function extent(client: ImapFlow): Promise<string> {
  const mailbox = client.mailbox
  if (mailbox === false || mailbox.exists === 0) return '0 0'
  if (!client.capabilities.has('ESEARCH') && !client.capabilities.has('IMAP4REV2')) {
    const uids = await uidSearch(client, [{ type: 'SEQUENCE', value: '*' }])
    return `${uids.at(-1)} ${mailbox.exists}`
  }
  let said = ''
  await command(client, 'UID SEARCH', [atom('RETURN'), [atom('MAX'), atom('COUNT')], atom('ALL')], {
    untagged: {
      ESEARCH: async (response) => {
        said = `${valueAfter(response, 'MAX')} ${valueAfter(response, 'COUNT')}`
      },
    },
  })
  return said
}
