/** Searches under names, as src/contract/endpoints/mail/search lists them. */
import * as entries from '#contract/endpoints/mail/search'
import { type Binding, on } from '../../http/binding'
import {
  makeRemoveSearch,
  makeRenameSearch,
  makeSavedSearches,
  makeSaveSearch,
  type SavedSearchParts,
} from './savedSearches'

export type SearchParts = SavedSearchParts

export function searchBindings(parts: SearchParts): readonly Binding[] {
  return [
    on(entries.savedSearches, makeSavedSearches(parts)),
    on(entries.saveSearch, makeSaveSearch(parts)),
    on(entries.renameSearch, makeRenameSearch(parts)),
    on(entries.removeSearch, makeRemoveSearch(parts)),
  ]
}
