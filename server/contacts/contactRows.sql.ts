/** How a contact lies in its tables: the row for lists, other fields, what it shares, groups. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { type ContactRecord, contactDetails, noDetails } from '../../src/contract/contacts/contactDetails'
import { letterOf, phoneDigits, withDetails } from '../../src/contract/contacts/detailsRules'
import { addressKey } from '../../src/contract/mail/domainSpelling'
import { foldedName } from '../../src/contract/mail/plainName'
import { asJson, type Connection } from '../sql/connection'
import { dialectOf } from '../sql/dialect'
import type { Database } from '../sql/openDatabase'
import { type ContactKey, contactKeys } from '../sql/people/contactKeys'
import { type PersonKeys, personKeys } from '../sql/people/personKeys'
import { insertWhere, rowsOf } from '../sql/rows/limitedRows'
import { truth } from '../sql/truth'

declare module '../sql/schema' {
  interface Schema {
    /** Two contacts that are not one person, the lesser id first. */
    contacts_apart: { account_id: string; one: string; other: string }
    contacts: PersonKeys & {
      id: string
      account_id: string
      name: string
      /** As names are compared; unique within an account. */
      name_key: string
      /** The first of its addresses, and how addresses are compared. */
      email: string
      email_key: string
      phone: string
      company: string
      /** Names a row of `contact_photos`, or is empty. */
      photo: string
      starred: number
      /** `A` to `Z`, or `ZZ` for all others: in both databases they are in this order. */
      letter: string
      version: number
    }
    contact_details: {
      account_id: string
      contact_id: string
      /** The fields that are not in `contacts`, as JSON. */
      details: string
      /** At which version each field was changed last, as JSON; those not named, never. */
      changed_at: string
      /** Lines of an imported vCard that no field holds. */
      rest: string
    }
    contact_keys: ContactKey & { account_id: string; contact_id: string }
    /** Written first in each change, so that those of one account come one after another. */
    contact_books: { account_id: string; revision: string }
  }
}

const moreDetails = v.partial(v.omit(contactDetails, ['name', 'company', 'starred', 'groups']))
const versionsOf = v.record(v.string(), v.number())

/** A contact with what only the gateway knows of it. */
export const storedContact = v.object({
  contact: v.object({ id: v.string(), version: v.number(), photo: v.string(), ...contactDetails.entries }),
  changedAt: versionsOf,
  rest: v.string(),
})
export type StoredContact = {
  readonly contact: ContactRecord
  readonly changedAt: Readonly<Record<string, number>>
  readonly rest: string
}

/** Characters of a search key. */
const mostCharacters = 6_000

/** Changes contacts or groups of one account, one after another, and notes that there was one. */
export function inBook<T>(db: Database, account: string, work: (book: Connection) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (book) => {
    const row = { account_id: account, revision: randomUUID() }
    await book
      .insertInto('contact_books')
      .values(row)
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ revision: row.revision }))
      .execute()
    return work(book)
  })
}

