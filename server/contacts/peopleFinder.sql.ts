/** Whom typed words may mean, by the keys that stand beside every name (`personKeys`). */
import { sql } from 'kysely'
import { addressKey, readableAddress } from '../../src/contract/mail/domainSpelling'
import type { Database } from '../sql/openDatabase'
import { meansAll } from '../sql/people/meansAll'
import { groupOf, groupsOf } from './contactGroups.sql'
import { contactUses } from './contactQuery.sql'
import { storedContacts } from './contactRows.sql'
import type { PeopleFinder, PersonFound } from './peopleFinder.store'

type Found = PersonFound & { readonly order_key: string }

export function makePeopleFinder(db: Database): PeopleFinder {
  return {
    people: async (account, words, { except, most }) => {
      const named = new Set(except.map(addressKey))
      const known = await knownPeople(db, account, words, most + named.size)
      const recent = await db
        .selectFrom('recent_recipients as person')
        .where('person.account_id', '=', account)
        .where((it) => meansAll(it.ref('person.search_key'), words))
        // The name that the person gave a contact says more than the one that a mail bore.
        .where((it) =>
          it.not(
            it.exists(
              it
                .selectFrom('contact_keys as key')
                .select('key.contact_id')
                .where('key.account_id', '=', account)
                .where('key.kind', '=', 'email')
                .whereRef('key.value', '=', 'person.email_key'),
            ),
          ),
        )
        .select(['person.name', 'person.email as address', 'person.order_key', 'person.uses'])
        .orderBy('uses', 'desc')
        .orderBy('person.order_key')
        .limit(most + named.size)
        .execute()
      return [...known, ...recent]
        .filter(({ address }) => !named.has(addressKey(address)))
        .toSorted((one, other) => other.uses - one.uses || (one.order_key < other.order_key ? -1 : 1))
        .slice(0, most)
        .map(({ name, address, uses }) => ({ name, address, uses }))
    },
    groups: async (account, words, most) => {
      const found = groupsOf(db, account).where((it) => meansAll(it.ref('contact_groups.search_key'), words))
      return (await found.limit(most).execute()).map(groupOf)
    },
  }
}

/** Contacts, each at the addresses that were typed, else at the first of theirs. */
async function knownPeople(
  db: Database,
  account: string,
  words: readonly string[],
  most: number,
): Promise<readonly Found[]> {
  const found = await db
    .selectFrom('contacts as person')
    .leftJoin(contactUses(db, account).as('used'), 'used.contact_id', 'person.id')
    .where('person.account_id', '=', account)
    .where('person.email', '!=', '')
    .where((it) => meansAll(it.ref('person.search_key'), words))
    .select(['person.id', 'person.name', 'person.order_key'])
    .select((it) => it.fn.coalesce('used.uses', sql<number>`0`).as('uses'))
    .orderBy('uses', 'desc')
    .orderBy('person.order_key')
    .limit(most)
    .execute()
  const records = await storedContacts(
    db,
    account,
    found.map(({ id }) => id),
  )
  const emails = new Map(records.map(({ contact }) => [contact.id, contact.emails.map(({ value }) => value)]))
  return found.flatMap(({ id, name, order_key, uses }) => {
    const [first, ...others] = emails.get(id) ?? []
    const typed = others.filter((address) => words.some((word) => beginsAddress(address, word)))
    const isFirst = typed.length === 0 || words.every((word) => beginsAddress(first ?? '', word))
    return [...(isFirst && first !== undefined ? [first] : []), ...typed].map((address) => ({
      name,
      order_key,
      address,
      uses: Number(uses),
    }))
  })
}

function beginsAddress(address: string, word: string): boolean {
  const lower = address.toLowerCase()
  return [lower, readableAddress(lower)].some((it) =>
    [it, ...it.split(/[@._+-]/)].some((part) => part.startsWith(word)),
  )
}
