/** Whose remote pictures are shown without being asked for, in the product's own database. */
import type { Database } from '../../sql/openDatabase'
import type { ImageSenders } from './imageSenders.store'

declare module '../../sql/schema' {
  interface Schema {
    /** Whose remote pictures are shown without being asked for. */
    image_senders: { account_id: string; address: string; added_at: number }
  }
}

export function makeImageSenders(db: Database): ImageSenders {
  const ofOwner = (account: string) => db.selectFrom('image_senders').where('account_id', '=', account)
  const newest = (account: string) =>
    ofOwner(account).select('address').orderBy('added_at', 'desc').orderBy('address').execute()
  return {
    has: async (account, address) =>
      (await ofOwner(account).select('address').where('address', '=', address).executeTakeFirst()) !== undefined,
    all: async (account) => (await newest(account)).map(({ address }) => address),
    add: async (account, address, { now, most }) => {
      await db
        .insertInto('image_senders')
        .values({ account_id: account, address, added_at: now })
        .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ added_at: now }))
        .execute()
      const beyond = (await newest(account)).slice(most).map((row) => row.address)
      if (beyond.length === 0) return
      await db.deleteFrom('image_senders').where('account_id', '=', account).where('address', 'in', beyond).execute()
    },
    remove: async (account, address) => {
      await db.deleteFrom('image_senders').where('account_id', '=', account).where('address', '=', address).execute()
    },
  }
}
