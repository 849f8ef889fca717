import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { SearchCriteria } from '../../server/core/mailSearch'
import type { MailPage, MailStore, TextQuery } from '../../server/mail/mail.store'
import { openMimeReader } from '../../server/mime'
import { owner, pageOf, subjects } from '../server/conformance/mail/mailbox'
import { type MessageParts, newMail } from '../server/conformance/mail/mailMessage'
import { type ImapPlace, makeImapPlace } from './imapPlace'
import { within } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

let place: ImapPlace | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

async function opened(): Promise<{ lin: MailStore; add: (parts: MessageParts, folder?: string) => Promise<string> }> {
  const made = await makeImapPlace(mime)
  place = made
  const lin = made.store.of(owner('lin'))
  return { lin, add: async (parts, folder = 'inbox') => (await lin.append(newMail(parts, { folder }))).id }
}

const noCriteria: SearchCriteria = {
  texts: [],
  seen: null,
  flagged: null,
  urgent: null,
  hasAttachment: null,
  since: null,
  until: null,
  minSize: null,
  maxSize: null,
}

/** Asks again, as a screen does, until the search has ended. */
async function found(lin: MailStore, keyword: string, change: Partial<TextQuery> = {}): Promise<MailPage> {
  return vi.waitUntil(
    async () => {
      const page = await lin.search({ keyword, location: 'all', folder: null, page: 1, pageSize: 50, ...change })
      if (page === null) throw new Error('no such folder')
      return page.goesOn === true ? false : page
    },
    { timeout: 10_000, interval: 20 },
  )
}

const titles = async (...args: Parameters<typeof found>) => subjects((await found(...args)).list)

