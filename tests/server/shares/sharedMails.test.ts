/** What guests read, from a mailbox that lies here and from copies of one on a mail server. */
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shareLimits } from '#contract/shares/shareRules'
import type { Account } from '#server/core/account'
import { makeSharedCopies } from '#server/shares/sharedMails.copies'
import { makeSharedMailbox } from '#server/shares/sharedMails.mailbox'
import type { SharedMails } from '#server/shares/sharedMails.port'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const raw = [
  'From: w@example.cn',
  'To: lin@ep.test',
  'Bcc: hidden@ep.test',
  'Subject: =?utf-8?B?5oql5Lu3?=',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  '见附件',
  '--b',
  'Content-Type: text/csv; name=offer.csv',
  'Content-Disposition: attachment; filename=offer.csv',
  '',
  'a,b,c',
  '--b--',
  '',
].join('\n')

let gateway: TestGateway
let account: Account
let mailId: string
beforeEach(async () => {
  gateway = await makeTestGateway()
  account = await gateway.account('lin@ep.test')
  mailId = await gateway.deliver('lin@ep.test', raw)
})
afterEach(() => gateway.close())

const share = (id: string, withAttachments = true) => ({
  ...{ id, mailId, withAttachments, accountId: account.id, subject: '', files: [], codeHash: null, madeAt: 0 },
  ...{ expiresAt: 0, mostOpens: null, opens: 0, isRevoked: false, pausedUntil: 0 },
})
const keep = (id: string, expiresAt: number) =>
  gateway.stores.shares.add(id, { ...share(id), expiresAt }, { most: 9, copiedBytes: 0, mostCopiedBytes: 9 })
const blobs = () => gateway.stores.db.selectFrom('blobs').select('id').where('kind', '=', 'share').execute()
const files = () => gateway.stores.db.selectFrom('share_files').select('blob').execute()

const made: readonly (readonly [string, () => SharedMails])[] = [
  ['a mailbox', () => makeSharedMailbox(gateway.stores.mailStores)],
  ['copies', () => makeSharedCopies(gateway.stores)],
]

describe.each(made)('shared messages from %s', (_name, make) => {
  it('are read without what is hidden, file by file', async () => {
    const mails = make()
    expect(await mails.take(account, share('a'), shareLimits.copiedBytes)).toMatchObject({ subject: '报价' })
    const mail = await mails.open(account, share('a'))
    expect(mail).toMatchObject({ subject: '报价', text: expect.stringContaining('见附件'), html: null, readable: true })
    expect(mail?.attachments.map(({ name }) => name)).toEqual(['offer.csv'])
    expect(JSON.stringify(mail)).not.toContain('hidden@')
    const file = await mails.part(account, share('a'), '2')
    expect([file?.attachment.name, file && (await text(file.stream))]).toEqual(['offer.csv', 'a,b,c'])
    for (const part of ['1', '', '9', '2.1']) expect(await mails.part(account, share('a'), part)).toBeNull()
  })

  it('S21: have no file where none is shared, and are not prepared where they are not there', async () => {
    const mails = make()
    await mails.take(account, share('a', false), shareLimits.copiedBytes)
    expect((await mails.open(account, share('a', false)))?.attachments).toEqual([])
    expect(await mails.part(account, share('a', false), '2')).toBeNull()
    expect(await mails.take(account, { ...share('b'), mailId: 'none' }, shareLimits.copiedBytes)).toBeNull()
    await gateway.stores.mailStores.of(account).move([mailId], 'deleted')
    expect(await mails.take(account, share('b'), shareLimits.copiedBytes)).toBeNull()
  })
})

describe('copies of shared messages', () => {
  const copies = () => makeSharedCopies(gateway.stores)

  it('outlive the message and go with their share, at the latest by a sweep', async () => {
    await copies().take(account, share('a'), shareLimits.copiedBytes)
    await gateway.stores.mailStores.of(account).remove([mailId])
    expect(await copies().open(account, share('a'))).toMatchObject({ subject: '报价' })
    expect(await blobs()).toHaveLength(2)
    await copies().drop('a')
    expect([await blobs(), await files()]).toEqual([[], []])
    expect(await copies().open(account, share('a'))).toBeNull()
  })

  it('S27: are refused beyond their bytes, and nothing of them stays after a sweep', async () => {
    await expect(copies().take(account, share('a'), 10)).rejects.toMatchObject({ code: 'tooLarge' })
    const now = gateway.clock.now()
    await gateway.stores.shareCopies.sweep(now + 59 * 60_000)
    expect(await files()).toHaveLength(1)
    await gateway.stores.shareCopies.sweep(now + 61 * 60_000)
    expect([await blobs(), await files()]).toEqual([[], []])
  })

  it('R1: are removed by a sweep where a crash left them without a share, or their share has ended', async () => {
    const now = gateway.clock.now()
    for (const id of ['open', 'over', 'never']) await copies().take(account, share(id), shareLimits.copiedBytes)
    await keep('open', now + 24 * 60 * 60_000)
    await keep('over', now + 15 * 60_000)
    // As a crash leaves it: a row whose bytes never came.
    const broken = Readable.from(
      (async function* () {
        yield 'half'
        throw new Error('cut')
      })(),
    )
    const at = { now, mostBytes: 100 }
    const half = { accountId: account.id, shareId: 'half', part: '' }
    await expect(gateway.stores.shareCopies.put(half, broken, at)).rejects.toThrow('cut')
    await gateway.stores.shareCopies.sweep(now + 2 * 60 * 60_000)
    expect([(await blobs()).length, (await files()).length]).toEqual([2, 2])
    expect(await copies().open(account, share('open'))).not.toBeNull()
    expect(await copies().open(account, share('over'))).toBeNull()
  })

  it('go with their account', async () => {
    await copies().take(account, share('a'), shareLimits.copiedBytes)
    await gateway.stores.deleteAccountData(account.id)
    expect([await blobs(), await files()]).toEqual([[], []])
  })
})
