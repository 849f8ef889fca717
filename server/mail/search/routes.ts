/** Searches under names, as src/contract/endpoints/mail/search lists them. */
import * as entries from '#contract/endpoints/mail/search'
import { type Binding, on } from '../../http/binding'
import {
  makeRemoveSearch,
  makeRenameSearch,
  makeSavedSearches,
  makeSaveSearch,
  type SavedSearchDeps,
} from './savedSearches'

export type SearchDeps = SavedSearchDeps

export function searchBindings(deps: SearchDeps): readonly Binding[] {
  return [
    on(entries.savedSearches, makeSavedSearches(deps)),
    on(entries.saveSearch, makeSaveSearch(deps)),
    on(entries.renameSearch, makeRenameSearch(deps)),
    on(entries.removeSearch, makeRemoveSearch(deps)),
  ]
}
