/** Lists of contacts: pages by cursor, searches, and all of them. */
import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import * as v from 'valibot'
import { phoneDigits } from '../../src/contract/contacts/detailsRules'
import type { Database } from '../sql/openDatabase'
import { meansAll } from '../sql/people/meansAll'
import { likeWord } from '../sql/people/personKeys'
import { pageOf, readCursor, writeCursor } from '../sql/rows/cursor'
import { groupsOfContacts, isOneOf } from './contactRows.sql'
import type { ContactQuery, ContactStore, ListedContact } from './contacts.store'

/** Rows that are read in one piece. */
const rowsAtOnce = 1_000

/** Where a page ended (`used`: of recent ones), and how many rows the first one counted. */
const cursorSchema = v.object({
  letter: v.string(),
  key: v.string(),
  name: v.string(),
  used: v.number(),
  total: v.number(),
})
type Cursor = v.InferOutput<typeof cursorSchema>

const start: Cursor = { letter: '', key: '', name: '', used: Number.MAX_SAFE_INTEGER, total: -1 }

/** Digits are found anywhere in a number, a word at the beginning of one. */
function likeContact(word: string): string {
  const digits = phoneDigits(word)
  return digits.length > 2 && /^[\d()+.-]+$/.test(word) ? `%${digits}%` : likeWord(word)
}

export function makeContactQueries(db: Database): Pick<ContactStore, 'all' | 'page' | 'ids'> {
  return {
    all: async (account) => {
      const listed: ListedContact[] = []
      for (let { letter, key, name } = start; ; ) {
        const contacts = inOrder(db, account)
        const rows = await (name === '' ? contacts : after(contacts, { letter, key, name }))
          .select(['id', 'name', 'email', 'starred', 'letter', 'order_key', 'name_key'])
          .limit(rowsAtOnce)
          .execute()
        for (const row of rows)
          listed.push({
            id: row.id,
            name: row.name,
            email: row.email,
            starred: row.starred === 1,
            sortKey: row.order_key,
          })
        const last = rows.at(-1)
        if (last === undefined || rows.length < rowsAtOnce) return listed
        letter = last.letter
        key = last.order_key
        name = last.name_key
        await setImmediate()
      }
    },
    page: async (account, query, { cursor, size }) => {
      const from = readCursor(cursorSchema, cursor) ?? start
      const found = await rowsOf(db, account, query, { from, size: size + 1 })
      const { rows, last } = pageOf(found, size)
      const total = from.total >= 0 ? from.total : last ? await countOf(db, account, query) : rows.length
      const groups = await groupsOfContacts(
        db,
        account,
        rows.map(({ id }) => id),
      )
      return {
        contacts: rows.map(({ letter, order_key, name_key, used, starred, ...row }) => ({
          ...row,
          starred: starred === 1,
          groups: [...(groups.get(row.id) ?? [])],
          sortKey: order_key,
        })),
        next:
          last === undefined
            ? ''
            : writeCursor({ letter: last.letter, key: last.order_key, name: last.name_key, used: last.used, total }),
        total,
      }
    },
    ids: async (account, query) =>
      (await matching(db, account, query).select('contacts.id').execute()).map(({ id }) => id),
  }
}

const ofAccount = (db: Database, account: string) =>
  db.selectFrom('contacts').where('contacts.account_id', '=', account)

type Contacts = ReturnType<typeof ofAccount>

const inOrder = (db: Database, account: string) => sorted(ofAccount(db, account))
const sorted = (contacts: Contacts) =>
  contacts.orderBy('contacts.letter').orderBy('contacts.order_key').orderBy('contacts.name_key')

const after = (contacts: Contacts, { letter, key, name }: Pick<Cursor, 'letter' | 'key' | 'name'>) =>
  contacts.where(sql<SqlBool>`(contacts.letter, contacts.order_key, contacts.name_key) > (${letter}, ${key}, ${name})`)

/** How often each contact was written to at any of its addresses, and when last. */
export const contactUses = (db: Database, account: string) =>
  db
    .selectFrom('recent_recipients as recent')
    // A cross join, which SQLite reads in this order: else it reads the keys of all contacts.
    .crossJoin('contact_keys as key')
    .where('key.account_id', '=', account)
    .where('key.kind', '=', 'email')
    .whereRef('key.value', '=', 'recent.email_key')
    .where('recent.account_id', '=', account)
    .groupBy('key.contact_id')
    .select((it) => ['key.contact_id', it.fn.max('recent.uses').as('uses'), it.fn.max('recent.used_at').as('used')])

function matching(db: Database, account: string, { view, group, words }: ContactQuery): Contacts {
  return ofAccount(db, account)
    .$if(view === 'starred', (query) => query.where('contacts.starred', '=', 1))
    .$if(view === 'recent', (query) =>
      query.where('contacts.id', 'in', db.selectFrom(contactUses(db, account).as('used')).select('used.contact_id')),
    )
    .$if(group !== '', (query) =>
      query.where('contacts.id', 'in', (it) =>
        it
          .selectFrom('contact_group_members as member')
          .select('member.contact_id')
          .where('member.account_id', '=', account)
          .where('member.group_id', '=', group),
      ),
    )
    .$if(words.length > 0, (query) => query.where((it) => meansAll(it.ref('contacts.search_key'), words, likeContact)))
}

async function countOf(db: Database, account: string, query: ContactQuery): Promise<number> {
  const { count } = await matching(db, account, query)
    .select((it) => it.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const rowColumns = [
  'id',
  'name',
  'email',
  'phone',
  'company',
  'starred',
  'photo',
  'letter',
  'order_key',
  'name_key',
] as const

async function rowsOf(
  db: Database,
  account: string,
  query: ContactQuery,
  { from, size }: { readonly from: Cursor; readonly size: number },
) {
  const contacts = matching(db, account, query)
  if (query.view !== 'recent') {
    // A search reads every row of the account, which is slower in the order of the index.
    const inIndex = from.name === '' ? contacts : after(contacts, from)
    const ordered = query.words.length === 0 ? sorted(inIndex) : sorted(inIndex.orderBy(sql`contacts.letter || ''`))
    const rows = await ordered.select(rowColumns).limit(size).execute()
    return rows.map((row) => ({ ...row, used: 0 }))
  }
  // As many as there are recent recipients at the most.
  const uses = new Map(
    (await contactUses(db, account).execute()).map(({ contact_id, used }) => [contact_id, Number(used)]),
  )
  const rows = await contacts
    .select(rowColumns)
    .where(isOneOf(db, 'contacts.id', [...uses.keys()]))
    .execute()
  return rows
    .map((row) => ({ ...row, used: uses.get(row.id) ?? 0 }))
    .filter(({ used, name_key }) => used < from.used || (used === from.used && name_key > from.name))
    .toSorted((one, other) => other.used - one.used || (one.name_key < other.name_key ? -1 : 1))
    .slice(0, size)
}
