/** Short ways to say what the suites of mail stores do over and over. */
import { text } from 'node:stream/consumers'
import type { Account } from '#server/core/account'
import type { StoredSummary } from '#server/core/mail'
import type { FolderQuery, MailPage, MailStore, TextQuery } from '#server/mail/mail.store'

export function owner(id: string): Account {
  return {
    id,
    address: `${id}@ep.test`,
    displayName: id,
    tier: 'free',
    organization: null,
    locked: false,
    dueAt: null,
  }
}

export async function pageOf(store: MailStore, query: Partial<FolderQuery> = {}): Promise<MailPage> {
  const page = await store.page({
    folder: 'inbox',
    page: 1,
    pageSize: 50,
    sort: 'date',
    order: 'desc',
    filter: 'all',
    ...query,
  })
  if (page === null) throw new Error('no such folder')
  return page
}

export async function subjectsOf(store: MailStore, query: Partial<FolderQuery> = {}): Promise<string[]> {
  return subjects((await pageOf(store, query)).list)
}

export async function found(store: MailStore, keyword: string, query: Partial<TextQuery> = {}): Promise<string[]> {
  const page = await store.search({ keyword, location: 'all', folder: null, page: 1, pageSize: 50, ...query })
  if (page === null) throw new Error('no such folder')
  return subjects(page.list)
}

export function subjects(list: readonly StoredSummary[]): string[] {
  return list.map((mail) => mail.subject)
}

export async function rawOf(store: MailStore, id: string): Promise<string | null> {
  const raw = await store.raw(id)
  return raw && text(raw.stream)
}

export async function folderCounts(store: MailStore, id: string) {
  const folder = (await store.folders()).find((one) => one.id === id)
  return folder && { total: folder.total, unread: folder.unread }
}
