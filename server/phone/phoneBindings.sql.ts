/** Bound phones and their codes, in the product's own database. */
import type { Database } from '../sql/openDatabase'
import type { Schema } from '../sql/schema'
import { truth } from '../sql/truth'
import type { CodeLife, PhoneBindings } from './phoneBindings.store'

declare module '../sql/schema' {
  interface Schema {
    /** `is_confirmed`: the password was given for it. */
    bound_phones: { account_id: string; phone: string; bound_at: number; is_confirmed: 0 | 1 }
    /** One code an account: asking for another phone forgets the former. */
    phone_codes: {
      account_id: string
      phone: string
      code: string
      asked_at: number
      tries: number
      is_proved: number
      is_confirmed: 0 | 1
    }
    phone_offers: { account_id: string; put_off_until: number }
  }
}

type Bound = { readonly phone: string; readonly now: number; readonly isConfirmed: 0 | 1 }

async function bind(db: Pick<Database, 'insertInto'>, account: string, { phone, now, isConfirmed }: Bound) {
  const row = { phone, bound_at: now, is_confirmed: isConfirmed }
  await db
    .insertInto('bound_phones')
    .values({ account_id: account, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

type Asked = Pick<Schema['phone_codes'], 'asked_at' | 'tries' | 'is_proved' | 'is_confirmed'>

function stateOf(asked: Asked | undefined, { since, mostTries }: CodeLife): 'proved' | 'waiting' | 'over' {
  if (!asked || asked.asked_at < since || asked.tries >= mostTries) return 'over'
  return asked.is_proved === 0 ? 'waiting' : 'proved'
}

export function makePhoneBindings(db: Database): PhoneBindings {
  const askedOf = (from: Pick<Database, 'selectFrom'>, account: string, phone: string): Promise<Asked | undefined> =>
    from
      .selectFrom('phone_codes')
      .select(['asked_at', 'tries', 'is_proved', 'is_confirmed'])
      .where('account_id', '=', account)
      .where('phone', '=', phone)
      .executeTakeFirst()
  const phoneOf: PhoneBindings['phoneOf'] = async (account) => {
    const row = await db.selectFrom('bound_phones').select('phone').where('account_id', '=', account).executeTakeFirst()
    return row?.phone ?? null
  }
  const dropCode: PhoneBindings['dropCode'] = async (account) => {
    await db.deleteFrom('phone_codes').where('account_id', '=', account).execute()
  }
  return {
    phoneOf,
    dropCode,
    securePhone: async (account) => {
      const row = await db
        .selectFrom('bound_phones')
        .select(['phone', 'bound_at'])
        .where('account_id', '=', account)
        .where('is_confirmed', '=', 1)
        .executeTakeFirst()
      return row === undefined ? null : { phone: row.phone, boundAt: Number(row.bound_at) }
    },
    makeSecure: async (account, phone, now) => {
      const made = await db
        .updateTable('bound_phones')
        .set({ is_confirmed: 1, bound_at: now })
        .where('account_id', '=', account)
        .where('phone', '=', phone)
        .where('is_confirmed', '=', 0)
        .executeTakeFirst()
      return made.numUpdatedRows > 0n
    },
    ask: async (account, phone, fresh, { since, mostTries }, by = 'session') => {
      const code = { code: fresh.code, asked_at: fresh.askedAt, tries: 0, is_proved: 0 }
      const row = { phone, ...code, is_confirmed: truth(by === 'password') }
      // One statement: of two windows that ask at the same moment, both get the code of the first.
      await db
        .insertInto('phone_codes')
        .values({ account_id: account, ...row })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet(row)
            .where((it) =>
              it.or([
                it('phone_codes.phone', '!=', phone),
                it('phone_codes.asked_at', '<', since),
                it('phone_codes.tries', '>=', mostTries),
              ]),
            ),
        )
        .execute()
      if (by === 'password')
        await db
          .updateTable('phone_codes')
          .set({ is_confirmed: 1 })
          .where('account_id', '=', account)
          .where('phone', '=', phone)
          .execute()
      const stands = await db
        .selectFrom('phone_codes')
        .select(['code', 'asked_at'])
        .where('account_id', '=', account)
        .where('phone', '=', phone)
        .executeTakeFirst()
      // Gone again where another window asked for another phone in between.
      return stands ? { code: stands.code, askedAt: stands.asked_at } : fresh
    },
    receive: async (phone, code, { since, mostTries }) => {
      const living = db
        .updateTable('phone_codes')
        .where('phone', '=', phone)
        .where('asked_at', '>=', since)
        .where('tries', '<', mostTries)
      const proved = await living.set({ is_proved: 1 }).where('code', '=', code).executeTakeFirst()
      if (proved.numUpdatedRows > 0n) return 'proved'
      const wrong = await living
        .set((it) => ({ tries: it('tries', '+', 1) }))
        .where('is_proved', '=', 0)
        .executeTakeFirst()
      return wrong.numUpdatedRows > 0n ? 'wrong' : 'notAsked'
    },
    confirm: async (account, phone, { now, ...life }) => {
      if ((await phoneOf(account)) === phone) return 'bound'
      return db.transaction().execute(async (within) => {
        const asked = await askedOf(within, account, phone)
        const state = stateOf(asked, life)
        if (state !== 'proved') return state
        const isConfirmed = asked?.is_confirmed ?? 0
        const secure = await within
          .selectFrom('bound_phones')
          .select('phone')
          .where('account_id', '=', account)
          .where('is_confirmed', '>', isConfirmed)
          .executeTakeFirst()
        // A session alone puts no phone in the place of a secure one.
        if (secure !== undefined) return 'over'
        await bind(within, account, { phone, now, isConfirmed })
        await within.deleteFrom('phone_codes').where('account_id', '=', account).execute()
        return 'bound'
      })
    },
    remove: async (account) => {
      await dropCode(account)
      const gone = await db.deleteFrom('bound_phones').where('account_id', '=', account).executeTakeFirst()
      return gone.numDeletedRows > 0n
    },
    proofOf: async (account, phone, life) => stateOf(await askedOf(db, account, phone), life),
    takeProof: async (account, phone, { since, mostTries }) => {
      const taken = await db
        .deleteFrom('phone_codes')
        .where('account_id', '=', account)
        .where('phone', '=', phone)
        .where('is_proved', '=', 1)
        .where('asked_at', '>=', since)
        .where('tries', '<', mostTries)
        .executeTakeFirst()
      return taken.numDeletedRows > 0n
    },
    bind: (account, phone, now) => bind(db, account, { phone, now, isConfirmed: 1 }),
    accountsOf: async (phone) => {
      const row = await db
        .selectFrom('bound_phones')
        .select((it) => it.fn.countAll<number>().as('accounts'))
        .where('phone', '=', phone)
        .executeTakeFirstOrThrow()
      return Number(row.accounts)
    },
    putOffUntil: async (account) => {
      const row = await db
        .selectFrom('phone_offers')
        .select('put_off_until')
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row?.put_off_until ?? 0
    },
    putOff: async (account, until) => {
      await db
        .insertInto('phone_offers')
        .values({ account_id: account, put_off_until: until })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ put_off_until: until }))
        .execute()
    },
    sweep: async (before) => {
      await db.deleteFrom('phone_codes').where('asked_at', '<', before).execute()
    },
  }
}
