/** Blacklist and whitelist as a whole (BEHAVIOUR §11); `takeBackDecision` takes changes back. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { list, optional, text, whole, word } from '../../field'
import { limits } from '../../limits'
import { entryFaults, listKinds } from '../../mail/senderEntries'

const texts = v.array(v.string())
const writingCodes = ['serverCannot', 'rulesChanged', 'tooLarge', 'quotaExceeded'] as const

export const senderListOrders = ['newest', 'name'] as const

/** A page of both lists, or of one. */
export const senderLists = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/senderLists.action',
  fields: {
    kind: optional(word(listKinds)),
    query: text(254),
    order: word(senderListOrders),
    /** How many of them are passed over. */
    from: whole(0, 2 * limits.listEntries),
  },
  reply: v.object({
    entries: v.array(
      v.object({
        entry: v.string(),
        kind: v.picklist(listKinds),
        /** The first entry of the other list that concerns it; the whitelist wins. */
        against: v.nullable(v.string()),
      }),
    ),
    /** Of those that were asked for, and of each list as a whole. */
    total: v.number(),
    counts: v.object({ black: v.number(), white: v.number() }),
  }),
  codes: ['serverCannot'],
})

/** Puts those that are correct on a list. */
export const addListEntries = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/addListEntries.action',
  fields: { kind: word(listKinds), entries: list(limits.listEntries, 400) },
  reply: v.object({
    added: texts,
    /** Those that stood there before. */
    already: texts,
    /** By their position in what was sent. */
    refused: v.array(v.object({ at: v.number(), fault: v.picklist(entryFaults) })),
    /** Entries of the other list that concern those that are on this list now. */
    against: texts,
  }),
  codes: writingCodes,
  formBytes: 2 * 1024 * 1024,
})

export const removeListEntries = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/removeListEntries.action',
  fields: { black: list(limits.listEntries, 400), white: list(limits.listEntries, 400) },
  /** Those that stood there, for an Undo. */
  reply: v.object({ black: texts, white: texts }),
  codes: writingCodes,
  formBytes: 2 * 1024 * 1024,
})

/** What the lists say of addresses, such as those of a contact. */
export const listedSenders = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/listedSenders.action',
  fields: { addresses: list(100, 400) },
  /** Those that are blocked and not trusted: their messages go to Junk. */
  reply: v.object({ blocked: texts }),
})
