/** Takes people of a file into an account: each is added, merged, replaced, skipped or refused. */
import { randomUUID } from 'node:crypto'
import { type ContactRecord, contactLimits } from '#contract/contacts/contactDetails'
import { checkDetails, mergedDetails } from '#contract/contacts/detailsRules'
import { limits } from '#contract/limits'
import { checkGroup, contactName } from '#contract/mail/contactRules'
import { addressKey } from '#contract/mail/domainSpelling'
import { foldedName } from '#contract/mail/plainName'
import {
  contactFileLimits,
  type FileContact,
  type FileEntry,
  type FileRefusal,
  numberedName,
  type RefusedEntry,
  shownCells,
} from '../../core/contactFile'
import { pictureType } from '../../kit/pictures/pictureType'
import type { Connection } from '../../sql/connection'
import { personKeys } from '../../sql/people/personKeys'
import { groupBearing, insertGroup } from '../contactGroups.sql'
import {
  bearerOf,
  insertContact,
  isOneOf,
  ownGroups,
  type StoredContact,
  storedContacts,
  writeContact,
} from '../contactRows.sql'
import { insertPhoto } from '../photos/contactPhotos.sql'
import { contactDigest } from '../removedContacts.sql'
import type { ImportCounts, ImportedPiece, ImportPlan } from './contactImports.store'

type Wanted = {
  readonly id: string
  readonly plan: ImportPlan
  readonly piece: ImportedPiece
  readonly madeGroups: readonly string[]
  readonly now: number
  readonly most: number
  readonly lastNumbers: Map<string, number>
}

type Outcome = 'added' | 'merged' | 'replaced' | 'skipped' | FileRefusal

type Taken = {
  readonly counts: Readonly<Record<string, number>>
  readonly refused: readonly RefusedEntry[]
  readonly madeGroups: readonly string[]
}

/** Within `inBook`: what is looked up first holds to the end. */
export async function takeEntries(book: Connection, account: string, wanted: Wanted): Promise<Taken> {
  const { piece } = wanted
  const people = piece.entries.flatMap((entry) => ('contact' in entry ? [entry.contact] : []))
  const taking = {
    ...{ book, account, wanted, counts: {}, madeGroups: [] },
    known: await knownPeople(book, account, people),
    ...{ room: { left: wanted.most - (await contactsOf(book, account)) }, groups: new Map() },
  } satisfies Taking
  const refused: RefusedEntry[] = []
  for (const [at, entry] of piece.entries.entries()) {
    const outcome = 'contact' in entry ? await takePerson(taking, entry, piece.position + at) : entry.refusal
    if (typeof outcome === 'string') count(taking, outcome)
    else {
      count(taking, 'refused')
      refused.push(
        'contact' in entry ? { line: entry.line, refusal: outcome, cells: shownCells(entry.contact) } : entry,
      )
    }
  }
  return { counts: taking.counts, refused, madeGroups: taking.madeGroups }
}

type Taking = {
  readonly book: Connection
  readonly account: string
  readonly wanted: Wanted
  readonly known: KnownPeople
  readonly room: { left: number }
  /** Ids of groups by the names of the file; null for one that cannot be made. */
  readonly groups: Map<string, string | null>
  readonly counts: Record<string, number>
  readonly madeGroups: string[]
}

function count({ counts }: Taking, what: keyof ImportCounts, by = 1): void {
  if (by > 0) counts[what] = (counts[what] ?? 0) + by
}

