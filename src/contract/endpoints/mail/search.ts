/** Searches that a person keeps under a name, by account. What is asked stands in them as the address of its results has it. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { optional, text, word } from '../../field'
import { limits } from '../../limits'
import { searchLocations } from './mail'

const savedSearch = v.object({
  id: v.string(),
  name: v.string(),
  /** Words and typed operators, without the folder. */
  keyword: v.string(),
  location: v.picklist(searchLocations),
  /** Null where none was chosen. */
  folder: v.nullable(v.string()),
})
export type SavedSearch = v.InferOutput<typeof savedSearch>

const name = () => text(200)
const oneSearch = v.object({ search: savedSearch })

/** Oldest first. */
export const savedSearches = endpoint({
  method: 'GET',
  path: 'webmail/search/namedSearches.action',
  reply: v.object({ searches: v.array(savedSearch) }),
})

export const saveSearch = endpoint({
  method: 'POST',
  path: 'webmail/search/saveSearch.action',
  fields: {
    name: name(),
    keyword: text(limits.savedSearchCharacters),
    location: word(searchLocations),
    folder: optional(text(200)),
  },
  reply: oneSearch,
  codes: ['searchNameInvalid', 'searchNameTaken', 'savedSearchesFull', 'keywordTooShort'],
})

export const renameSearch = endpoint({
  method: 'POST',
  path: 'webmail/search/renameSearch.action',
  fields: { id: text(100), name: name() },
  reply: oneSearch,
  codes: ['searchNameInvalid', 'searchNameTaken', 'notFound'],
})

export const removeSearch = endpoint({
  method: 'POST',
  path: 'webmail/search/removeSearch.action',
  fields: { id: text(100) },
  codes: ['notFound'],
})
