/** Exports of contacts that wait to be fetched, in the product's own database. */
import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import type { Database } from '../../sql/openDatabase'
import { isOneOf, storedContacts } from '../contactRows.sql'
import { type ContactExportStore, contactExport, type ExportedContact } from './contactExports.store'

declare module '../../sql/schema' {
  interface Schema {
    contact_exports: {
      account_id: string
      id: string
      /** A `ContactExport` as JSON. */
      wanted: string
      made_at: number
    }
  }
}

/** Contacts that are read in one piece; with their photos they are some megabytes. */
const readAtOnce = 50

export function makeContactExportStore(db: Database): ContactExportStore {
  return {
    add: async (account, id, wanted, now) => {
      const row = { account_id: account, id, wanted: JSON.stringify(wanted), made_at: now }
      await db.insertInto('contact_exports').values(row).execute()
    },
    find: async (account, id) => {
      const row = await db
        .selectFrom('contact_exports')
        .select('wanted')
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : v.parse(contactExport, JSON.parse(row.wanted))
    },
    contacts: (account, ids, withPhotos) => exported(db, account, ids, withPhotos),
    sweep: async (before) => {
      await db.deleteFrom('contact_exports').where('made_at', '<', before).execute()
    },
  }
}

async function* exported(
  db: Database,
  account: string,
  ids: readonly string[],
  withPhotos: boolean,
): AsyncGenerator<ExportedContact> {
  const groups = await db
    .selectFrom('contact_groups')
    .select(['id', 'name'])
    .where('account_id', '=', account)
    .execute()
  const nameOf = new Map(groups.map(({ id, name }) => [id, name]))
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const piece = await storedContacts(db, account, ids.slice(at, at + readAtOnce))
    const photos = withPhotos ? await photosOf(db, account, [...new Set(piece.map((it) => it.contact.photo))]) : null
    for (const { contact, rest } of piece) {
      const names = contact.groups.flatMap((id) => nameOf.get(id) ?? [])
      yield { contact: { ...contact, groups: names }, rest, picture: photos?.get(contact.photo) ?? null }
    }
    await setImmediate()
  }
}

async function photosOf(
  db: Database,
  account: string,
  photos: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await db
    .selectFrom('contact_photos')
    .select(['photo', 'bytes'])
    .where('account_id', '=', account)
    .where(isOneOf(db, 'photo', photos))
    .execute()
  return new Map(rows.map(({ photo, bytes }) => [photo, bytes]))
}
