/** The properties of a vCard as fields of a contact. What has no field goes to `rest`. */
import { contactLabels, contactLimits, noDetails } from '#contract/contacts/contactDetails'
import { isBirthday } from '#contract/contacts/detailsRules'
import { type Dropped, type FileContact, withinLimit } from '../../core/contactFile'
import { pictureType } from '../../kit/pictures/pictureType'
import { escapedText } from './contactFile'
import {
  type ContentLine,
  fieldsOf,
  isBase64,
  listOf,
  paramOf,
  restLine,
  restLines,
  textOf,
  typesOf,
} from './vCardLines'

/** Names of fields that no standard has: as properties, and as a parameter of TEL and ADR. */
export const ownProperties = { starred: 'X-EP-STARRED', familyInfo: 'X-EP-FAMILY-INFO', field: 'X-EP-FIELD' } as const

/** A label in the way of Apple: text as it is, or one of its own words in these marks. */
const appleLabel = /^_\$!<(.*)>!\$_$/

type Draft = {
  fullName: string | null
  contact: { -readonly [field in keyof FileContact]: FileContact[field] }
  rest: string[]
  photosDropped: number
  readonly labels: ReadonlyMap<string, string>
  /** Groups whose label has become that of an address or a number. */
  readonly usedGroups: Set<string>
  /** Joined once at the end: for each line anew it takes time by the square. */
  readonly notes: string[]
  readonly groupNames: Set<string>
  readonly ranks: Map<object, number>
}

/** Takes a line; false for one that goes to `rest`. */
type TakeLine = (draft: Draft, line: ContentLine) => boolean

export function contactOfCard(lines: readonly ContentLine[]): { contact: FileContact; dropped: Dropped } {
  const labels = new Map(
    lines.flatMap((it) => (it.name === 'X-ABLABEL' && it.group !== '' ? [[it.group.toUpperCase(), textOf(it)]] : [])),
  )
  const draft: Draft = {
    fullName: null,
    contact: { ...noDetails, emails: [], phones: [], groups: [], photo: null, rest: [] },
    rest: [],
    photosDropped: 0,
    labels,
    usedGroups: new Set(),
    notes: [],
    groupNames: new Set(),
    ranks: new Map(),
  }
  const others = lines.filter((line) => takers[line.name]?.(draft, line) !== true)
  const left = others.filter((it) => it.name !== 'X-ABLABEL' || !draft.usedGroups.has(it.group.toUpperCase()))
  const { contact } = draft
  contact.name = (draft.fullName ?? '').trim() || nameOf(lines, contact)
  const rest = restLines(
    left.flatMap((line) => (isGivenAnyway(line, contact) ? [] : restOf(line, contact))),
    contact.birthday === '' ? [] : ['BDAY'],
  )
  const { within, dropped } = withinLimit(rest)
  const byRank = (first: object, second: object) => (draft.ranks.get(first) ?? 0) - (draft.ranks.get(second) ?? 0)
  return {
    contact: {
      ...contact,
      emails: contact.emails.toSorted(byRank),
      phones: contact.phones.toSorted(byRank),
      notes: draft.notes.filter(Boolean).join('\n'),
      groups: [...draft.groupNames],
      rest: within,
    },
    dropped: { photos: draft.photosDropped, lines: dropped },
  }
}

