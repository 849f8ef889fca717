/** Contacts, in the product's own database. */
import { type SqlBool, sql } from 'kysely'
import * as v from 'valibot'
import type { ContactRecord, DetailField, SomeDetails } from '../../src/contract/contacts/contactDetails'
import { withDetails } from '../../src/contract/contacts/detailsRules'
import { addressKey } from '../../src/contract/mail/domainSpelling'
import { foldedName } from '../../src/contract/mail/plainName'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import { pageOf, readCursor, writeCursor } from '../sql/rows/cursor'
import { makeContactQueries } from './contactQuery.sql'
import { bearerOf, inBook, insertContact, isOneOf, ownGroups, storedContacts, writeContact } from './contactRows.sql'
import type { ContactStore, DuplicateSet, Edited } from './contacts.store'
import { makeRemovedContacts } from './removedContacts.sql'

export function makeContactStore(db: Database): ContactStore {
  return {
    ...makeContactQueries(db),
    revision: async (account) =>
      (await db.selectFrom('contact_books').select('revision').where('account_id', '=', account).executeTakeFirst())
        ?.revision ?? '',
    find: async (account, id) => (await storedContacts(db, account, [id]))[0]?.contact ?? null,
    like: (account, person) => likeOf(db, account, person),
    known: async (account, emailKeys) => {
      const rows = await db
        .selectFrom('contact_keys')
        .select('value')
        .where('account_id', '=', account)
        .where('kind', '=', 'email')
        .where(isOneOf(db, 'value', emailKeys))
        .execute()
      return new Set(rows.map(({ value }) => value))
    },
    add: (account, { rest, ...details }, most) =>
      inBook(db, account, async (book) => {
        const groups = [...(await ownGroups(book, account, details.groups))]
        const contact: ContactRecord = { ...details, groups, version: 1, photo: '' }
        if (await insertContact(book, account, { contact, changedAt: {}, rest }, most)) return { is: 'added', contact }
        const existing = await bearerOf(book, account, details.name)
        return existing === null ? { is: 'full' } : { is: 'exists', existing }
      }),
    edit: (account, id, version, changes) =>
      inBook(db, account, (book) => edited(book, account, { id, version, changes })),
    star: (account, ids, isStarred) =>
      inBook(db, account, async (book) => {
        const starred = await book
          .updateTable('contacts')
          .set({ starred: isStarred ? 1 : 0 })
          .where('account_id', '=', account)
          .where('starred', '=', isStarred ? 0 : 1)
          .where(isOneOf(book, 'id', ids))
          .executeTakeFirst()
        return Number(starred.numUpdatedRows)
      }),
    ...makeRemovedContacts(db),
    setApart: (account, ids, isApart) => inBook(db, account, (book) => setApart(book, account, ids, isApart)),
    duplicates: (account, cursor, at) => duplicatesOf(db, account, { ...at, cursor }),
  }
}

