/** A business card (SPEC §3 E-card): what it holds, and its check for form and gateway. */
import * as v from 'valibot'
import type { RefusalCode } from '../codes'
import { limits } from '../limits'
import { contactName } from '../mail/contactRules'
import { isAnswerable } from '../rules'

/** What a field is in a vCard; `own` has no property and becomes a note. */
export const cardKinds = ['company', 'title', 'mobile', 'phone', 'fax', 'email', 'website', 'address', 'own'] as const
export type CardKind = (typeof cardKinds)[number]

export const cardLayouts = ['business', 'fashion'] as const

export const cardLimits = {
  /** Cards of one account. */
  cards: 5,
  nameCharacters: 50,
  labelCharacters: 20,
  valueCharacters: 200,
  /** Characters of a card as JSON. */
  jsonCharacters: 16 * 1_024,
  /** Pixels of a stored logo's longer side, and of the picture that it is made of. */
  logoSide: 320,
  logoPixels: 24_000_000,
  /** Milliseconds for which a removed card can be brought back. */
  undoMs: 24 * 60 * 60 * 1_000,
  /** Bytes of a received file of cards that are read, and cards that are shown. */
  readBytes: 1_048_576,
  shownCards: 10,
} as const

const cardField = /* @__PURE__ */ v.object({
  kind: v.picklist(cardKinds),
  /** Stands before the value in a message, in the writer's own words. */
  label: v.string(),
  value: v.string(),
})
export type CardField = v.InferOutput<typeof cardField>

/** All that a person enters of a card. */
export const cardContent = /* @__PURE__ */ v.object({
  name: v.string(),
  fields: v.array(cardField),
  /** Names a stored picture, or is empty. */
  logo: v.string(),
  layout: v.picklist(cardLayouts),
})
export type CardContent = v.InferOutput<typeof cardContent>

export const businessCard = /* @__PURE__ */ v.object({
  id: v.string(),
  ...cardContent.entries,
  /** Goes with each new message and answer by itself; one card at most. */
  isDefault: v.boolean(),
  /** What its QR code has no room for, in the order in which it was left out. */
  leftOut: v.array(v.picklist(cardKinds)),
})
export type BusinessCard = v.InferOutput<typeof businessCard>

/** A card as a message being written names it. */
export const namedCard = /* @__PURE__ */ v.object({ id: v.string(), name: v.string() })
export type NamedCard = v.InferOutput<typeof namedCard>

/** As it is stored: each value in one line, and no field without one (TRUST S11, S28). */
export function cleanCard(card: CardContent): CardContent {
  return {
    ...card,
    name: contactName(card.name),
    fields: card.fields
      .map(({ kind, label, value }) => ({ kind, label: contactName(label), value: contactName(value) }))
      .filter(({ value }) => value !== ''),
  }
}

export type CardFault = { readonly code: RefusalCode; readonly field: string }

/** The fault of a card as `cleanCard` gives it, a field by its index (`fields.1`); or null. */
export function checkCard({ name, fields }: CardContent): CardFault | null {
  if (name === '') return { code: 'cardNameEmpty', field: 'name' }
  if ([...name].length > cardLimits.nameCharacters) return { code: 'badField', field: 'name' }
  if (fields.length > limits.cardFields) return { code: 'cardFieldsFull', field: 'fields' }
  const wrong = fields.findIndex((field, at) => !isSound(field) || isTwice(fields, at))
  return wrong < 0 ? null : { code: 'badField', field: `fields.${wrong}` }
}

function isSound({ kind, label, value }: CardField): boolean {
  if ([...value].length > cardLimits.valueCharacters || [...label].length > cardLimits.labelCharacters) return false
  if (kind === 'email') return isAnswerable(value)
  return kind !== 'website' || websiteOf(value) !== null
}

/** A vCard has one of each; own fields become one note. */
function isTwice(fields: readonly CardField[], at: number): boolean {
  const kind = fields[at]?.kind
  return kind !== 'own' && fields.findIndex((other) => other.kind === kind) < at
}

/** The address that a website is opened by, also where it was typed without its scheme; or null. */
export function websiteOf(typed: string): string | null {
  const written = /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/]*:\d/.test(typed) ? typed : `https://${typed}`
  if (/\s/.test(typed) || !URL.canParse(written)) return null
  const { protocol, hostname, username, href } = new URL(written)
  return /^https?:$/.test(protocol) && hostname.includes('.') && username === '' ? href : null
}