const takers: Readonly<Record<string, TakeLine>> = {
  VERSION: () => true,
  FN: (draft, line) => {
    if (draft.fullName?.trim()) return false
    draft.fullName = textOf(line)
    return true
  },
  NICKNAME: takeText('nickname'),
  NOTE: (draft, line) => {
    draft.notes.push(textOf(line))
    return true
  },
  ORG: (draft, line) => {
    if (draft.contact.company !== '') return false
    const [company = '', ...units] = fieldsOf(line)
    draft.contact.company = company
    // Departments have no field.
    return units.every((unit) => unit.trim() === '')
  },
  EMAIL: (draft, line) => {
    const value = textOf(line).replace(/^\s*mailto:/i, '')
    if (value.trim() === '') return true
    return addValue(draft, line, draft.contact.emails, value, typeLabel(line, ['home', 'work', 'other']))
  },
  TEL: takePhone,
  ADR: takeAddress,
  BDAY: (draft, line) => {
    const birthday = birthdayOf(textOf(line), paramOf(line, 'X-APPLE-OMIT-YEAR'))
    if (birthday === null || draft.contact.birthday !== '') return false
    draft.contact.birthday = birthday
    return true
  },
  CATEGORIES: (draft, line) => {
    for (const name of listOf(line)) if (name.trim() !== '') draft.groupNames.add(name)
    return true
  },
  PHOTO: takePhoto,
  [ownProperties.starred]: (draft, line) => {
    draft.contact.starred = textOf(line).trim() === '1'
    return true
  },
  [ownProperties.familyInfo]: takeText('familyInfo'),
}

/** The first one; another goes to `rest`. */
function takeText(field: 'nickname' | 'familyInfo'): TakeLine {
  return ({ contact }, line) => {
    if (contact[field] !== '') return false
    contact[field] = textOf(line)
    return true
  }
}

const typeLabel = (line: ContentLine, known: readonly string[]) => known.find((it) => typesOf(line).includes(it)) ?? ''

function addValue(
  draft: Draft,
  line: ContentLine,
  list: FileContact['emails'],
  value: string,
  ofType: string,
): boolean {
  const group = line.group.toUpperCase()
  const label = line.group === '' ? undefined : draft.labels.get(group)
  if (label !== undefined) draft.usedGroups.add(group)
  const entry = { label: label === undefined ? ofType : labelOf(label), value }
  const rank = Number(paramOf(line, 'PREF') ?? (typesOf(line).includes('pref') ? 1 : 101))
  draft.ranks.set(entry, Number.isFinite(rank) ? rank : 101)
  list.push(entry)
  return true
}

function labelOf(text: string): string {
  const word = appleLabel.exec(text)?.[1]
  if (word === undefined) return text
  return contactLabels.find((it) => it === word.toLowerCase()) ?? word
}

function takePhone(draft: Draft, line: ContentLine): boolean {
  const { contact } = draft
  const value = textOf(line).replace(/^\s*tel:/i, '')
  if (value.trim() === '') return true
  const types = typesOf(line)
  if (paramOf(line, ownProperties.field) === 'family' && contact.familyPhone === '') {
    contact.familyPhone = value
    return true
  }
  const isFax = types.some((type) => type.includes('fax'))
  const isLabelled = line.group !== '' && draft.labels.has(line.group.toUpperCase())
  if (isFax && !isLabelled && contact.fax === '') {
    contact.fax = value
    return true
  }
  const isMobile = types.includes('cell') || types.includes('iphone')
  const [special = ''] = [isMobile && 'mobile', isFax && 'Fax', types.includes('pager') && 'Pager'].filter(Boolean)
  return addValue(draft, line, contact.phones, value, special || typeLabel(line, ['home', 'work', 'other']))
}

function takeAddress({ contact }: Draft, line: ContentLine): boolean {
  const isFamily = typesOf(line).includes('home') || paramOf(line, ownProperties.field) === 'family'
  const fields = fieldsOf(line).map((field) => field.trim())
  if (fields.every((field) => field === '')) return true
  const [box = '', extended = '', street = '', city = '', region = '', code = '', country = ''] = fields
  const field = isFamily ? 'familyAddress' : 'address'
  if (contact[field] !== '') return false
  if (!isFamily && contact.postcode === '') contact.postcode = code
  contact[field] = postalAddress({ box, extended, street, city, region, code: isFamily ? code : '', country })
  return true
}

export type PostalAddress = Readonly<
  Record<'box' | 'extended' | 'street' | 'city' | 'region' | 'code' | 'country', string>
>

