/** Contacts as vCard 3.0 (RFC 2426) or 4.0 (RFC 6350). */
import type { LabelledValue } from '#contract/contacts/contactDetails'
import type { FileContact } from '../../core/contactFile'
import { pictureType } from '../../kit/pictures/pictureType'
import { isStillTrue, namedFor, ownProperties, plainStructured } from './cardFields'
import { escapedText } from './contactFile'
import { type ContentLine, foldedLine, readContentLine, restLines } from './vCardLines'

export const vCardVersions = ['3.0', '4.0'] as const
export type VCardVersion = (typeof vCardVersions)[number]

/** One card, with what an imported one held beyond our fields. */
export function writeVCard(contact: FileContact, version: VCardVersion): string {
  const rest = restLines(contact.rest, contact.birthday === '' ? [] : ['BDAY']).flatMap(
    (text) => readContentLine({ text, isOld: false }) ?? [],
  )
  const structured = rest.filter((it) => it.name === 'N' || it.name === 'ORG')
  const stale = structured.filter((it) => isStructured(it) && !isStillTrue(it, contact))
  const others = rest.filter((it) => !stale.includes(it))
  const has = (name: 'N' | 'ORG') => others.some((it) => it.name === name && isStillTrue(it, contact))
  const lines = [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    ...(has('N') ? [] : [plainStructured.N(contact)]),
    `FN:${escapedText(contact.name)}`,
    ...(contact.company === '' || has('ORG') ? [] : [plainStructured.ORG(contact)]),
    ...fieldLines(contact, version),
    ...labelledLines(contact, version, firstFreeItem(rest)),
    ...photoLine(contact, version),
    ...others.map(({ raw }) => raw.text.replace(namedFor, '')),
    'END:VCARD',
  ]
  return lines.map(foldedLine).join('')
}

/** An N whatever it holds, an ORG with departments: another ORG stands for itself. */
const isStructured = (line: ContentLine) => line.name === 'N' || line.value.includes(';')

function fieldLines(contact: FileContact, version: VCardVersion): string[] {
  const { nickname, notes, groups, familyInfo, starred, birthday, fax, familyPhone } = contact
  const line = (head: string, value: string) => (value === '' ? [] : [`${head}:${escapedText(value)}`])
  return [
    ...line('NICKNAME', nickname),
    ...birthdayLine(birthday, version),
    ...line('TEL;TYPE=FAX', fax),
    ...line(`TEL;TYPE=HOME;${ownProperties.field}=family`, familyPhone),
    ...addressLine('ADR', contact.address, contact.postcode),
    ...addressLine(`ADR;TYPE=HOME;${ownProperties.field}=family`, contact.familyAddress, ''),
    ...line('NOTE', notes),
    ...(groups.length === 0 ? [] : [`CATEGORIES:${groups.map(escapedText).join(',')}`]),
    ...line(ownProperties.familyInfo, familyInfo),
    ...(starred ? [`${ownProperties.starred}:1`] : []),
  ]
}

function birthdayLine(birthday: string, version: VCardVersion): string[] {
  if (birthday === '') return []
  if (version === '4.0') return [`BDAY:${birthday.replace(/(?<=\d)-/g, '')}`]
  // 3.0 has no day without a year: a leap year that every program of Apple knows as none.
  return birthday.startsWith('-') ? [`BDAY;X-APPLE-OMIT-YEAR=1604:1604${birthday.slice(1)}`] : [`BDAY:${birthday}`]
}

const addressLine = (head: string, address: string, postcode: string): string[] =>
  address === '' && postcode === '' ? [] : [`${head}:;;${escapedText(address)};;;${escapedText(postcode)};`]

const emailTypes: Readonly<Record<string, string>> = { home: 'HOME', work: 'WORK' }
const phoneTypes: Readonly<Record<string, string>> = { ...emailTypes, mobile: 'CELL' }

/** A label that no TYPE has stands in a line of its own, tied by a group (`item1`). */
function labelledLines({ emails, phones }: FileContact, version: VCardVersion, firstItem: number): string[] {
  let item = firstItem
  const linesOf = (name: string, values: readonly LabelledValue[], types: typeof phoneTypes) =>
    values.flatMap(({ label, value }, at) => {
      const isFirst = at === 0 && values.length > 1
      const preferred = isFirst ? (version === '3.0' ? ';TYPE=PREF' : ';PREF=1') : ''
      const type = types[label]
      const line = `${name}${type === undefined ? '' : `;TYPE=${type}`}${preferred}:${escapedText(value)}`
      if (type !== undefined || label === '') return [line]
      const group = `item${item}`
      item += 1
      return [`${group}.${line}`, `${group}.X-ABLabel:${escapedText(label)}`]
    })
  return [...linesOf('EMAIL', emails, emailTypes), ...linesOf('TEL', phones, phoneTypes)]
}

/** After the groups of `rest`, whose labels are theirs. */
const firstFreeItem = (rest: readonly ContentLine[]) =>
  1 + Math.max(0, ...rest.map(({ group }) => Number(/^item(\d{1,6})$/i.exec(group)?.[1] ?? 0)))

function photoLine({ photo }: FileContact, version: VCardVersion): string[] {
  const type = photo === null ? null : pictureType(photo)
  if (photo === null || type === null) return []
  const base64 = Buffer.from(photo).toString('base64')
  if (version === '4.0') return [`PHOTO:data:${type};base64,${base64}`]
  return [`PHOTO;ENCODING=b;TYPE=${type.slice('image/'.length).toUpperCase()}:${base64}`]
}
