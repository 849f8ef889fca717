/** Removals and merges of contacts, and what gives back what they took. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { ContactRecord, SomeDetails } from '../../src/contract/contacts/contactDetails'
import { checkDetails, mergedDetails } from '../../src/contract/contacts/detailsRules'
import { limits } from '../../src/contract/limits'
import { numberedName } from '../core/contactFile'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import {
  bearerOf,
  deleteContacts,
  inBook,
  insertContact,
  isOneOf,
  ownGroups,
  type StoredContact,
  storedContact,
  storedContacts,
  writeContact,
} from './contactRows.sql'
import type { ContactStore, Merged, UndoPlan } from './contacts.store'

declare module '../sql/schema' {
  interface Schema {
    /** What contacts were before a removal or a merge, until it can be undone no more. */
    contact_undos: {
      account_id: string
      undo_id: string
      contact_id: string
      /** A `StoredContact` as JSON; empty for one that an import made. */
      before: string
      /** Keeps the photo that it names from being swept. */
      photo: string
      /** What the merge made of the contact that stayed; null for one that was removed. */
      after_version: number | null
      /** `contactDigest` of what an import left, and where in it: Undo goes backwards. */
      left_digest: string
      place: number
      made_at: number
    }
  }
}

/** Contacts of one transaction of a removal, or of an Undo. */
const changedAtOnce = 50

export function makeRemovedContacts(db: Database): Pick<ContactStore, 'remove' | 'merge' | 'undo' | 'sweep'> {
  return {
    remove: async (account, ids, plan) => {
      let removed = 0
      const once = [...new Set(ids)]
      for (let at = 0; at < once.length; at += changedAtOnce) {
        const piece = once.slice(at, at + changedAtOnce)
        removed += await inBook(db, account, async (book) => {
          const before = await storedContacts(book, account, piece)
          await noteUndo(
            book,
            account,
            plan,
            before.map((stored) => ({ stored, afterVersion: null })),
          )
          await deleteContacts(
            book,
            account,
            before.map(({ contact }) => contact.id),
          )
          return before.length
        })
        await setImmediate()
      }
      return removed
    },
    merge: (account, ids, chosen, plan) =>
      inBook(db, account, (book) => merged(book, account, ids, { ...chosen, plan })),
    undo: async (account, undo, at) => {
      let [undone, unchanged] = [0, 0]
      for (let isFirst = true; ; isFirst = false) {
        const came = await inBook(db, account, (book) => undoPiece(book, account, { ...at, undo }))
        if (came === null) return isFirst ? null : { undone, unchanged }
        undone += came.undone
        unchanged += came.unchanged
        if (came.isFull) return undone === 0 ? 'full' : { undone, unchanged }
        await setImmediate()
      }
    },
    sweep: async (before) => {
      await db.deleteFrom('contact_undos').where('made_at', '<', before).execute()
    },
  }
}

type Undone = { readonly stored: StoredContact; readonly afterVersion: number | null }

async function noteUndo(
  book: Connection,
  account: string,
  { undo, now }: UndoPlan,
  contacts: readonly Undone[],
): Promise<void> {
  if (contacts.length === 0) return
  const rows = contacts.map(({ stored, afterVersion }) => ({
    account_id: account,
    undo_id: undo,
    contact_id: stored.contact.id,
    before: JSON.stringify(stored),
    photo: stored.contact.photo,
    after_version: afterVersion,
    left_digest: '',
    place: 0,
    made_at: now,
  }))
  await book.insertInto('contact_undos').values(rows).execute()
}

type Merge = { readonly details: SomeDetails; readonly photo: string; readonly plan: UndoPlan }

async function merged(
  book: Connection,
  account: string,
  ids: readonly string[],
  { details, photo, plan }: Merge,
): Promise<Merged> {
  const stored = await storedContacts(book, account, ids)
  const [first, ...others] = stored
  if (first === undefined || stored.length < ids.length) return { is: 'absent' }
  const contacts = stored.map(({ contact }) => contact)
  const union = mergedDetails(contacts, details)
  // Imported people may have no address.
  const field = checkDetails(union.emails.length === 0 ? { ...union, emails: undefined } : union)
  if (field !== null) return { is: 'faulty', field }
  const photos = contacts.map((contact) => contact.photo).filter(Boolean)
  const contact: ContactRecord = {
    ...first.contact,
    ...union,
    groups: [...(await ownGroups(book, account, union.groups))],
    photo: photos.find((one) => one === photo) ?? photos[0] ?? '',
    version: first.contact.version + 1,
  }
  const gone = others.map((other) => other.contact.id)
  const bearer = await bearerOf(book, account, contact.name, contact.id)
  const bearers = bearer === null || gone.includes(bearer) ? null : bearer
  if (bearers !== null) return { is: 'exists', existing: bearers }
  const kept = others.map((other) => ({ stored: other, afterVersion: null }))
  await noteUndo(book, account, plan, [{ stored: first, afterVersion: contact.version }, ...kept])
  await deleteContacts(book, account, gone)
  // An edit that was begun before the merge is in conflict with all of it.
  const changedAt = Object.fromEntries(Object.keys(union).map((name) => [name, contact.version]))
  const rest = stored.map((one) => one.rest).filter(Boolean)
  await writeContact(book, account, { contact, changedAt, rest: rest.join('\n') })
  return { is: 'merged', contact }
}

