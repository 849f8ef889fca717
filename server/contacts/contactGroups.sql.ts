/** Groups of contacts, in the product's own database. */
import { sql } from 'kysely'
import { foldedName } from '../../src/contract/mail/plainName'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import type { PersonKeys } from '../sql/people/personKeys'
import { personKeys } from '../sql/people/personKeys'
import { insertLimited } from '../sql/rows/limitedRows'
import type { ContactGroup, ContactGroups } from './contactGroups.store'
import { inBook, isOneOf, ownGroups } from './contactRows.sql'

declare module '../sql/schema' {
  interface Schema {
    contact_groups: PersonKeys & {
      id: string
      account_id: string
      name: string
      /** As names are compared; unique within an account. */
      name_key: string
    }
    contact_group_members: { account_id: string; group_id: string; contact_id: string }
  }
}

/** Groups with the number of their members. */
export function groupsOf(db: Database, account: string) {
  return db
    .selectFrom('contact_groups')
    .where('contact_groups.account_id', '=', account)
    .select(['contact_groups.id', 'contact_groups.name'])
    .select((it) =>
      it
        .selectFrom('contact_group_members')
        .whereRef('contact_group_members.group_id', '=', 'contact_groups.id')
        .where('contact_group_members.account_id', '=', account)
        .select((inner) => inner.fn.countAll().as('count'))
        .as('members'),
    )
    .orderBy('contact_groups.order_key')
    .orderBy('contact_groups.name_key')
}

type Row = { readonly id: string; readonly name: string; readonly members: string | number | bigint | null }

export const groupOf = ({ id, name, members }: Row): ContactGroup => ({ id, name, members: Number(members) })

export function makeContactGroups(db: Database): ContactGroups {
  return {
    all: async (account) => (await groupsOf(db, account).execute()).map(groupOf),
    find: async (account, id) => {
      const row = await groupsOf(db, account).where('contact_groups.id', '=', id).executeTakeFirst()
      return row === undefined ? null : groupOf(row)
    },
    ...namedGroups(db),
    remove: (account, id) =>
      inBook(db, account, async (book) => {
        await book
          .deleteFrom('contact_group_members')
          .where('account_id', '=', account)
          .where('group_id', '=', id)
          .execute()
        const gone = await book
          .deleteFrom('contact_groups')
          .where('account_id', '=', account)
          .where('id', '=', id)
          .executeTakeFirst()
        return gone.numDeletedRows > 0n
      }),
    include: (account, id, contacts, isMember) =>
      inBook(db, account, async (book) => {
        if ((await ownGroups(book, account, [id])).length === 0) return null
        if (isMember) return include(book, account, { id, contacts })
        const gone = await book
          .deleteFrom('contact_group_members')
          .where('account_id', '=', account)
          .where('group_id', '=', id)
          .where(isOneOf(book, 'contact_id', contacts))
          .executeTakeFirst()
        return Number(gone.numDeletedRows)
      }),
    members: async (account, id) => {
      const group = await db
        .selectFrom('contact_groups')
        .select('name')
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!group) return null
      const contacts = await db
        .selectFrom('contact_group_members')
        .innerJoin('contacts', 'contacts.id', 'contact_group_members.contact_id')
        .where('contact_group_members.account_id', '=', account)
        .where('contacts.account_id', '=', account)
        .where('group_id', '=', id)
        .select(['contacts.id', 'contacts.name', 'contacts.email'])
        .orderBy('contacts.order_key')
        .orderBy('contacts.name_key')
        .execute()
      return { name: group.name, contacts }
    },
  }
}

/** Groups as they get a name, which no other of the account bears. */
function namedGroups(db: Database): Pick<ContactGroups, 'add' | 'rename'> {
  return {
    add: async (account, { id, name, contacts }, most) => {
      const keys = await personKeys(name)
      return inBook(db, account, async (book) => {
        if (await insertGroup(book, account, { id, name, ...keys }, most)) {
          await include(book, account, { id, contacts })
          return 'added'
        }
        return (await groupBearing(book, account, name)) === null ? 'full' : 'exists'
      })
    },
    rename: async (account, id, name) => {
      const columns = { name, name_key: foldedName(name), ...(await personKeys(name)) }
      return inBook(db, account, async (book) => {
        const bearer = await groupBearing(book, account, name)
        if (bearer !== null && bearer !== id) return 'exists'
        const renamed = await book
          .updateTable('contact_groups')
          .set(columns)
          .where('account_id', '=', account)
          .where('id', '=', id)
          .executeTakeFirst()
        return renamed.numUpdatedRows === 0n ? 'absent' : 'renamed'
      })
    },
  }
}

type NewGroup = PersonKeys & { readonly id: string; readonly name: string }

/** Adds it where its name is free and there is room. */
export function insertGroup(book: Connection, account: string, group: NewGroup, most: number): Promise<boolean> {
  const row = { ...group, account_id: account, name_key: foldedName(group.name) }
  const onConflict = sql`on conflict (account_id, name_key) do nothing`
  return insertLimited(book, 'contact_groups', row, { most, onConflict })
}

/** Puts contacts of the account into a group; how many were not in it. */
async function include(
  book: Connection,
  account: string,
  { id, contacts }: { readonly id: string; readonly contacts: readonly string[] },
): Promise<number> {
  const added = await book
    .insertInto('contact_group_members')
    .columns(['account_id', 'group_id', 'contact_id'])
    .expression((it) =>
      it
        .selectFrom('contacts')
        .select([sql.val(account).as('account_id'), sql.val(id).as('group_id'), 'contacts.id'])
        .where('contacts.account_id', '=', account)
        .where(isOneOf(book, 'contacts.id', contacts)),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'group_id', 'contact_id']).doNothing())
    .executeTakeFirst()
  return Number(added.numInsertedOrUpdatedRows ?? 0n)
}

/** The group of this name, or null. */
export async function groupBearing(book: Connection, account: string, name: string): Promise<string | null> {
  const row = await book
    .selectFrom('contact_groups')
    .select('id')
    .where('account_id', '=', account)
    .where('name_key', '=', foldedName(name))
    .executeTakeFirst()
  return row?.id ?? null
}
