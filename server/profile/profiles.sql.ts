/** What people say of themselves, in the product's own database. */
import { genders } from '#contract/profile/profileRules'
import type { Database } from '../sql/openDatabase'
import type { ProfileDetails, ProfileStore } from './profiles.store'

declare module '../sql/schema' {
  interface Schema {
    profiles: { account_id: string; gender: string; birthday: string; province: string; city: string; photo: string }
  }
}

const nothing: ProfileDetails = { gender: '', birthday: '', province: '', city: '', photo: '' }

export function makeProfileStore(db: Database): ProfileStore {
  return {
    load: async (account) => {
      const row = await db
        .selectFrom('profiles')
        .select(['gender', 'birthday', 'province', 'city', 'photo'])
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row === undefined ? nothing : { ...row, gender: genders.find((one) => one === row.gender) ?? '' }
    },
    change: async (account, change) => {
      if (Object.keys(change).length === 0) return
      await db
        .insertInto('profiles')
        .values({ account_id: account, ...nothing, ...change })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
        .execute()
    },
  }
}
