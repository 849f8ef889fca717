/** To whom a person wrote, in the product's own database. */
import { addressKey } from '../../../src/contract/mail/domainSpelling'
import type { Database } from '../../sql/openDatabase'
import type { PersonKeys } from '../../sql/people/personKeys'
import { personKeys } from '../../sql/people/personKeys'
import type { RecentRecipients } from './recentRecipients.store'

declare module '../../sql/schema' {
  interface Schema {
    /** To whom mail went from here, and how often. */
    recent_recipients: PersonKeys & {
      account_id: string
      /** In lower case. */
      email_key: string
      email: string
      name: string
      uses: number
      used_at: number
    }
  }
}

export function makeRecentRecipients(db: Database): RecentRecipients {
  const newest = (account: string) =>
    db
      .selectFrom('recent_recipients')
      .select(['email_key', 'email', 'name', 'uses'])
      .where('account_id', '=', account)
      .orderBy('used_at', 'desc')
      .orderBy('email_key')
  return {
    note: async (account, people, { now, most }) => {
      const once = new Map(people.map((person) => [addressKey(person.address), person]))
      if (once.size === 0) return
      // Always in one order, so that two mails at the same moment do not wait for each other's rows.
      const inOrder = [...once].toSorted(([one], [other]) => (one < other ? -1 : 1))
      const rows = await Promise.all(
        inOrder.map(async ([key, { address, name }]) => ({
          account_id: account,
          email_key: key,
          email: address,
          name,
          ...(await personKeys(name, address)),
          uses: 1,
          used_at: now,
        })),
      )
      await db
        .insertInto('recent_recipients')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'email_key']).doUpdateSet((it) => {
            // A bare address typed once more takes no name away.
            const unlessBare = (column: 'name' | 'search_key' | 'order_key') =>
              it
                .case()
                .when('excluded.name', '=', '')
                .then(it.ref(`recent_recipients.${column}`))
                .else(it.ref(`excluded.${column}`))
                .end()
            return {
              email: it.ref('excluded.email'),
              name: unlessBare('name'),
              search_key: unlessBare('search_key'),
              order_key: unlessBare('order_key'),
              uses: it('recent_recipients.uses', '+', 1),
              used_at: it.ref('excluded.used_at'),
            }
          }),
        )
        .execute()
      const beyond = (await newest(account).execute()).slice(most).map((row) => row.email_key)
      if (beyond.length === 0) return
      await db
        .deleteFrom('recent_recipients')
        .where('account_id', '=', account)
        .where('email_key', 'in', beyond)
        .execute()
    },
    remove: async (account, addresses) => {
      if (addresses.length === 0) return 0
      const gone = await db
        .deleteFrom('recent_recipients')
        .where('account_id', '=', account)
        .where('email_key', 'in', [...new Set(addresses.map(addressKey))])
        .executeTakeFirst()
      return Number(gone.numDeletedRows)
    },
    all: async (account) =>
      (await newest(account).execute()).map(({ email, name, uses }) => ({ address: email, name, uses })),
  }
}