/** In the order of its language, in one text. */
export function postalAddress({ box, extended, street, city, region, code, country }: PostalAddress): string {
  const isHan = /\p{Script=Han}/u.test(street + city + region + country)
  const lines = isHan
    ? [[country, region, city, street, extended, box, code].filter(Boolean).join(' ')]
    : [box, extended, street, [city, region, code].filter(Boolean).join(', '), country]
  return lines.filter(Boolean).join('\n')
}

/** RFC 6350 section 4.3, ISO 8601; `omittedYear` stands for none. Null for any other text. */
export function birthdayOf(text: string, omittedYear: string | null): string | null {
  const found = /^\s*(?:(\d{4})-?|--)(\d{2})-?(\d{2})(?:[T\s].*)?$/.exec(text)
  if (found === null) return null
  const [, year, month = '', day = ''] = found
  const birthday = `${year === undefined || year === omittedYear ? '-' : year}-${month}-${day}`
  return isBirthday(birthday) ? birthday : null
}

/** Those that a contact may have. */
const photoTypes = new Set<string | null>(['image/png', 'image/jpeg', 'image/webp'])

/** By its bytes; one by URL is never fetched (TRUST S29). */
function takePhoto(draft: Draft, line: ContentLine): boolean {
  const data = /^\s*data:image\/[\w.+-]+;base64,/i.exec(line.value)?.[0]
  const isInline = data !== undefined || isBase64(line)
  const bytes = isInline ? Buffer.from(line.value.slice(data?.length ?? 0), 'base64') : null
  const isPhoto = bytes !== null && bytes.length <= contactLimits.photoBytes && photoTypes.has(pictureType(bytes))
  if (isPhoto && draft.contact.photo === null) draft.contact.photo = new Uint8Array(bytes)
  else draft.photosDropped += 1
  return true
}

/** A name where FN has none: of N, else what else names somebody. */
function nameOf(lines: readonly ContentLine[], { company, nickname, emails }: FileContact): string {
  const structured = lines.find((it) => it.name === 'N')
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] =
    structured === undefined ? [] : fieldsOf(structured).map((field) => field.trim())
  return composedName({ family, given, additional, prefix, suffix }) || nickname || company || emails[0]?.value || ''
}

export type NameFields = Readonly<Record<'family' | 'given' | 'additional' | 'prefix' | 'suffix', string>>

export function composedName({ family, given, additional, prefix, suffix }: NameFields): string {
  const isHan = /^[\p{Script=Han}\s]*$/u.test(family + given)
  if (isHan) return [family, additional, given].join('') || [prefix, suffix].filter(Boolean).join(' ')
  return [prefix, given, additional, family, suffix].filter(Boolean).join(' ')
}

/** N and ORG as they are written for a contact that came without them. */
export const plainStructured = {
  N: ({ name }: FileContact) => `N:${escapedText(name)};;;;`,
  ORG: ({ company }: FileContact) => `ORG:${escapedText(company)}`,
} as const

const isGivenAnyway = (line: ContentLine, contact: FileContact): boolean =>
  line.name === 'N' && line.group === '' && restLine(line) === plainStructured.N(contact)

/** Marks the name that an N in `rest` came with, where the two have nothing in common. */
export const namedFor = /;X-EP-FN=[\w-]*/

const nameMark = (name: string) => Buffer.from(name).toString('base64url')

function restOf(line: ContentLine, contact: FileContact): string {
  const text = restLine(line)
  if (line.name !== 'N' || isStillTrue(line, contact)) return text
  return text.replace(/^[^;:]*/, (path) => `${path};X-EP-FN=${nameMark(contact.name)}`)
}

/** Whether N or ORG still says what the field says, which may have been edited since. */
export function isStillTrue(line: ContentLine, { name, company }: FileContact): boolean {
  const [first = '', second = ''] = fieldsOf(line).map((field) => field.trim())
  if (line.name === 'ORG') return first === company.trim()
  const named = paramOf(line, 'X-EP-FN')
  return named === nameMark(name) || [first, second].every((field) => name.includes(field))
}
