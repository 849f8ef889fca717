/** Groups of contacts, in the product's own database. */
import { foldedName } from '../../src/contract/mail/plainName'
import type { Database } from '../sql/openDatabase'
import type { PersonKeys } from '../sql/people/personKeys'
import { personKeys } from '../sql/people/personKeys'
import type { ContactGroup, ContactGroups } from './contactGroups.store'

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
    add: async (account, { id, name, contacts }, most) => {
      const row = { id, account_id: account, name, name_key: foldedName(name), ...(await personKeys(name)) }
      return db.transaction().execute(async (it) => {
        const { count } = await it
          .selectFrom('contact_groups')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('account_id', '=', account)
          .executeTakeFirstOrThrow()
        if (Number(count) >= most) return 'full'
        const added = await it
          .insertInto('contact_groups')
          .values(row)
          // Of two at the same moment the database takes one.
          .onConflict((conflict) => conflict.columns(['account_id', 'name_key']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!added) return 'exists'
        const own = contacts.length === 0 ? [] : await ownContacts(it, account, contacts)
        if (own.length > 0)
          await it
            .insertInto('contact_group_members')
            .values(own.map((contact) => ({ account_id: account, group_id: id, contact_id: contact })))
            .execute()
        return 'added'
      })
    },
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

async function ownContacts(db: Database, account: string, ids: readonly string[]): Promise<readonly string[]> {
  const found = await db
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', account)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return found.map(({ id }) => id)
}
