/** The people whom a person knows, in the product's own database. */
import { addressKey } from '../../src/contract/mail/domainSpelling'
import { foldedName } from '../../src/contract/mail/plainName'
import type { Database } from '../sql/openDatabase'
import type { PersonKeys } from '../sql/people/personKeys'
import { personKeys } from '../sql/people/personKeys'
import { truth } from '../sql/truth'
import type { Contact, ContactStore } from './contacts.store'

declare module '../sql/schema' {
  interface Schema {
    contacts: PersonKeys & {
      id: string
      account_id: string
      name: string
      /** As names are compared; unique within an account. */
      name_key: string
      email: string
      /** In lower case. */
      email_key: string
      phone: string
      starred: number
    }
  }
}

type Row = Omit<Contact, 'groups' | 'starred'> & { readonly starred: number }

function contactOf({ starred, ...row }: Row, groups: readonly string[] = []): Contact {
  return { ...row, groups, starred: starred === 1 }
}

export function makeContactStore(db: Database): ContactStore {
  const ofOwner = (account: string) =>
    db.selectFrom('contacts').select(['id', 'name', 'email', 'phone', 'starred']).where('account_id', '=', account)
  return {
    all: async (account) => {
      const rows = await ofOwner(account).orderBy('order_key').orderBy('name_key').execute()
      const members = await db
        .selectFrom('contact_group_members')
        .select(['contact_id', 'group_id'])
        .where('account_id', '=', account)
        .orderBy('group_id')
        .execute()
      const groups = new Map<string, string[]>()
      for (const { contact_id, group_id } of members)
        groups.set(contact_id, [...(groups.get(contact_id) ?? []), group_id])
      return rows.map((row) => contactOf(row, groups.get(row.id)))
    },
    like: async (account, { name, email }) => {
      const rows = await ofOwner(account)
        .where((it) => it.or([it('name_key', '=', foldedName(name)), it('email_key', '=', addressKey(email))]))
        .orderBy('name_key')
        .execute()
      return rows.map((row) => contactOf(row))
    },
    add: async (account, { id, name, email, phone, starred }, most) => {
      const { count } = await db
        .selectFrom('contacts')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('account_id', '=', account)
        .executeTakeFirstOrThrow()
      if (Number(count) >= most) return 'full'
      const added = await db
        .insertInto('contacts')
        .values({
          id,
          account_id: account,
          name,
          name_key: foldedName(name),
          email,
          email_key: addressKey(email),
          ...(await personKeys(name, email)),
          phone,
          starred: truth(starred),
        })
        // Of two at the same moment the database takes one.
        .onConflict((conflict) => conflict.columns(['account_id', 'name_key']).doNothing())
        .returning('id')
        .executeTakeFirst()
      return added ? 'added' : 'exists'
    },
  }
}