async function contactsOf(book: Connection, account: string): Promise<number> {
  const { count: found } = await book
    .selectFrom('contacts')
    .select((it) => it.fn.countAll().as('count'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  return Number(found)
}

/** Contacts that may be people of the file, by address and by name, and those read so far. */
type KnownPeople = {
  readonly byEmail: Map<string, string[]>
  readonly byName: Map<string, string>
  readonly stored: Map<string, StoredContact>
}

async function knownPeople(book: Connection, account: string, people: readonly FileContact[]): Promise<KnownPeople> {
  const emails = [...new Set(people.flatMap((it) => it.emails.map(({ value }) => addressKey(value))))]
  const names = [...new Set(people.map(({ name }) => foldedName(name)))]
  const addressed = await book
    .selectFrom('contact_keys')
    .select(['value', 'contact_id'])
    .where('account_id', '=', account)
    .where('kind', '=', 'email')
    .where(isOneOf(book, 'value', emails))
    .execute()
  const named = await book
    .selectFrom('contacts')
    .select(['id', 'name_key'])
    .where('account_id', '=', account)
    .where(isOneOf(book, 'name_key', names))
    .execute()
  const byEmail = new Map<string, string[]>()
  // Put in order here: SQLite takes an index by the order and then reads all of the account.
  const inOrder = addressed.toSorted((one, other) => (one.contact_id < other.contact_id ? -1 : 1))
  for (const { value, contact_id } of inOrder) byEmail.set(value, [...(byEmail.get(value) ?? []), contact_id])
  return { byEmail, byName: new Map(named.map(({ id, name_key }) => [name_key, id])), stored: new Map() }
}

function noteKnown({ known }: Taking, stored: StoredContact, before?: ContactRecord): void {
  const { id, name, emails } = stored.contact
  if (before !== undefined) known.byName.delete(foldedName(before.name))
  for (const { value } of before?.emails ?? []) {
    const key = addressKey(value)
    known.byEmail.set(
      key,
      (known.byEmail.get(key) ?? []).filter((other) => other !== id),
    )
  }
  known.byName.set(foldedName(name), id)
  for (const { value } of emails) {
    const key = addressKey(value)
    known.byEmail.set(key, [...(known.byEmail.get(key) ?? []), id])
  }
  known.stored.set(id, stored)
}

/** Who shares an address, best one who bears the name too; else who bears the name. */
async function matchOf({ known, book, account }: Taking, person: FileContact): Promise<StoredContact | null> {
  const named = known.byName.get(foldedName(person.name))
  const addressed = person.emails.flatMap(({ value }) => known.byEmail.get(addressKey(value)) ?? [])
  const id = addressed.find((it) => it === named) ?? addressed[0] ?? named
  if (id === undefined) return null
  const stored = known.stored.get(id) ?? (await storedContacts(book, account, [id]))[0] ?? null
  if (stored !== null) known.stored.set(id, stored)
  return stored
}

type PersonEntry = Extract<FileEntry, { readonly contact: FileContact }>

async function takePerson(taking: Taking, entry: PersonEntry, place: number): Promise<Outcome> {
  const { duplicates } = taking.wanted.plan
  const { contact: person, dropped } = entry
  const match = duplicates === 'both' ? null : await matchOf(taking, person)
  if (match !== null && duplicates === 'skip') return 'skipped'
  if (match === null && taking.room.left <= 0) return { reason: 'full' }
  count(taking, 'photosDropped', dropped.photos)
  count(taking, 'linesDropped', dropped.lines)
  const groups = await groupsOf(taking, person)
  const photo = await photoOf(taking, person)
  if (match !== null) return change(taking, match, { person, groups, photo, place })
  await add(taking, { person, groups, photo, place })
  return 'added'
}

type Person = {
  readonly person: FileContact
  readonly groups: readonly string[]
  readonly photo: string
  readonly place: number
}

async function add(taking: Taking, { person, groups, photo, place }: Person): Promise<void> {
  const { book, account, room } = taking
  const { rest, photo: _bytes, ...details } = person
  const name = await freeName(taking, person.name)
  const contact: ContactRecord = { photo, id: randomUUID(), version: 1, ...details, name, groups: [...groups] }
  const stored: StoredContact = { contact, changedAt: {}, rest: rest.join('\n') }
  await insertContact(book, account, stored, null)
  room.left -= 1
  noteKnown(taking, stored)
  await noteLeft(taking, { stored, before: null, place })
}

/** The name, with a number where another bears it. */
async function freeName({ known, book, account, wanted }: Taking, name: string): Promise<string> {
  const key = foldedName(name)
  if (!known.byName.has(key)) return name
  for (let number = wanted.lastNumbers.get(key) ?? 1; ; ) {
    number += 1
    const next = numberedName(name, number, limits.contactNameCharacters)
    if ((await bearerOf(book, account, next)) !== null) continue
    wanted.lastNumbers.set(key, number)
    return next
  }
}

/** Merges the person with who is there or replaces that one; groups, star and photo stay. */
async function change(
  taking: Taking,
  match: StoredContact,
  { person, groups, photo, place }: Person,
): Promise<Outcome> {
  const { book, account, wanted, known } = taking
  const { contact: before } = match
  const isMerge = wanted.plan.duplicates === 'merge'
  const { rest, photo: _bytes, ...details } = person
  const isNoted = isMerge && `\n\n${before.notes}\n\n`.includes(`\n\n${details.notes}\n\n`)
  const theirs = { ...details, groups: [...groups], ...(isNoted && { notes: '' }) }
  const both = mergedDetails([before, theirs])
  const bearer = known.byName.get(foldedName(theirs.name))
  const name = isMerge || (bearer !== undefined && bearer !== before.id) ? before.name : theirs.name
  const kept = await ownGroups(book, account, both.groups)
  const ours = { ...(isMerge ? both : theirs), name, starred: both.starred, groups: [...kept] }
  // Imported people may have no address.
  const field = checkDetails(ours.emails.length === 0 ? { ...ours, emails: undefined } : ours)
  if (field !== null) return { reason: 'field', field }
  const version = before.version + 1
  const picture = isMerge ? before.photo || photo : photo || before.photo
  const contact: ContactRecord = { ...before, ...ours, photo: picture, version }
  const stored: StoredContact = {
    contact,
    // An edit that was begun before is in conflict with all of it.
    changedAt: Object.fromEntries(Object.keys(ours).map((one) => [one, version])),
    rest: isMerge ? joinedRest(taking, match.rest, rest) : rest.join('\n'),
  }
  const asBefore = { ...stored, contact: { ...contact, version: before.version } }
  if (contactDigest(asBefore) === contactDigest(match)) return 'skipped'
  await writeContact(book, account, stored)
  noteKnown(taking, stored, before)
  await noteLeft(taking, { stored, before: match, place })
  return isMerge ? 'merged' : 'replaced'
}

/** Lines of both, each once, as many as a contact holds. */
function joinedRest(taking: Taking, ours: string, theirs: readonly string[]): string {
  const lines = [...new Set([...ours.split('\n').filter(Boolean), ...theirs])]
  let characters = 0
  const within = lines.filter((line) => {
    characters += line.length
    return characters <= contactFileLimits.restCharacters
  })
  count(taking, 'linesDropped', lines.length - within.length)
  return within.join('\n')
}

/** `before` is null for one that was added. */
type Left = { readonly stored: StoredContact; readonly before: StoredContact | null; readonly place: number }

/** What Undo needs: of a person whom the file has twice, what was there before the first. */
async function noteLeft({ book, account, wanted }: Taking, { stored, before, place }: Left): Promise<void> {
  const { contact } = stored
  const left = { after_version: contact.version, left_digest: contactDigest(stored) }
  const named = { account_id: account, undo_id: wanted.id, contact_id: contact.id }
  await book
    .insertInto('contact_undos')
    .values({
      before: before === null ? '' : JSON.stringify(before),
      photo: before?.contact.photo ?? '',
      place,
      made_at: wanted.now,
      ...named,
      ...left,
    })
    .onConflict((it) => it.columns(['account_id', 'undo_id', 'contact_id']).doUpdateSet(left))
    .execute()
}

/** Groups that are read of one person. */
const mostNamedGroups = 50

/** Ids of the groups that the file names for a person, and of the one chosen for all. */
async function groupsOf(taking: Taking, { groups: names }: FileContact): Promise<readonly string[]> {
  const { group, newGroup } = taking.wanted.plan
  const ids = new Set(group === '' ? [] : await ownGroups(taking.book, taking.account, [group]))
  // A row may name thousands: each costs statements within one transaction.
  const wanted = [...new Set(newGroup === '' ? names : [newGroup, ...names])]
  count(taking, 'groupsDropped', Math.max(0, wanted.length - mostNamedGroups))
  for (const name of wanted.slice(0, mostNamedGroups)) {
    const id = await groupCalled(taking, contactName(name))
    if (id === null) count(taking, 'groupsDropped')
    else ids.add(id)
  }
  return [...ids].slice(0, limits.contactGroups)
}

async function groupCalled(taking: Taking, name: string): Promise<string | null> {
  const known = taking.groups.get(name)
  if (known !== undefined) return known
  const { book, account, madeGroups } = taking
  let id = checkGroup(name) ? await groupBearing(book, account, name) : null
  if (id === null && checkGroup(name)) {
    const group = { id: randomUUID(), name, ...(await personKeys(name)) }
    if (await insertGroup(book, account, group, limits.contactGroups)) {
      id = group.id
      madeGroups.push(id)
    }
  }
  taking.groups.set(name, id)
  return id
}

/** The bytes as they came, checked by kind and size: they are served with `nosniff`. */
async function photoOf(taking: Taking, { photo: bytes }: FileContact): Promise<string> {
  const type = bytes === null ? null : pictureType(bytes)
  if (bytes === null || type === null) return ''
  const room = { now: taking.wanted.now, mostBytes: contactLimits.photosBytes }
  const photo = await insertPhoto(taking.book, taking.account, { type, bytes }, room)
  if (photo === null) count(taking, 'photosDropped')
  return photo ?? ''
}
