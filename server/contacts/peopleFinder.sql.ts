/** Whom typed words may mean, by the keys that stand beside every name (`personKeys`). */
import { type Expression, type SqlBool, sql } from 'kysely'
import { addressKey } from '../../src/contract/mail/domainSpelling'
import type { Database } from '../sql/openDatabase'
import { likeWord } from '../sql/people/personKeys'
import { groupOf, groupsOf } from './contactGroups.sql'
import type { PeopleFinder, PersonFound } from './peopleFinder.store'

type Found = PersonFound & { readonly order_key: string }

export function makePeopleFinder(db: Database): PeopleFinder {
  return {
    people: async (account, words, { except, most }) => {
      const named = except.map(addressKey)
      const known = db
        .selectFrom('contacts as person')
        .leftJoin('recent_recipients as recent', (join) =>
          join.on('recent.account_id', '=', account).onRef('recent.email_key', '=', 'person.email_key'),
        )
        .where('person.account_id', '=', account)
        .where((it) => means(it.ref('person.search_key'), words))
        .$if(named.length > 0, (query) => query.where('person.email_key', 'not in', named))
        .select(['person.name', 'person.email as address', 'person.order_key'])
        .select((it) => it.fn.coalesce('recent.uses', sql<number>`0`).as('uses'))
      const recent = db
        .selectFrom('recent_recipients as person')
        .where('person.account_id', '=', account)
        .where((it) => means(it.ref('person.search_key'), words))
        .$if(named.length > 0, (query) => query.where('person.email_key', 'not in', named))
        // The name that the person gave a contact says more than the one that a mail bore.
        .where((it) =>
          it.not(
            it.exists(
              it
                .selectFrom('contacts')
                .select('contacts.id')
                .where('contacts.account_id', '=', account)
                .whereRef('contacts.email_key', '=', 'person.email_key'),
            ),
          ),
        )
        .select(['person.name', 'person.email as address', 'person.order_key', 'person.uses'])
      const found: readonly Found[] = [
        ...(await known.orderBy('uses', 'desc').orderBy('person.order_key').limit(most).execute()),
        ...(await recent.orderBy('uses', 'desc').orderBy('person.order_key').limit(most).execute()),
      ]
      return found
        .toSorted((one, other) => other.uses - one.uses || (one.order_key < other.order_key ? -1 : 1))
        .slice(0, most)
        .map(({ name, address, uses }) => ({ name, address, uses }))
    },
    groups: async (account, words, most) => {
      const found = groupsOf(db, account).where((it) => means(it.ref('contact_groups.search_key'), words))
      return (await found.limit(most).execute()).map(groupOf)
    },
  }
}

function means(key: Expression<string>, words: readonly string[]): Expression<SqlBool> {
  const each = words.map((word) => sql<SqlBool>`${key} like ${likeWord(word)} escape '\\'`)
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}
