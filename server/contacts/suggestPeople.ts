/** Whom the text typed into a recipient's box may mean (BEHAVIOUR §3): by use, then by name; Chinese names by their sound too. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/sending/contacts'
import { limits } from '../../src/contract/limits'
import { foldedName } from '../../src/contract/mail/plainName'
import type { Caller } from '../core/caller'
import type { PeopleFinder } from './peopleFinder.store'

type Parts = { readonly peopleFinder: PeopleFinder }

export const makeSuggestPeople =
  ({ peopleFinder }: Parts) =>
  async (
    { typed, except }: Form<typeof entries.suggestPeople>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.suggestPeople>> => {
    const words = foldedName(typed).split(' ').filter(Boolean)
    if (words.length === 0) return { groups: [], people: [] }
    const groups = await peopleFinder.groups(account.id, words, limits.suggestedGroups)
    const people = await peopleFinder.people(account.id, words, { except, most: limits.suggestions })
    return { groups: [...groups], people: [...people] }
  }