describe('search on an IMAP server', () => {
  it('looks where it is told to, in Chinese as in Latin letters', async () => {
    const { lin, add } = await opened()
    await add({
      subject: '增值税发票 alpha',
      from: 'Bravo <charlie@example.com>',
      to: 'Delta <delta@example.com>',
      text: '请查收合同 echo',
      file: 'foxtrot.pdf',
    })
    await add({ subject: 'other' })
    const wanted = [
      ['发票', 'subject'],
      ['ALPHA 发票', 'subject'],
      ['charlie', 'from'],
      ['delta', 'to'],
      ['合同', 'body'],
      ['Foxtrot', 'attachment'],
    ] as const
    for (const [keyword, location] of wanted) {
      expect(await titles(lin, keyword, { location })).toEqual(['增值税发票 alpha'])
    }
    for (const keyword of ['发票', 'charlie echo', '合同 delta']) {
      expect(await titles(lin, keyword)).toEqual(['增值税发票 alpha'])
    }
    expect(await titles(lin, 'alpha', { location: 'body' })).toEqual([])
    expect(await titles(lin, 'alpha missing')).toEqual([])
  })

  it('finds simplified and traditional Chinese by either', async () => {
    const { lin, add } = await opened()
    await add({ subject: '繁體：電子發票' })
    await add({ subject: '简体：电子发票' })
    expect(await titles(lin, '电子发票')).toEqual(['简体：电子发票', '繁體：電子發票'])
    expect(await titles(lin, '電子發票', { location: 'subject' })).toEqual(['简体：电子发票', '繁體：電子發票'])
  })

  it('finds what fulfils every criterion, with and without words', async () => {
    const { lin } = await opened()
    const day = Date.UTC(2026, 10, 20, 23, 30)
    const add = (parts: MessageParts, folder: string, receivedAt: number) =>
      lin.append(newMail(parts, { folder, receivedAt }))
    const { id } = await add({ subject: 'offer one', from: 'Zhao <zhao@example.com>', file: 'price.pdf' }, 'inbox', day)
    await add({ subject: 'offer two', from: 'Li <li@example.com>' }, 'inbox', day + 60_000)
    await add({ subject: 'offer three', text: 'x'.repeat(20_000) }, 'sent', day + 3_600_000)
    await lin.mark([id], 'flagged')
    const where = (change: Partial<SearchCriteria>, keyword = '', folder: string | null = null) =>
      titles(lin, keyword, { folder, criteria: { ...noCriteria, ...change } })
    expect(await where({ texts: [{ location: 'from', keyword: 'zhao' }] })).toEqual(['offer one'])
    expect(await where({ flagged: true })).toEqual(['offer one'])
    expect(await where({ flagged: false }, 'offer', 'inbox')).toEqual(['offer two'])
    expect(await where({ hasAttachment: true })).toEqual(['offer one'])
    expect(await where({ hasAttachment: false }, 'offer', 'inbox')).toEqual(['offer two'])
    expect(await where({ texts: [{ location: 'attachment', keyword: 'price' }], flagged: true })).toEqual(['offer one'])
    expect(await where({ minSize: 20_000 })).toEqual(['offer three'])
    expect(await where({ maxSize: 19_999 }, '', 'inbox')).toHaveLength(2)
    expect(await where({ seen: false, urgent: false }, 'two')).toEqual(['offer two'])
    expect(await where({ urgent: true })).toEqual([])
    expect(await where({ since: day + 1, until: day + 60_000 })).toEqual(['offer two'])
    expect(await where({ until: day })).toEqual(['offer one'])
  })

  it('finds in all folders, newest first, page by page, and stays within one that is named', async () => {
    const { lin } = await opened()
    const add = (n: number, folder: string) =>
      lin.append(newMail({ subject: `budget ${n}` }, { folder, receivedAt: 1_750_000_000_000 + n * 60_000 }))
    for (const [n, folder] of [
      [1, 'inbox'],
      [2, 'sent'],
      [3, 'inbox'],
      [4, 'junk'],
      [5, 'inbox'],
    ] as const) {
      await add(n, folder)
    }
    const folder = 'anywhere'
    expect(await titles(lin, 'budget', { folder })).toEqual([
      'budget 5',
      'budget 4',
      'budget 3',
      'budget 2',
      'budget 1',
    ])
    expect(await titles(lin, 'budget', { folder, page: 2, pageSize: 2 })).toEqual(['budget 3', 'budget 2'])
    expect(await titles(lin, 'budget')).toEqual(['budget 5', 'budget 3', 'budget 2', 'budget 1'])
    expect(await titles(lin, 'budget', { folder: 'junk' })).toEqual(['budget 4'])
    expect(await titles(lin, 'budget', { folder: 'inbox', page: 2, pageSize: 2 })).toEqual(['budget 1'])
    expect((await found(lin, 'budget', { folder: 'sent' })).total).toBe(1)
    const query = { keyword: 'budget', location: 'all', folder: 'none', page: 1, pageSize: 5 } as const
    expect(await lin.search(query)).toBeNull()
  })

  it('S13: takes nothing that is typed for syntax', async () => {
    const { lin, add } = await opened()
    await add({ subject: 'plain words' })
    const hostile = ['" OR ALL', 'x" SUBJECT "plain', 'plain {5}', 'NOT absent', '*', '%', '\\', '(', '🙂🙂', "'"]
    for (const keyword of hostile) {
      expect(await titles(lin, `${keyword} absent`, { location: 'subject' })).toEqual([])
    }
    expect(await titles(lin, 'plain', { location: 'subject' })).toEqual(['plain words'])
    expect((await pageOf(lin)).total).toBe(1)
  })

  it('tells all that a search finds at once, and ends when it is told to', async () => {
    const { lin, add } = await opened()
    for (const folder of ['inbox', 'sent', 'junk']) await add({ subject: `budget ${folder}` }, folder)
    const search = { keyword: 'budget', location: 'all', folder: null } as const
    const ids = await lin.findAll(search, async () => true)
    expect(subjects(await lin.summaries(ids ?? []))).toEqual(expect.arrayContaining(['budget inbox', 'budget sent']))
    expect(ids).toHaveLength(2)
    expect(await lin.findAll({ ...search, folder: 'anywhere' }, async () => true)).toHaveLength(3)
    expect(await lin.findAll({ ...search, folder: 'nowhere' }, async () => true)).toBeNull()
    const some = await lin.findAll({ ...search, folder: 'anywhere' }, async () => false)
    expect(some?.length).toBeLessThan(3)
    expect(await titles(lin, 'budget')).toHaveLength(2)
  })

  it('R11: shows nothing of what another client took away meanwhile', async () => {
    const { lin, add } = await opened()
    await add({ subject: 'budget one' })
    await add({ subject: 'budget two' })
    expect(await titles(lin, 'budget')).toEqual(['budget two', 'budget one'])
    const user = place?.user('lin')
    if (user) await within(user, 'INBOX', (client) => client.messageDelete('1', { uid: true }))
    expect(await titles(lin, 'budget')).toEqual(['budget two'])
  })

  it('keeps an order that was asked for until a mail comes or goes', async () => {
    const { lin, add } = await opened()
    await add({ subject: 'cherry' })
    await add({ subject: 'apple' })
    const sorted = async () => subjects((await pageOf(lin, { sort: 'subject', order: 'asc' })).list)
    expect(await sorted()).toEqual(['apple', 'cherry'])
    const id = await add({ subject: 'banana' })
    expect(await sorted()).toEqual(['apple', 'banana', 'cherry'])
    await lin.remove([id])
    await add({ subject: 'damson' })
    expect(await sorted()).toEqual(['apple', 'cherry', 'damson'])
  })
})
