/** The directory of an organization in the database: search keys beside each member. */
import * as v from 'valibot'
import type { Database } from '../sql/openDatabase'
import { enterMembers } from '../sql/people/enterMembers'
import { meansAll } from '../sql/people/meansAll'
import type { PersonKeys } from '../sql/people/personKeys'
import { pageOf, readCursor, writeCursor } from '../sql/rows/cursor'
import type { Directory } from './directory.store'

declare module '../sql/schema' {
  interface Schema {
    directory_people: PersonKeys & { account_id: string; name: string }
  }
}

const cursorSchema = v.tuple([v.string(), v.string()])

/** Looking for new members reads all of them, which a key pressed is not to wait for. */
const lookedForMs = 10_000

/** Members join and are renamed elsewhere: keys are made when the directory is asked. */
export function makeDirectory(db: Database): Directory {
  const lookedAt = new Map<string, number>()
  return {
    page: async (organization, words, { cursor, size, now }) => {
      if (now - (lookedAt.get(organization) ?? 0) >= lookedForMs) {
        await enterMembers(db, organization)
        lookedAt.set(organization, now)
      }
      const [key, address] = readCursor(cursorSchema, cursor) ?? ['', '']
      const found = await db
        .selectFrom('accounts')
        .innerJoin('directory_people as person', 'person.account_id', 'accounts.id')
        .select(['accounts.address', 'person.name', 'person.order_key'])
        .where('accounts.organization', '=', organization)
        .where('accounts.locked', '=', 0)
        .where('accounts.closes_at', 'is', null)
        .$if(words.length > 0, (it) => it.where((of) => meansAll(of.ref('person.search_key'), words)))
        .where((it) =>
          it.or([
            it('person.order_key', '>', key),
            it.and([it('person.order_key', '=', key), it('accounts.address', '>', address)]),
          ]),
        )
        .orderBy('person.order_key')
        .orderBy('accounts.address')
        .limit(size + 1)
        .execute()
      const { rows, last } = pageOf(found, size)
      return {
        people: rows.map(({ name, address: of }) => ({ name, address: of })),
        next: last ? writeCursor([last.order_key, last.address]) : '',
      }
    },
  }
}
