/** Every attachment of a mailbox over the wire (docs/decisions/0067). */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attachmentLimits } from '#contract/mail/attachmentKinds'
import type { Account } from '#server/core/account'
import { enterAllDue } from '#server/mail/sqlite/attachments/attachmentRows'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let account: Account
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  account = await gateway.account('lin@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

type File = { readonly name: string; readonly type?: string; readonly text?: string; readonly inline?: true }

const encoded = (name: string) => `=?utf-8?B?${Buffer.from(name).toString('base64')}?=`

/** A message with files. */
function raw(files: readonly File[], from = 'w@example.cn', subject = 'files'): string {
  const parts = files.flatMap(({ name, type = 'application/octet-stream', text = 'x', inline }) => [
    '--b',
    `Content-Type: ${type}`,
    ...(inline === true ? ['Content-ID: <pic>'] : []),
    `Content-Disposition: ${inline === true ? 'inline' : 'attachment'}; filename="${encoded(name)}"`,
    '',
    text,
  ])
  const head = [`From: ${from}`, 'To: lin@ep.test', `Subject: ${subject}`, 'Content-Type: multipart/mixed; boundary=b']
  return [...head, '', '--b', 'Content-Type: text/html', '', '<img src="cid:pic">', ...parts, '--b--', ''].join('\n')
}

type Found = { readonly name: string; readonly [key: string]: unknown }
type Page = { readonly list: readonly Found[]; readonly next: string | null; readonly waiting: number }

async function ask(form: Record<string, string | number> = {}, session = lin): Promise<Page> {
  const { json } = await calls.post('query/attachments.action', form, { session })
  expect(json.code).toBe('200')
  return { list: Array.isArray(json.list) ? json.list : [], next: String(json.next), waiting: Number(json.waiting) }
}
const names = async (form: Record<string, string | number> = {}) => (await ask(form)).list.map(({ name }) => name)

describe('attachments', () => {
  it('are listed as they arrive, newest message first, without the pictures of a text', async () => {
    await gateway.deliver(
      'lin@ep.test',
      raw([{ name: '合同.docx' }, { name: 'a.zip', text: 'abc' }], 'Wang <w@example.cn>'),
    )
    gateway.clock.advance(1_000)
    const id = await gateway.deliver(
      'lin@ep.test',
      raw([{ name: 'p.png', type: 'image/png', inline: true }, { name: 'b.pdf' }]),
    )
    const { list, next, waiting } = await ask()
    expect(list.map(({ name }) => name)).toEqual(['b.pdf', '合同.docx', 'a.zip'])
    expect([next, waiting]).toEqual(['null', 0])
    expect(list[0]).toEqual({
      ...{
        mailId: id,
        part: '3',
        name: 'b.pdf',
        type: 'application/octet-stream',
        kind: 'pdf',
        size: 1,
        folder: 'inbox',
      },
      ...{ from: { name: '', address: 'w@example.cn' }, subject: 'files', receivedAt: gateway.clock.now() },
    })
  })

  it('are found by name in both scripts, by sender, kind, time, size and folder', async () => {
    await gateway.deliver(
      'lin@ep.test',
      raw([{ name: '第三季度報價單.xlsx' }, { name: '说明.txt' }], '"张三" <zhang@example.cn>'),
    )
    gateway.clock.advance(60_000)
    const later = gateway.clock.now()
    await gateway.deliver(
      'lin@ep.test',
      raw([{ name: 'Offer final.pdf', text: 'x'.repeat(5_000) }], 'Li <li@other.example>'),
    )
    await gateway.deliver('lin@ep.test', raw([{ name: 'mine.txt' }], 'lin@ep.test'), 'sent')
    expect(await names({ name: '报价' })).toEqual(['第三季度報價單.xlsx'])
    expect(await names({ name: 'FINAL offer' })).toEqual(['Offer final.pdf'])
    expect(await names({ name: '說明' })).toEqual(['说明.txt'])
    expect(await names({ name: '"' })).toEqual([])
    expect(await names({ sender: '張三' })).toEqual(['第三季度報價單.xlsx', '说明.txt'])
    expect(await names({ sender: 'li@other.example', name: 'pdf' })).toEqual(['Offer final.pdf'])
    expect(await names({ kind: 'table' })).toEqual(['第三季度報價單.xlsx'])
    expect(await names({ since: later })).toEqual(['mine.txt', 'Offer final.pdf'])
    expect(await names({ before: later })).toEqual(['第三季度報價單.xlsx', '说明.txt'])
    expect(await names({ size: 4_000 })).toEqual(['Offer final.pdf'])
    expect(await names({ where: 'sent' })).toEqual(['mine.txt'])
    expect(await names({ where: 'received', kind: 'text' })).toEqual(['说明.txt'])
    expect(await names({ where: 'folder', folder: 'inbox', kind: 'text' })).toEqual(['说明.txt'])
    const gone = await calls.post('query/attachments.action', { where: 'folder', folder: 'none' }, { session: lin })
    expect(gone.json.code).toBe('notFound')
  })

  it('are found by size and time with a name and a kind, newest first, page after page', async () => {
    const large = 'x'.repeat(1_100_000)
    for (const name of ['旧.zip', '报告.zip', '新.zip']) {
      await gateway.deliver('lin@ep.test', raw([{ name, text: large }, { name: `${name}.txt` }]))
      gateway.clock.advance(60_000)
    }
    const size = 1024 * 1024
    expect(await names({ size })).toEqual(['新.zip', '报告.zip', '旧.zip'])
    expect(await names({ size, name: '报告' })).toEqual(['报告.zip'])
    expect(await names({ size, kind: 'text' })).toEqual([])
    expect(await names({ size: 10 * size })).toEqual([])
    expect(await names({ kind: 'archive', before: gateway.clock.now() - 120_000 })).toEqual(['旧.zip'])
    expect(await names({ name: 'zip', kind: 'text', since: gateway.clock.now() - 60_000 })).toEqual(['新.zip.txt'])
    const { list } = await ask({ size })
    expect(list).toHaveLength(3)
    const { rows } = await sql<{ seq: number }>`select max(seq) as seq from attachments`.execute(gateway.stores.db)
    expect(await names({ size, after: `${rows[0]?.seq}.0` })).toEqual(['报告.zip', '旧.zip'])
    await gateway.deliver('lin@ep.test', raw([{ name: 'report.bin', text: large }]))
    expect([await names({ name: 'port' }), await names({ size, name: 'port' })]).toEqual([[], []])
    const all = await names({ size })
    for (const name of ['repo', 'bin repo', '告', '報告', 'zip 报'])
      expect(await names({ size, name })).toEqual((await names({ name })).filter((one) => all.includes(one)))
  })

  it('follow their message when it is moved, deleted, erased and restored', async () => {
    const id = await gateway.deliver('lin@ep.test', raw([{ name: 'a.pdf' }]))
    const mails = gateway.stores.mailStores.of(account)
    await mails.move([id], 'archive')
    expect((await ask()).list).toMatchObject([{ folder: 'archive' }])
    await mails.move([id], 'deleted')
    expect([await names(), await names({ where: 'folder', folder: 'deleted' })]).toEqual([[], ['a.pdf']])
    await mails.remove([id])
    const held = () => sql<{ seq: number }>`select seq from attachments`.execute(gateway.stores.db)
    expect((await held()).rows).toEqual([])
    const removed = gateway.stores.removedMails?.of(account)
    await removed?.restore([id], 0, 'x')
    expect((await held()).rows).toHaveLength(1)
    await gateway.stores.deleteAccountData(account.id)
    expect((await held()).rows).toEqual([])
  })

  it('come page by page, each once, by whatever they are filtered', async () => {
    const files = (from: number) => Array.from({ length: 40 }, (_, at) => ({ name: `offer ${from + at}.txt` }))
    for (const from of [0, 40, 80]) await gateway.deliver('lin@ep.test', raw(files(from)))
    const expected = [80, 40, 0].flatMap((from) => files(from).map(({ name }) => name))
    for (const form of [{}, { kind: 'text' }, { name: 'offer' }, { sender: 'example.cn', size: 1 }]) {
      const found: string[] = []
      let after = ''
      for (let page = 0; page < 3; page += 1) {
        const { list, next } = await ask({ ...form, after })
        expect(list).toHaveLength(page < 2 ? attachmentLimits.pageSize : 120 - 2 * attachmentLimits.pageSize)
        found.push(...list.map(({ name }) => name))
        after = String(next)
      }
      expect([found, after]).toEqual([expected, 'null'])
    }
    expect(await names({ after: "1' or 1" })).toHaveLength(attachmentLimits.pageSize)
  })

  it('go on behind so many messages that were looked through in vain', async () => {
    await gateway.deliver('lin@ep.test', raw([{ name: 'report.txt' }]))
    const { db } = gateway.stores
    // Words of messages that have gone.
    await sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i <= ${attachmentLimits.lookedThrough + 500})
      insert into mail_text (rowid, attachment) select 1000 + i, 'm' || mailbox || 'xreport' from n, mailboxes`.execute(
      db,
    )
    const first = await ask({ name: 'report' })
    expect(first.list).toEqual([])
    expect(await ask({ name: 'report', after: String(first.next) })).toMatchObject({
      list: [{ name: 'report.txt' }],
      next: 'null',
    })
  })

  it('of messages from before are entered by a task, which says how many wait', async () => {
    for (let at = 0; at < 25; at += 1) await gateway.deliver('lin@ep.test', raw([{ name: `${at}.pdf` }]))
    const { db } = gateway.stores
    await sql`delete from attachments`.execute(db)
    await sql`insert into attachments_due (mailbox, seq) select mailbox, seq from mails`.execute(db)
    const first = await ask()
    expect([first.list[0]?.name, first.list.length, first.waiting]).toEqual(['24.pdf', 20, 5])
    await enterAllDue(db, () => true)
    expect([(await ask()).list.length, (await ask()).waiting]).toEqual([25, 0])
  })

  it('S21: are each mailbox’s own', async () => {
    await gateway.account('chen@ep.test')
    const chen = await calls.signIn('chen@ep.test')
    await gateway.deliver('lin@ep.test', raw([{ name: 'a.pdf' }]))
    for (const form of [{}, { name: 'a' }, { after: '999.0' }]) expect((await ask(form, chen)).list).toEqual([])
  })
})
