/** Signatures, in the product's own database. */
import { sql } from 'kysely'
import type { SignatureUse } from '#contract/compose/signatureRules'
import type { Signature } from '#contract/endpoints/sending/signatures'
import type { Database } from '../sql/openDatabase'
import { insertLimited } from '../sql/rows/limitedRows'
import type { SignatureStore } from './signatures.store'

declare module '../sql/schema' {
  interface Schema {
    signatures: { account_id: string; id: string; title: string; html: string; card_id: string; position: number }
    /** One row a use, so that no two signatures are put in by themselves. */
    signature_defaults: { account_id: string; purpose: SignatureUse; signature_id: string }
  }
}

const chosenOf = (db: Database, account: string) =>
  db
    .selectFrom('signature_defaults as chosen')
    .innerJoin('signatures as it', (join) =>
      join.onRef('it.account_id', '=', 'chosen.account_id').onRef('it.id', '=', 'chosen.signature_id'),
    )
    .where('chosen.account_id', '=', account)

function addTo(db: Database, account: string, { id, title, html, card }: Signature, most: number): Promise<boolean> {
  const position = sql`(select coalesce(max(position), 0) + 1 from signatures where account_id = ${account})`
  const row = { account_id: account, id, title, html, card_id: card, position }
  return db.transaction().execute(async (within) => {
    if (!(await insertLimited(within, 'signatures', row, { most }))) return false
    // Whoever writes their first one expects it below their next message.
    await sql`
      insert into signature_defaults (account_id, purpose, signature_id) select ${account}, 'new', ${id}
      where not exists (select 1 from signatures where account_id = ${account} and id <> ${id})
      on conflict do nothing`.execute(within)
    return true
  })
}

export function makeSignatureStore(db: Database): SignatureStore {
  const own = (account: string) => db.selectFrom('signatures').where('account_id', '=', account)
  const chosen = (account: string) => chosenOf(db, account)
  return {
    list: (account) =>
      own(account).select(['id', 'title', 'html', 'card_id as card']).orderBy('position').orderBy('id').execute(),
    defaults: async (account) => {
      const rows = await chosen(account).select(['chosen.purpose', 'it.id']).execute()
      const idOf = (use: SignatureUse) => rows.find(({ purpose }) => purpose === use)?.id ?? ''
      return { new: idOf('new'), reply: idOf('reply') }
    },
    defaultOf: async (account, use) =>
      (await chosen(account)
        .select(['it.id', 'it.title', 'it.html', 'it.card_id as card'])
        .where('chosen.purpose', '=', use)
        .executeTakeFirst()) ?? null,
    add: (account, signature, most) => addTo(db, account, signature, most),
    change: async (account, { id, title, html, card }) => {
      const changed = await db
        .updateTable('signatures')
        .set({ title, html, card_id: card })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    remove: async (account, id) => {
      await db
        .deleteFrom('signature_defaults')
        .where('account_id', '=', account)
        .where('signature_id', '=', id)
        .execute()
      const gone = await db
        .deleteFrom('signatures')
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      return gone.numDeletedRows > 0n
    },
    choose: async (account, use, id) => {
      if (id === null) {
        await db.deleteFrom('signature_defaults').where('account_id', '=', account).where('purpose', '=', use).execute()
        return true
      }
      if ((await own(account).select('id').where('id', '=', id).executeTakeFirst()) === undefined) return false
      await db
        .insertInto('signature_defaults')
        .values({ account_id: account, purpose: use, signature_id: id })
        .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet({ signature_id: id }))
        .execute()
      return true
    },
  }
}