async function likeOf(
  db: Database,
  account: string,
  { name, email }: { readonly name: string; readonly email: string },
) {
  const addressed = await db
    .selectFrom('contact_keys')
    .select('contact_id')
    .where('account_id', '=', account)
    .where('kind', '=', 'email')
    .where('value', '=', addressKey(email))
    .execute()
  const ids = addressed.map(({ contact_id }) => contact_id)
  const bearer = await bearerOf(db, account, name)
  if (bearer !== null) ids.push(bearer)
  const found = ids.length === 0 ? [] : await storedContacts(db, account, ids)
  return found
    .map(({ contact: { id, name: known, emails } }) => ({
      ...{ id, name: known, email: emails[0]?.value ?? '' },
      emailKeys: emails.map(({ value }) => addressKey(value)),
    }))
    .toSorted((one, other) => (foldedName(one.name) < foldedName(other.name) ? -1 : 1))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Edit = { readonly id: string; readonly version: number; readonly changes: SomeDetails }

async function edited(book: Connection, account: string, { id, version, changes }: Edit): Promise<Edited> {
  const [stored] = await storedContacts(book, account, [id])
  if (stored === undefined) return { is: 'absent' }
  const { contact } = stored
  const { groups, ...fields } = changes
  const wanted = withDetails(contact, fields)
  if (groups !== undefined) wanted.groups = [...(await ownGroups(book, account, groups))]
  const differ = (Object.keys(changes) as DetailField[]).filter((field) => !isSame(contact[field], wanted[field]))
  if (differ.length === 0) return { is: 'edited', contact }
  const entered = differ.filter((field) => field !== 'starred' && field !== 'groups')
  const contested = entered.filter((field) => (stored.changedAt[field] ?? 0) > version)
  if (contested.length > 0) return { is: 'changed', contact, fields: contested }
  const existing = await bearerOf(book, account, wanted.name, id)
  if (existing !== null) return { is: 'exists', existing }
  wanted.version = contact.version + (entered.length > 0 ? 1 : 0)
  const changedAt = { ...stored.changedAt, ...Object.fromEntries(entered.map((field) => [field, wanted.version])) }
  await writeContact(book, account, { ...stored, contact: wanted, changedAt })
  return { is: 'edited', contact: wanted }
}

type Asked = { readonly cursor: string; readonly size: number; readonly named: number }
const kinds = ['email', 'name', 'phone'] as const
const duplicateCursor = v.tuple([v.picklist(kinds), v.string()])

async function duplicatesOf(db: Database, account: string, { cursor, size, named }: Asked) {
  const [kindBefore, valueBefore] = readCursor(duplicateCursor, cursor) ?? ['', '']
  const shared = await db
    .selectFrom('contact_keys')
    .select((it) => ['kind', 'value', it.fn.countAll().as('count')])
    .where('account_id', '=', account)
    .where(sql<SqlBool>`(kind, value) > (${kindBefore}, ${valueBefore})`)
    .groupBy(['kind', 'value'])
    .having(sql<SqlBool>`count(*) > 1`)
    .orderBy('kind')
    .orderBy('value')
    .limit(size + 1)
    .execute()
  const sets: DuplicateSet[] = []
  const { rows, last } = pageOf(shared, size)
  for (const { kind, value, count } of rows) {
    const ids = await idsSharing(db, account, { kind, value, most: named })
    if (await isNamedBefore(db, account, { kind, value, ids })) continue
    if (await areApart(db, account, ids)) continue
    const contacts = (await storedContacts(db, account, ids)).map(({ contact }) => contact)
    if (contacts.length > 1) sets.push({ shared: kind, count: Number(count), contacts })
  }
  return { sets, next: last ? writeCursor([last.kind, last.value]) : '' }
}

type Shared = { readonly kind: DuplicateSet['shared']; readonly value: string }

async function idsSharing(
  db: Database,
  account: string,
  { kind, value, most }: Shared & { readonly most: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('contact_keys')
    .select('contact_id')
    .where('account_id', '=', account)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .orderBy('contact_id')
    .limit(most)
    .execute()
  return rows.map(({ contact_id }) => contact_id)
}

/** Whether the same contacts share something that comes before this. */
async function isNamedBefore(
  db: Database,
  account: string,
  { kind, value, ids }: Shared & { readonly ids: readonly string[] },
): Promise<boolean> {
  const row = await db
    .selectFrom('contact_keys')
    .select('value')
    .where('account_id', '=', account)
    .where(isOneOf(db, 'contact_id', ids))
    .where(sql<SqlBool>`(kind, value) < (${kind}, ${value})`)
    .groupBy(['kind', 'value'])
    .having(sql<SqlBool>`count(*) = ${ids.length}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function setApart(book: Connection, account: string, ids: readonly string[], isApart: boolean): Promise<void> {
  const known = (await storedContacts(book, account, ids)).map(({ contact }) => contact.id).toSorted()
  const pairs = known.flatMap((one, at) => known.slice(at + 1).map((other) => ({ account_id: account, one, other })))
  if (pairs.length === 0) return
  if (isApart)
    await book
      .insertInto('contacts_apart')
      .values(pairs)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await book
      .deleteFrom('contacts_apart')
      .where('account_id', '=', account)
      .where(isOneOf(book, 'one', known))
      .where(isOneOf(book, 'other', known))
      .execute()
}

/** Whether each of them was named as no duplicate of each other one. */
async function areApart(db: Database, account: string, ids: readonly string[]): Promise<boolean> {
  const { count } = await db
    .selectFrom('contacts_apart')
    .select((it) => it.fn.countAll().as('count'))
    .where('account_id', '=', account)
    .where(isOneOf(db, 'one', ids))
    .where(isOneOf(db, 'other', ids))
    .executeTakeFirstOrThrow()
  return Number(count) === (ids.length * (ids.length - 1)) / 2
}
