import { describe, expect, it } from 'vitest'
import type { SearchCriteria } from '#server/core/mailSearch'
import type { MailStores } from '#server/mail/mail.store'
import { eachTest, type MakeSubject } from '../subject'
import { found, owner } from './mailbox'
import { type MessageParts, newMail } from './mailMessage'

/** How every mail store that searches by itself finds text. */
export function mailSearchConforms(name: string, make: MakeSubject<MailStores>): void {
  describe(`mail search: ${name}`, () => {
    const subject = eachTest(make)
    const lin = () => subject.current().store.of(owner('lin'))
    const add = async (parts: MessageParts, folder = 'inbox') => (await lin().append(newMail(parts, { folder }))).id

    it('finds two Chinese characters anywhere in a run, newest first', async () => {
      await add({ subject: '增值税发票已开具' })
      await add({ subject: 'Second', text: '请查收2024年发票。' })
      await add({ subject: 'Third', text: '发货 票据' })
      expect(await found(lin(), '发票')).toEqual(['Second', '增值税发票已开具'])
      expect(await found(lin(), '增值税发票')).toEqual(['增值税发票已开具'])
      expect(await found(lin(), '值发')).toEqual([])
      expect(await found(lin(), '年发')).toEqual(['Second'])
      expect(await found(lin(), '2024年')).toEqual(['Second'])
    })

    it('finds Latin words by their beginning, whatever case, width and accent', async () => {
      await add({ subject: 'Résumé INVOICE-2024' })
      expect(await found(lin(), 'invo')).toHaveLength(1)
      expect(await found(lin(), 'ＩＮＶＯＩＣＥ')).toHaveLength(1)
      expect(await found(lin(), 'resume')).toHaveLength(1)
      expect(await found(lin(), 'invoice-20')).toHaveLength(1)
      expect(await found(lin(), 'voice')).toHaveLength(0)
      expect(await found(lin(), '2024 résu')).toHaveLength(1)
    })

    it('looks where it is told to', async () => {
      await add({
        subject: 'alpha',
        from: 'Bravo <charlie@example.com>',
        to: 'Delta <delta@example.com>',
        text: 'echo',
        file: 'foxtrot.pdf',
      })
      const wanted = { alpha: 'subject', charlie: 'from', delta: 'to', echo: 'body', foxtrot: 'attachment' } as const
      for (const [word, location] of Object.entries(wanted)) {
        expect(await found(lin(), word, { location })).toEqual(['alpha'])
        expect(await found(lin(), word)).toEqual(['alpha'])
      }
      expect(await found(lin(), 'alpha', { location: 'body' })).toEqual([])
      expect(await found(lin(), 'charlie@example.com', { location: 'from' })).toEqual(['alpha'])
    })

    it('stays within a folder and pages through what it finds', async () => {
      for (let n = 1; n <= 5; n += 1) await add({ subject: `budget ${n}` })
      await add({ subject: 'budget sent' }, 'sent')
      const page = await lin().search({
        keyword: 'budget',
        location: 'all',
        folder: 'inbox',
        page: 2,
        pageSize: 2,
      })
      expect(page?.total).toBe(5)
      expect(page?.list.map((mail) => mail.subject)).toEqual(['budget 3', 'budget 2'])
      expect(await found(lin(), 'budget', { folder: 'sent' })).toEqual(['budget sent'])
      expect(
        await lin().search({ keyword: 'budget', location: 'all', folder: 'none', page: 1, pageSize: 5 }),
      ).toBeNull()
    })

    it('leaves Deleted and Junk out unless it is told to look there or anywhere', async () => {
      for (const folder of ['inbox', 'archive', 'deleted', 'junk']) await add({ subject: `budget ${folder}` }, folder)
      expect(await found(lin(), 'budget')).toEqual(['budget archive', 'budget inbox'])
      expect(await found(lin(), 'budget', { folder: 'junk' })).toEqual(['budget junk'])
      expect(await found(lin(), 'budget', { folder: 'anywhere' })).toHaveLength(4)
      const criteria = { ...noCriteria, seen: false }
      expect(await found(lin(), '', { criteria })).toHaveLength(2)
      expect(await found(lin(), '', { criteria, folder: 'anywhere' })).toHaveLength(4)
      expect(await lin().page({ ...wholeFolder, folder: 'anywhere' })).toBeNull()
    })

    it('tells all that a search finds at once, for work over all of it', async () => {
      const goOn = async () => true
      for (let at = 1; at <= 3; at += 1) await add({ subject: `budget ${at}` })
      const inJunk = await add({ subject: 'budget junk' }, 'junk')
      const search = { keyword: 'budget', location: 'all', folder: null } as const
      const ids = await lin().findAll(search, goOn)
      const rows = await lin().summaries(ids ?? [])
      expect(rows.map((mail) => mail.subject).toSorted()).toEqual(['budget 1', 'budget 2', 'budget 3'])
      expect(await lin().findAll({ ...search, folder: 'junk' }, goOn)).toEqual([inJunk])
      expect(await lin().findAll({ ...search, keyword: '🙂🙂' }, goOn)).toEqual([])
      expect(await lin().findAll({ ...search, folder: 'nowhere' }, goOn)).toBeNull()
    })

    it('S13: takes nothing that is typed for syntax', async () => {
      await add({ subject: 'plain words' })
      const hostile = [
        '" OR subject:plain',
        'plain" OR "x',
        'subject:plain',
        'NEAR(plain words)',
        '{subject} : words',
        'plain*^',
        "'; drop table mails; --",
        '")) AND ((',
        '\u0000plain\u0000',
        '🙂🙂',
        '"*"',
      ]
      for (const keyword of hostile) await expect(lin().search(query(keyword))).resolves.not.toBeNull()
      expect(await found(lin(), '" OR "')).toEqual([])
      expect(await found(lin(), 'nothing OR plain')).toEqual([])
      expect(await found(lin(), 'NOT plain')).toEqual([])
      expect(await found(lin(), 'plain')).toEqual(['plain words'])
    })

    it('S30: keeps and searches a line of a million characters without stalling', async () => {
      await add({ subject: 'long', text: `${'a'.repeat(500_000)} ${'<'.repeat(500_000)}` })
      await add({ subject: 'many', text: '发'.repeat(300_000) })
      expect(await found(lin(), 'aaaa')).toEqual(['long'])
      expect(await found(lin(), '发'.repeat(100))).toEqual(['many'])
    })

    it('finds simplified and traditional Chinese by either', async () => {
      await add({ subject: '繁體：電子發票' })
      await add({ subject: '简体：电子发票' })
      expect(await found(lin(), '电子发票')).toEqual(['简体：电子发票', '繁體：電子發票'])
      expect(await found(lin(), '電子發票')).toEqual(['简体：电子发票', '繁體：電子發票'])
    })

    it('finds what fulfils every criterion, with and without words', async () => {
      const wanted = await add({ subject: 'offer', from: 'Zhao <zhao@example.com>', file: 'price.pdf' })
      await add({ subject: 'offer', from: 'Li <li@example.com>' })
      await add({ subject: 'other', text: 'x'.repeat(20_000) }, 'sent')
      await lin().mark([wanted], 'flagged')
      const where = async (change: Partial<SearchCriteria>, keyword = '', folder: string | null = null) => {
        const criteria = { ...noCriteria, ...change }
        const page = await lin().search({ keyword, location: 'all', folder, page: 1, pageSize: 20, criteria })
        return page?.list.map((mail) => `${mail.subject} ${mail.from.name}`.trim())
      }
      expect(await where({ texts: [{ location: 'from', keyword: 'zhao' }] })).toEqual(['offer Zhao'])
      expect(await where({ flagged: true }, 'offer')).toEqual(['offer Zhao'])
      expect(await where({ flagged: false }, 'offer')).toEqual(['offer Li'])
      expect(await where({ hasAttachment: true })).toEqual(['offer Zhao'])
      expect(await where({ minSize: 20_000 })).toHaveLength(1)
      expect(await where({ maxSize: 20_000 }, '', 'inbox')).toHaveLength(2)
      expect(await where({ seen: true })).toEqual([])
      expect(await where({ urgent: true })).toEqual([])
      const [{ receivedAt } = { receivedAt: 0 }] = await lin().summaries([wanted])
      expect(await where({ since: receivedAt, until: receivedAt }, '', 'inbox')).toContain('offer Zhao')
      expect(await where({ until: receivedAt - 1 }, '', 'inbox')).not.toContain('offer Zhao')
      expect(await where({ flagged: true }, '🙂🙂')).toEqual([])
    })

    it('finds nothing of a mail that was replaced', async () => {
      const old = await add({ subject: 'first version' }, 'draft')
      await lin().replace(old, newMail({ subject: 'second version' }, { folder: 'draft' }))
      expect(await found(lin(), 'version')).toEqual(['second version'])
    })
  })
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

const wholeFolder = { page: 1, pageSize: 5, sort: 'date', order: 'desc', filter: 'all' } as const

function query(keyword: string) {
  return { keyword, location: 'all', folder: null, page: 1, pageSize: 20 } as const
}