/** A condition that a column is one of these values, however many they are. */
export function isOneOf(db: Connection, column: string, values: readonly string[]) {
  const list = asJson([...values])
  return dialectOf(db) === 'postgres'
    ? sql<boolean>`${sql.ref(column)} in (select jsonb_array_elements_text(${list}::jsonb))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
}

/** Contacts in the order of their ids; absent and foreign ones are left out. */
export async function storedContacts(
  db: Connection,
  account: string,
  ids: readonly string[],
): Promise<readonly StoredContact[]> {
  const rows = await db
    .selectFrom('contacts')
    .innerJoin('contact_details', (join) =>
      join.on('contact_details.account_id', '=', account).onRef('contact_details.contact_id', '=', 'contacts.id'),
    )
    .select(['id', 'name', 'company', 'photo', 'starred', 'version', 'details', 'changed_at', 'rest'])
    .where('contacts.account_id', '=', account)
    .where(isOneOf(db, 'contacts.id', ids))
    .execute()
  const groups = await groupsOfContacts(db, account, ids)
  const found = new Map(
    rows.map(({ details, changed_at, rest, starred, ...row }) => {
      const more = v.parse(moreDetails, JSON.parse(details))
      const known = { ...noDetails, ...row, starred: starred === 1, groups: [...(groups.get(row.id) ?? [])] }
      const contact = withDetails(known, more)
      return [row.id, { contact, changedAt: v.parse(versionsOf, JSON.parse(changed_at)), rest }]
    }),
  )
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
}

/** Ids of the groups of each contact, in a lasting order. */
export async function groupsOfContacts(
  db: Connection,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const members = await db
    .selectFrom('contact_group_members')
    .select(['contact_id', 'group_id'])
    .where('account_id', '=', account)
    .where(isOneOf(db, 'contact_id', ids))
    .orderBy('contact_id')
    .orderBy('group_id')
    .execute()
  const groups = new Map<string, string[]>()
  for (const { contact_id, group_id } of members) {
    const known = groups.get(contact_id)
    if (known) known.push(group_id)
    else groups.set(contact_id, [group_id])
  }
  return groups
}

async function rowOf({ name, emails, phones, company, nickname, starred, ...rest }: ContactRecord) {
  const [email = '', ...others] = emails.map(({ value }) => value)
  const { search_key, order_key } = await personKeys(name, email)
  const further = [
    ...(await Promise.all([nickname, company].filter(Boolean).map((text) => personKeys(text)))),
    ...(await Promise.all(others.map((other) => personKeys('', other)))),
  ].map((keys) => keys.search_key)
  const numbers = phones.map(({ value }) => ` ${phoneDigits(value)}`)
  const letter = letterOf(order_key)
  return {
    id: rest.id,
    name,
    name_key: foldedName(name),
    email,
    email_key: addressKey(email),
    phone: phones[0]?.value ?? '',
    company,
    photo: rest.photo,
    starred: truth(starred),
    search_key: [search_key, ...further, ...numbers].join('').slice(0, mostCharacters),
    order_key,
    letter: letter === '#' ? 'ZZ' : letter,
    version: rest.version,
  }
}

/** Adds it where its name is free and there is room (null: there is); one statement decides both. */
export async function insertContact(
  db: Connection,
  account: string,
  stored: StoredContact,
  most: number | null,
): Promise<boolean> {
  const row = { account_id: account, ...(await rowOf(stored.contact)) }
  const hasRoom = most === null ? sql`true` : sql`${rowsOf('contacts', account)} < ${most}`
  const onConflict = sql`on conflict (account_id, name_key) do nothing`
  if (!(await insertWhere(db, 'contacts', row, [hasRoom, onConflict]))) return false
  await insertRelated(db, account, stored)
  return true
}

/** Writes it over what is there. */
export async function writeContact(db: Connection, account: string, stored: StoredContact): Promise<void> {
  const { id, ...columns } = await rowOf(stored.contact)
  await db.updateTable('contacts').set(columns).where('account_id', '=', account).where('id', '=', id).execute()
  await removeRelated(db, account, [id])
  await insertRelated(db, account, stored)
}

async function insertRelated(db: Connection, account: string, { contact, changedAt, rest }: StoredContact) {
  const { id, version, photo, name, company, starred, groups, ...more } = contact
  const owner = { account_id: account, contact_id: id }
  await db
    .insertInto('contact_details')
    .values({ details: JSON.stringify(more), changed_at: JSON.stringify(changedAt), rest, ...owner })
    .execute()
  const keys = contactKeys(contact).map((key) => ({ account_id: account, contact_id: id, ...key }))
  if (keys.length > 0) await db.insertInto('contact_keys').values(keys).execute()
  const own = await ownGroups(db, account, groups)
  if (own.length > 0)
    await db
      .insertInto('contact_group_members')
      .values(own.map((group_id) => ({ group_id, ...owner })))
      .execute()
}

/** Those of the groups that are the account's, in a lasting order. */
export async function ownGroups(
  db: Connection,
  account: string,
  groups: readonly string[],
): Promise<readonly string[]> {
  if (groups.length === 0) return []
  const rows = await db
    .selectFrom('contact_groups')
    .select('id')
    .where('account_id', '=', account)
    .where(isOneOf(db, 'id', groups))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function removeRelated(db: Connection, account: string, ids: readonly string[]): Promise<void> {
  for (const table of ['contact_details', 'contact_keys', 'contact_group_members'] as const)
    await db
      .deleteFrom(table)
      .where('account_id', '=', account)
      .where(isOneOf(db, 'contact_id', ids))
      .execute()
}

export async function deleteContacts(db: Connection, account: string, ids: readonly string[]): Promise<void> {
  await removeRelated(db, account, ids)
  await db
    .deleteFrom('contacts_apart')
    .where('account_id', '=', account)
    .where((it) => it.or([isOneOf(db, 'one', ids), isOneOf(db, 'other', ids)]))
    .execute()
  await db
    .deleteFrom('contacts')
    .where('account_id', '=', account)
    .where(isOneOf(db, 'id', ids))
    .execute()
}

/** Who else bears a name; null where it is free. */
export async function bearerOf(db: Connection, account: string, name: string, except = ''): Promise<string | null> {
  const row = await db
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', account)
    .where('name_key', '=', foldedName(name))
    .where('id', '!=', except)
    .executeTakeFirst()
  return row?.id ?? null
}
