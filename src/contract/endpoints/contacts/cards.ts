/** Business cards (SPEC §3 E-card), sent so that any program can save a message's writer. */
import * as v from 'valibot'
import { businessCard, cardContent, cardKinds, cardLimits } from '../../contacts/businessCard'
import { someDetails } from '../../contacts/contactDetails'
import { endpoint } from '../../endpoint'
import { flag, json, optional, text } from '../../field'

const all = v.object({ cards: v.array(businessCard) })

/** In the order in which they were made. */
export const cards = endpoint({
  method: 'GET',
  path: 'webmail/card/cards.action',
  reply: all,
})

/** A fault in a field is named with its index (`fields.1`), counted without empty ones. */
export const saveCard = endpoint({
  method: 'POST',
  path: 'webmail/card/saveCard.action',
  fields: {
    /** Of the one that is changed; left out for another one. */
    id: optional(text(100)),
    card: json(cardContent, cardLimits.jsonCharacters),
    /** Takes this from the card that had it. */
    isDefault: flag(),
  },
  reply: all,
  codes: ['cardNameEmpty', 'cardFieldsFull', 'cardsFull', 'notFound'],
})

export const removeCard = endpoint({
  method: 'POST',
  path: 'webmail/card/removeCard.action',
  fields: { id: text(100) },
  reply: all,
  codes: ['notFound'],
})

/** Undoes a removal within a day. */
export const restoreCard = endpoint({
  method: 'POST',
  path: 'webmail/card/restoreCard.action',
  fields: { id: text(100) },
  reply: all,
  codes: ['notFound', 'cardsFull'],
})

/** Takes a picture as raw bytes; its name goes into a card. One without a card goes after a day. */
export const putCardLogo = endpoint({
  method: 'POST',
  path: 'webmail/card/putLogo.action',
  reply: v.object({ logo: v.string() }),
  codes: ['imageFormatUnsupported', 'logoTooLarge', 'tooManyTries', 'quotaExceeded'],
  body: 'bytesIn',
})

/** A card as it goes into a message, with its pictures as data. */
export const previewCard = endpoint({
  method: 'POST',
  path: 'webmail/card/previewCard.action',
  fields: { card: json(cardContent, cardLimits.jsonCharacters) },
  reply: v.object({ html: v.string(), leftOut: v.array(v.picklist(cardKinds)) }),
  codes: ['cardNameEmpty', 'cardFieldsFull'],
})

/** The people of a received file of vCards; `more` counts those that are not shown. */
export const attachedCards = endpoint({
  method: 'POST',
  path: 'webmail/card/attachedCards.action',
  fields: { id: text(200), part: text(100) },
  reply: v.object({
    cards: v.array(
      v.object({
        details: someDetails,
        /** The contact who has an address or the name of theirs; null for nobody. */
        existing: v.nullable(v.string()),
      }),
    ),
    more: v.number(),
  }),
  codes: ['notFound'],
})