/** Undoes some contacts of an act; null where none are left of it. */
async function undoPiece(
  book: Connection,
  account: string,
  { undo, since, most }: { readonly undo: string; readonly since: number; readonly most: number },
): Promise<{ readonly undone: number; readonly unchanged: number; readonly isFull: boolean } | null> {
  const rows = await book
    .selectFrom('contact_undos')
    .select(['contact_id', 'before', 'after_version', 'left_digest'])
    .where('account_id', '=', account)
    .where('undo_id', '=', undo)
    .where('made_at', '>=', since)
    .orderBy('place', 'desc')
    // The one that a merge kept gives its name back before another needs it.
    .orderBy((it) => it.fn.coalesce('after_version', sql<number>`0`), 'desc')
    .orderBy('contact_id')
    .limit(changedAtOnce)
    .execute()
  if (rows.length === 0) return null
  const { count } = await book
    .selectFrom('contacts')
    .select((it) => it.fn.countAll().as('count'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  const room = { left: most - Number(count) }
  const done: string[] = []
  let [undone, unchanged, isFull] = [0, 0, false]
  for (const { contact_id: id, before, after_version, left_digest } of rows) {
    const restore = { before, afterVersion: after_version, leftDigest: left_digest, room }
    const came = before === '' ? await unmade(book, account, id, left_digest) : await restored(book, account, restore)
    isFull = came === 'full'
    if (isFull) break
    done.push(id)
    if (came === 'restored') undone += 1
    if (came === 'unchanged') unchanged += 1
  }
  await book
    .deleteFrom('contact_undos')
    .where('account_id', '=', account)
    .where('undo_id', '=', undo)
    .where(isOneOf(book, 'contact_id', done))
    .execute()
  return { undone, unchanged, isFull }
}

/** Of all that a contact holds, star and groups too. */
export function contactDigest({ contact, rest }: Pick<StoredContact, 'contact' | 'rest'>): string {
  const { id: _id, groups, emails, phones, ...more } = contact
  const values = [...emails, [], ...phones].map((it) => ('value' in it ? [it.label, it.value] : it))
  const fields = Object.entries(more).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([fields, values, groups.toSorted(), rest]))
    .digest('base64url')
}

/** Removes what an import made, where it is still as it was made. */
async function unmade(book: Connection, account: string, id: string, leftDigest: string) {
  const [current] = await storedContacts(book, account, [id])
  if (current === undefined) return 'gone'
  if (contactDigest(current) !== leftDigest) return 'unchanged'
  await deleteContacts(book, account, [id])
  return 'restored'
}

type Restore = {
  readonly before: string
  readonly afterVersion: number | null
  readonly leftDigest: string
  readonly room: { left: number }
}

async function restored(book: Connection, account: string, { before, afterVersion, leftDigest, room }: Restore) {
  const { contact, changedAt, rest } = v.parse(storedContact, JSON.parse(before))
  const name = await freeName(book, account, contact.name, contact.id)
  if (afterVersion === null) {
    if (room.left <= 0) return 'full'
    room.left -= 1
    await insertContact(book, account, { contact: { ...contact, name }, changedAt, rest }, null)
    return 'restored'
  }
  const [current] = await storedContacts(book, account, [contact.id])
  if (current?.contact.version !== afterVersion) return 'unchanged'
  if (leftDigest !== '' && contactDigest(current) !== leftDigest) return 'unchanged'
  // What was read of the merged contact must not pass for what is there now.
  const version = afterVersion + 1
  const allChanged = Object.fromEntries(Object.keys(current.changedAt).map((field) => [field, version]))
  await writeContact(book, account, { contact: { ...contact, name, version }, changedAt: allChanged, rest })
  return 'restored'
}

/** The name, with a number where another bears it. */
async function freeName(book: Connection, account: string, name: string, id: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : numberedName(name, number, limits.contactNameCharacters)
    if ((await bearerOf(book, account, tried, id)) === null) return tried
  }
}
