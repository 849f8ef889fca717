/** A card as a vCard, and as much of it as a QR code has room for. */
import {
  type CardContent,
  type CardField,
  type CardKind,
  type cardKinds,
  websiteOf,
} from '#contract/contacts/businessCard'
import { noDetails } from '#contract/contacts/contactDetails'
import type { FileContact } from '../../core/contactFile'
import { escapedText } from '../transfer/contactFile'
import { writeVCard } from '../transfer/writeVCards'

/** Version 3.0, which every phone reads; its bytes are UTF-8. */
export function vCardOf({ name, fields }: Pick<CardContent, 'name' | 'fields'>): string {
  const of = (kind: CardKind) => fields.find((field) => field.kind === kind)?.value ?? ''
  const labelled = (kind: CardKind, label: string) => (of(kind) === '' ? [] : [{ label, value: of(kind) }])
  const website = websiteOf(of('website'))
  const own = fields
    .filter(({ kind }) => kind === 'own')
    .map(({ label, value }) => (label ? `${label}: ${value}` : value))
  const person: FileContact = {
    ...noDetails,
    name,
    company: of('company'),
    emails: labelled('email', 'work'),
    phones: [...labelled('mobile', 'mobile'), ...labelled('phone', 'work')],
    fax: of('fax'),
    address: of('address'),
    notes: own.join('\n'),
    photo: null,
    rest: [
      ...(of('title') === '' ? [] : [`TITLE:${escapedText(of('title'))}`]),
      ...(of('website') === '' || website === null ? [] : [`URL:${website}`]),
    ],
  }
  return writeVCard(person, '3.0')
}

/** Of a code of version 18 with correction M: the most that a phone reads well off a screen. */
export const qrBytes = 560

/** Which fields go first where a code has no room for all; the name never goes. */
export const leavingOrder: readonly CardKind[] = [
  'own',
  'fax',
  'address',
  'website',
  'title',
  'phone',
  'company',
  'email',
  'mobile',
] satisfies readonly (typeof cardKinds)[number][]

/** The vCard whole where it fits; else without the fields of some kinds, named in `leftOut`. */
export function qrContentOf(card: Pick<CardContent, 'name' | 'fields'>): {
  readonly vCard: string
  readonly leftOut: readonly CardKind[]
} {
  let fields: readonly CardField[] = card.fields
  const leftOut: CardKind[] = []
  let vCard = vCardOf(card)
  for (const kind of leavingOrder) {
    if (Buffer.byteLength(vCard) <= qrBytes) break
    if (!fields.some((field) => field.kind === kind)) continue
    fields = fields.filter((field) => field.kind !== kind)
    leftOut.push(kind)
    vCard = vCardOf({ name: card.name, fields: [...fields] })
  }
  return { vCard, leftOut }
}
