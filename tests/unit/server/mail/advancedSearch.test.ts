import { describe, expect, it } from 'vitest'
import { readForm } from '#contract/endpoint'
import { advancedSearch } from '#contract/endpoints/mail/mail'
import type { TextQuery } from '#server/mail/mail.store'
import { makeAdvancedSearch } from '#server/mail/search/advancedSearch'
import { owner } from '#tests/server/conformance/mail/mailbox'

const session = { accountId: 'lin', username: 'lin@ep.test', timezone: 'UTC', createdAt: 0 }

async function asked(raw: Readonly<Record<string, string>>): Promise<TextQuery | undefined> {
  const questions: TextQuery[] = []
  const search = makeAdvancedSearch({
    accounts: { pageSize: async () => null },
    mailStores: {
      of: () => ({
        search: async (query) => {
          questions.push(query)
          return { list: [], total: 0, unread: null }
        },
      }),
    },
  })
  const read = readForm(advancedSearch, (key) => (raw[key] === undefined ? [] : [raw[key]]))
  if (!('form' in read)) throw new Error(read.fault)
  await search(read.form, { account: owner('lin'), session, tokenHash: '', sealedSecret: null })
  return questions[0]
}

describe('the advanced search', () => {
  it('asks the store for every field that was given', async () => {
    const more = { from: 'wang', seen: '0', hasAttachment: '1', startDate: '5', maxSize: '9' }
    expect(await asked({ keyword: ' 发票 ', location: 'subject', ...more })).toMatchObject({
      keyword: '发票',
      location: 'subject',
      folder: null,
      criteria: {
        texts: [{ location: 'from', keyword: 'wang' }],
        seen: false,
        flagged: null,
        hasAttachment: true,
        since: 5,
        until: null,
        maxSize: 9,
      },
    })
  })

  it('refuses a keyword that is looked for nowhere (SPEC §5)', async () => {
    await expect(asked({ keyword: '发票' })).rejects.toMatchObject({ code: 'badField' })
  })

  it.each([
    ['nothing at all', {}],
    ['spaces alone', { from: '  ' }],
    ['a folder alone', { folder: 'inbox' }],
    ['one character beside a field', { keyword: 'a', from: 'wang' }],
  ])('refuses %s with the rule of two characters', async (_name, raw) => {
    await expect(asked(raw)).rejects.toMatchObject({ code: 'keywordTooShort' })
  })
})
