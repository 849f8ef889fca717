/** The people of an organization, as its members find them. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text, whole, withDefault } from '../../field'
import { address } from '../../shapes'

/** Members of the caller's organization, by name; nobody for whoever belongs to none. */
export const directory = endpoint({
  method: 'POST',
  path: 'webmail/corp/directory.action',
  fields: {
    typed: withDefault(text(320), ''),
    /** The `next` of the page before; empty at first. */
    cursor: withDefault(text(2_000), ''),
    size: withDefault(whole(1, 200), 100),
  },
  reply: v.object({ people: v.array(address), next: v.string() }),
})
