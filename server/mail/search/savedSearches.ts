/** Searches that a person keeps under a name: told, kept, renamed and removed. */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/search'
import { limits } from '#contract/limits'
import { checkKeyword, checkSearchName, holdsControl } from '#contract/rules'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { SavedSearchStore } from './savedSearches.store'

export type SavedSearchDeps = { readonly savedSearches: SavedSearchStore; readonly clock: Clock }

export const makeSavedSearches =
  ({ savedSearches }: SavedSearchDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.savedSearches>> => ({
    searches: [...(await savedSearches.list(account.id))],
  })

export const makeSaveSearch =
  ({ savedSearches, clock }: SavedSearchDeps) =>
  async (form: Form<typeof entries.saveSearch>, { account }: Caller): Promise<Reply<typeof entries.saveSearch>> => {
    const keyword = form.keyword.trim()
    const fault = checkKeyword(keyword)
    if (fault) throw new Refusal(fault, { field: 'keyword' })
    if (holdsControl(keyword)) throw new Refusal('badField', { field: 'keyword' })
    const { location } = form
    const search = { id: randomUUID(), name: askedName(form.name), keyword, location, folder: form.folder || null }
    const came = await savedSearches.add(account.id, search, { now: clock.now(), most: limits.savedSearches })
    if (came === 'full') throw new Refusal('savedSearchesFull')
    if (came === 'nameTaken') throw new Refusal('searchNameTaken', { field: 'name' })
    return { search }
  }

export const makeRenameSearch =
  ({ savedSearches }: SavedSearchDeps) =>
  async (
    { id, name }: Form<typeof entries.renameSearch>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.renameSearch>> => {
    const search = await savedSearches.rename(account.id, id, askedName(name))
    if (search === null) throw new Refusal('notFound')
    if (search === 'nameTaken') throw new Refusal('searchNameTaken', { field: 'name' })
    return { search }
  }

export const makeRemoveSearch =
  ({ savedSearches }: SavedSearchDeps) =>
  async (
    { id }: Form<typeof entries.removeSearch>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.removeSearch>> => {
    if (!(await savedSearches.remove(account.id, id))) throw new Refusal('notFound')
    return {}
  }

function askedName(typed: string): string {
  const name = typed.trim()
  const fault = checkSearchName(name)
  if (fault) throw new Refusal(fault, { field: 'name' })
  return name
}
