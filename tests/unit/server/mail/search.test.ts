import { describe, expect, it } from 'vitest'
import type { MailPage } from '#server/mail/mail.store'
import { makeSearch } from '#server/mail/search/search'
import { owner } from '#tests/server/conformance/mail/mailbox'

const account = owner('lin')
const session = { accountId: 'lin', username: 'lin@ep.test', timezone: 'UTC', createdAt: 0 }
const form = { keyword: 'report', location: 'all', folder: undefined, page: 1, pageSize: 10 } as const

async function replyFor(page: MailPage) {
  const search = makeSearch({
    accounts: { pageSize: async () => null },
    mailStores: { of: () => ({ search: async () => page }) },
  })
  return search(form, { account, session, tokenHash: '', sealedSecret: null })
}

describe('the search', () => {
  it('says that it goes on, and says nothing of it when it has ended', async () => {
    const page = { list: [], total: 0, unread: null }
    expect(await replyFor({ ...page, goesOn: true })).toEqual({ ...page, page: 1, pageSize: 10, goesOn: true })
    expect(await replyFor(page)).toEqual({ ...page, page: 1, pageSize: 10 })
  })
})
