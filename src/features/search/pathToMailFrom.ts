import { pathTo } from '../../store/routes/pathTo'
import { searchParams } from './searchFind'
import { emptyQuery } from './searchQuery'

/** Where the mails of one sender are found. */
export function pathToMailFrom(address: string): string {
  return pathTo('searchResult', {}, searchParams({ ...emptyQuery, from: address }))
}

/** Where the mails from and to somebody are found, and those that name the address. */
export function pathToMailWith(address: string): string {
  return pathTo('searchResult', {}, searchParams({ ...emptyQuery, words: address }))
}
