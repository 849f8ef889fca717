/** Photos of contacts, in the product's own database. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import { inBook } from '../contactRows.sql'
import type { ContactPhotos, ContactPicture } from './contactPhotos.store'

declare module '../../sql/schema' {
  interface Schema {
    contact_photos: {
      account_id: string
      /** SHA-256 of the bytes, in hexadecimal. */
      photo: string
      type: string
      size: number
      bytes: Uint8Array
      put_at: number
    }
  }
}

export function makeContactPhotos(db: Database): ContactPhotos {
  return {
    put: (account, contact, { type, bytes }, { now, mostBytes }) =>
      inBook(db, account, async (book) => {
        const own = book.selectFrom('contacts').select('id').where('account_id', '=', account).where('id', '=', contact)
        if ((await own.executeTakeFirst()) === undefined) return { is: 'absent' }
        const photo = await insertPhoto(book, account, { type, bytes }, { now, mostBytes })
        if (photo === null) return { is: 'full' }
        await book
          .updateTable('contacts')
          .set({ photo })
          .where('account_id', '=', account)
          .where('id', '=', contact)
          .execute()
        return { is: 'put', photo }
      }),
    add: (account, picture, room) => inBook(db, account, (book) => insertPhoto(book, account, picture, room)),
    remove: (account, contact) =>
      inBook(db, account, async (book) => {
        const own = await book
          .updateTable('contacts')
          .set({ photo: '' })
          .where('account_id', '=', account)
          .where('id', '=', contact)
          .executeTakeFirst()
        return own.numUpdatedRows > 0n
      }),
    find: async (account, photo) =>
      (await db
        .selectFrom('contact_photos')
        .select(['type', 'bytes'])
        .where('account_id', '=', account)
        .where('photo', '=', photo)
        .executeTakeFirst()) ?? null,
    sweep: async (before) => {
      await sql`
        delete from contact_photos where put_at < ${before}
          and not exists (select 1 from contacts as c
            where c.account_id = contact_photos.account_id and c.photo = contact_photos.photo)
          and not exists (select 1 from business_cards as b
            where b.account_id = contact_photos.account_id and b.logo = contact_photos.photo)
          and not exists (select 1 from profiles as p
            where p.account_id = contact_photos.account_id and p.photo = contact_photos.photo)
          and not exists (select 1 from contact_undos as u
            where u.account_id = contact_photos.account_id and u.photo = contact_photos.photo)`.execute(db)
    },
  }
}

type PhotoRoom = { readonly now: number; readonly mostBytes: number }

/** Its name; null where all of the account would be more than `mostBytes`. */
export async function insertPhoto(
  book: Connection,
  account: string,
  { type, bytes }: ContactPicture,
  { now, mostBytes }: PhotoRoom,
): Promise<string | null> {
  const photo = createHash('sha256').update(bytes).digest('hex')
  const { others } = await book
    .selectFrom('contact_photos')
    .select((it) => it.fn.sum('size').as('others'))
    .where('account_id', '=', account)
    .where('photo', '!=', photo)
    .executeTakeFirstOrThrow()
  if (Number(others ?? 0) + bytes.length > mostBytes) return null
  await book
    .insertInto('contact_photos')
    .values({ account_id: account, photo, type, size: bytes.length, bytes, put_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'photo']).doUpdateSet({ put_at: now }))
    .execute()
  return photo
}
