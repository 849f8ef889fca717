/** Finds mails by a keyword, with the places where it stands in what a row shows. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail'
import { limits } from '../../src/contract/limits'
import { checkKeyword } from '../../src/contract/rules'
import type { Account } from '../core/account'
import { Refusal } from '../core/refusal'
import type { AccountStore } from '../ports/accountStore'
import type { MailStore } from '../ports/mailStores'
import type { Caller } from './caller'
import { summaryView } from './mailView'

type SearchReply = Reply<typeof entries.search>
type Match = SearchReply['list'][number]['matches'][number]
type Parts = {
  readonly accounts: Pick<AccountStore, 'pageSize'>
  readonly mailStores: { readonly of: (account: Account) => Pick<MailStore, 'search'> }
}

export const makeSearch =
  ({ accounts, mailStores }: Parts) =>
  async (form: Form<typeof entries.search>, { account, session }: Caller): Promise<SearchReply> => {
    const keyword = form.keyword.trim()
    const fault = checkKeyword(keyword)
    if (fault) throw new Refusal(fault, { field: 'keyword' })
    const pageSize = form.pageSize ?? (await accounts.pageSize(account.id)) ?? limits.pageSize
    const { location, page } = form
    const found = await mailStores
      .of(account)
      .search({ keyword, location, page, pageSize, folder: form.folder ?? null })
    if (!found) throw new Refusal('notFound')
    const list = found.list.map((it) => ({
      ...summaryView(it, session.timezone),
      matches: [
        ...matchesIn('subject', it.subject, keyword),
        ...matchesIn('preview', it.preview ?? '', keyword),
        ...matchesIn('from', it.from.name || it.from.address, keyword),
      ],
    }))
    const reply = { list, total: found.total, unread: found.unread, page, pageSize }
    return found.goesOn === true ? { ...reply, goesOn: true } : reply
  }

/** Every place of the keyword's words, in UTF-16 units of the text itself: changing its case could change its length. */
export function matchesIn(field: Match['field'], text: string, keyword: string): readonly Match[] {
  const words = keyword.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const places = text.matchAll(new RegExp(words.join('|'), 'giu'))
  return Array.from(places, (place) => ({ field, start: place.index, end: place.index + place[0].length }))
}
