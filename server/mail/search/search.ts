/** Finds mails by a keyword, with the places where it stands in what a row shows. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/mail'
import { limits } from '#contract/limits'
import { checkKeyword } from '#contract/rules'
import type { Account } from '../../core/account'
import type { Caller } from '../../core/caller'
import type { SearchedText } from '../../core/mailSearch'
import { Refusal } from '../../core/refusal'
import { highlightRanges, wordsOf } from '../../kit/highlight'
import type { AccountStore } from '../../session/account.store'
import type { MailStore, TextQuery } from '../mail.store'
import { summaryView } from '../mailView'

export type SearchDeps = {
  readonly accounts: Pick<AccountStore, 'pageSize'>
  readonly mailStores: { readonly of: (account: Account) => Pick<MailStore, 'search'> }
}

type SearchReply = Reply<typeof entries.search>
type Match = SearchReply['list'][number]['matches'][number]

export const makeSearch =
  (deps: SearchDeps) =>
  async (form: Form<typeof entries.search>, caller: Caller): Promise<SearchReply> => {
    const keyword = form.keyword.trim()
    const fault = checkKeyword(keyword)
    if (fault) throw new Refusal(fault, { field: 'keyword' })
    const { location, page, pageSize } = form
    return foundPage(deps, caller, { keyword, location, page, folder: form.folder ?? null }, pageSize)
  }

/** Asks the store and marks what its rows show. */
export async function foundPage(
  { accounts, mailStores }: SearchDeps,
  { account, session }: Caller,
  query: Omit<TextQuery, 'pageSize'>,
  wantedSize: number | undefined,
): Promise<SearchReply> {
  const pageSize = wantedSize ?? (await accounts.pageSize(account.id)) ?? limits.pageSize
  const found = await mailStores.of(account).search({ ...query, pageSize })
  if (!found) throw new Refusal('notFound')
  const texts = [query, ...(query.criteria?.texts ?? [])]
  const list = found.list.map((it) => ({
    ...summaryView(it, session.timezone),
    matches: [
      ...matchesIn('subject', it.subject, texts),
      ...matchesIn('preview', it.preview ?? '', texts),
      ...matchesIn('from', it.from.name || it.from.address, texts),
    ],
  }))
  const reply = { list, total: found.total, unread: found.unread, page: query.page, pageSize }
  return found.goesOn === true ? { ...reply, goesOn: true } : reply
}

const shownAt: Readonly<Record<Match['field'], readonly SearchedText['location'][]>> = {
  subject: ['all', 'subject'],
  preview: ['all', 'body'],
  from: ['all', 'from'],
}

/** Every place of the words that were looked for there. */
export function matchesIn(field: Match['field'], text: string, texts: readonly SearchedText[]): readonly Match[] {
  const words = texts.filter((it) => shownAt[field].includes(it.location)).flatMap((it) => wordsOf(it.keyword))
  return highlightRanges(text, words).map((place) => ({ field, ...place }))
}
