/** People and groups as recipients: whom typed text may mean, and who is in a group. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { list, text } from '../../field'
import { address } from '../../shapes'

/** A group of contacts, with the number of its members. */
export const contactGroup = /* @__PURE__ */ v.object({ id: v.string(), name: v.string(), members: v.number() })
export type ContactGroup = v.InferOutput<typeof contactGroup>

/** Who is in a group, by name. */
export const groupMembers = endpoint({
  method: 'POST',
  path: 'webmail/contact/groupMembers.action',
  fields: { id: text(100) },
  reply: v.object({ name: v.string(), people: v.array(address) }),
  codes: ['notFound'],
})

/** People whom the person knows or wrote to, and groups, that the typed text may mean, the likeliest first; Chinese names by their sound too. */
export const suggestPeople = endpoint({
  method: 'POST',
  path: 'webmail/contact/suggestions.action',
  /** `except`: addresses that are named already. */
  fields: { typed: text(320), except: list(1_000, 320) },
  /** `uses`: how often one was written to. */
  reply: v.object({
    groups: v.array(contactGroup),
    people: v.array(v.object({ ...address.entries, uses: v.number() })),
  }),
})
