import { randomBytes } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import { ImapFlow } from 'imapflow'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMimeReader } from '../../server/mime'
import { owner, pageOf, subjectsOf } from '../server/conformance/mail/mailbox'
import { newMail } from '../server/conformance/mail/mailMessage'
import { type ImapPlace, makeImapPlace } from './imapPlace'
import { labEnv } from './lab/env'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

let place: ImapPlace
let other: ImapFlow
beforeEach(async () => {
  place = await makeImapPlace(mime, ['lin'])
  const { address, password } = place.user('lin')
  other = new ImapFlow({
    host: '127.0.0.1',
    port: labEnv().imapPort,
    secure: false,
    auth: { user: address, pass: password },
    logger: false,
  })
  await other.connect()
})
afterEach(async () => {
  other.close()
  await place.close()
})
const lin = () => place.store.of(owner('lin'))
const add = (raw: Buffer | string, path = 'INBOX') => other.append(path, Buffer.from(raw))
const first = async () => {
  const id = (await pageOf(lin())).list[0]?.id
  if (id === undefined) throw new Error('The inbox is empty')
  return id
}

describe('reading over IMAP beside another client', () => {
  it('reads raw 8-bit, encoded and folded headers as they are read from a whole message', async () => {
    const gbk = Buffer.concat([
      Buffer.from(
        'From: =?GB2312?B?zfXOsA==?= <wang@example.com>\r\nTo: "Lin, A" <lin@ep.test>,\r\n B <b@ep.test>\r\nSubject: ',
      ),
      // 发票 in GBK, as some senders write it.
      Buffer.from([0xb7, 0xa2, 0xc6, 0xb1]),
      Buffer.from('\r\nX-Priority: 1 (High)\r\nContent-Type: text/plain; charset=gbk\r\n\r\nx\r\n'),
    ])
    await add(gbk)
    const [row] = (await pageOf(lin())).list
    const opened = await lin().open(row?.id ?? '')
    expect(row).toMatchObject({ subject: '发票', urgent: true, from: { name: '王伟', address: 'wang@example.com' } })
    expect(row?.to).toEqual([
      { name: 'Lin, A', address: 'lin@ep.test' },
      { name: 'B', address: 'b@ep.test' },
    ])
    expect({ ...opened?.summary, preview: null }).toEqual(row)
  })

  it('opens a large mail without its file, gives the file whole, and marks nothing as seen', async () => {
    const file = randomBytes(3_000_000)
    const lines = file.toString('base64').replace(/.{76}/g, '$&\r\n')
    const raw = [
      'From: a@example.com\r\nSubject: =?utf-8?B?5aSn?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b 1"\r\n',
      '--b 1\r\nContent-Type: multipart/alternative; boundary=b2\r\n',
      '--b2\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n',
      `${Buffer.from('请查收附件。').toString('base64')}\r\n--b2\r\nContent-Type: text/html; charset=utf-8\r\n`,
      '<p>Please <b>see</b></p>\r\n--b2--\r\n--b 1\r\nContent-Type: application/pdf; name="=?utf-8?B?5oql5ZGKLnBkZg==?="',
      'Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n',
      `${lines}\r\n--b 1--\r\n`,
    ].join('\r\n')
    await add(raw)
    const id = await first()
    const opened = await lin().open(id)
    expect(opened?.parsed).toMatchObject({ subject: '大', text: '请查收附件。', readable: true, truncated: false })
    expect(opened?.parsed.html).toContain('<b>see</b>')
    const [attachment] = opened?.parsed.attachments ?? []
    expect(attachment).toMatchObject({ name: '报告.pdf', type: 'application/pdf', inline: false, part: '2' })
    expect(Math.abs((attachment?.size ?? 0) - file.length)).toBeLessThan(100)
    const part = await lin().part(id, '2')
    expect(part && (await buffer(part.stream)).equals(file)).toBe(true)
    const whole = await lin().raw(id)
    expect(whole?.size).toBe(Buffer.byteLength(raw))
    expect(whole && (await text(whole.stream)) === raw).toBe(true)
    expect((await lin().summaries([id]))[0]?.seen).toBe(false)
  })

  it('calls a message within a large mail by its subject, as it would in a small one', async () => {
    const inner = `Subject: =?utf-8?B?5oql5Lu3?=\r\nContent-Type: text/plain\r\n\r\n${'x'.repeat(70)}\r\n`
    const lines = `${'x'.repeat(70)}\r\n`.repeat(20_000)
    const parts = [`Content-Type: message/rfc822\r\n\r\n${inner}`, `Content-Type: application/pdf\r\n\r\n${lines}`]
    const body = parts.map((part) => `--b\r\n${part}\r\n`).join('')
    await add(`Subject: outer\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhi\r\n${body}--b--\r\n`)
    const id = await first()
    const names = (await lin().open(id))?.parsed.attachments.map(({ name }) => name)
    expect(names).toEqual(['报价.eml', 'attachment.pdf'])
    const part = await lin().part(id, '2')
    expect(part?.attachment.name).toBe('报价.eml')
    expect(part && (await text(part.stream))).toContain('Subject: =?utf-8?B?')
  })

  it('R11: finds nothing of a mail that another client took away, and lists what is left', async () => {
    for (const n of [1, 2, 3]) await add(`Subject: Mail ${n}\r\n\r\nx`)
    const ids = (await pageOf(lin())).list.map((mail) => mail.id)
    await other.mailboxOpen('INBOX')
    await other.messageDelete('2')
    expect(await lin().open(ids[1] ?? '')).toBeNull()
    expect(await lin().raw(ids[1] ?? '')).toBeNull()
    expect(await lin().part(ids[1] ?? '', '1')).toBeNull()
    expect(await lin().summaries(ids)).toHaveLength(2)
    expect(await pageOf(lin())).toMatchObject({ total: 2 })
    expect(await subjectsOf(lin())).toEqual(['Mail 3', 'Mail 1'])
    await other.messageFlagsAdd('1', ['\\Flagged', '\\Seen'])
    expect((await pageOf(lin())).list[1]).toMatchObject({ subject: 'Mail 1', flagged: true, seen: true })
    expect((await lin().folders())[0]).toMatchObject({ id: 'inbox', total: 2, unread: 1 })
  })

  it('R8: breaks off a file whose mail goes away half-way, and never ends it as if it were whole', async () => {
    await add(`Subject: long\r\n\r\n${'x'.repeat(2_000_000)}`)
    const raw = await lin().raw(await first())
    await other.mailboxOpen('INBOX')
    const read = async () => {
      let count = 0
      for await (const chunk of raw?.stream ?? []) {
        if (count === 0) await other.messageDelete('1')
        count += chunk.length
      }
      return count
    }
    await expect(read()).rejects.toThrow('gone')
  })

  it('R10: opens no mail of a folder that was made anew under the same name', async () => {
    await other.mailboxCreate('Work')
    await add('Subject: old\r\n\r\nx', 'Work')
    const work = (await lin().folders()).find((folder) => folder.name === 'Work')?.id ?? ''
    const [row] = (await pageOf(lin(), { folder: work })).list
    await other.mailboxDelete('Work')
    // A UIDVALIDITY is the second at which a mailbox was made.
    await expect
      .poll(
        async () => {
          await other.mailboxDelete('Work').catch(() => {})
          await other.mailboxCreate('Work')
          await add('Subject: new\r\n\r\nx', 'Work')
          return (await pageOf(lin(), { folder: work })).list[0]?.id !== row?.id
        },
        { interval: 300 },
      )
      .toBe(true)
    expect(await subjectsOf(lin(), { folder: work })).toEqual(['new'])
    expect(await lin().open(row?.id ?? '')).toBeNull()
    expect(await lin().summaries([row?.id ?? ''])).toEqual([])
    expect(await lin().mark([row?.id ?? ''], 'seen')).toBe(0)
  })

  it('R10: shows no new mail under an old id where a folder was made anew between two looks', async () => {
    for (const round of [1, 2, 3]) {
      await other.mailboxCreate('Work')
      await add(`Subject: Old ${round}\r\n\r\nx`, 'Work')
      const work = (await lin().folders()).find((folder) => folder.name === 'Work')?.id ?? ''
      const [old] = (await pageOf(lin(), { folder: work })).list
      await other.mailboxDelete('Work')
      await other.mailboxCreate('Work')
      await add(`Subject: New ${round}\r\n\r\nx`, 'Work')
      expect(old?.subject).toBe(`Old ${round}`)
      const stale = old?.id ?? ''
      expect(await lin().open(stale)).toBeNull()
      expect(await lin().raw(stale)).toBeNull()
      expect(await lin().part(stale, '1')).toBeNull()
      expect(await lin().summaries([stale])).toEqual([])
      expect(await lin().mark([stale], 'flagged')).toBe(0)
      expect(await lin().move([stale], 'deleted')).toEqual([])
      expect(await lin().remove([stale])).toEqual([])
      const { list } = await pageOf(lin(), { folder: work })
      expect(list.map(({ subject, flagged }) => [subject, flagged])).toEqual([[`New ${round}`, false]])
      await other.mailboxDelete('Work')
    }
  })

  it('S27: lists and opens a mail of parts within parts that no one can be meant to read', async () => {
    const levels = Array.from({ length: 60 }, (_, n) => n)
    const opening = levels.map((n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`)
    await add('Subject: before\r\n\r\nx')
    await add(`Subject: deep\r\n${opening.join('')}Content-Type: text/plain\r\n\r\nthe bottom`)
    await add('Subject: after\r\n\r\nx')
    expect(await subjectsOf(lin())).toEqual(['after', 'deep', 'before'])
    expect(await subjectsOf(lin())).toEqual(['after', 'deep', 'before'])
    expect((await lin().open((await pageOf(lin())).list[1]?.id ?? ''))?.parsed.text).toContain('the bottom')
  })

  it('shows folders within folders, by the names that people gave them', async () => {
    await other.mailboxCreate('客户')
    await other.mailboxCreate('客户/上海')
    const folders = await lin().folders()
    const parent = folders.find((folder) => folder.name === '客户')
    expect(folders.find((folder) => folder.name === '上海')).toMatchObject({ parent: parent?.id, total: 0 })
    await lin().append(newMail({ subject: 'deep' }, { folder: folders.find((it) => it.name === '上海')?.id ?? '' }))
    expect((await lin().folders()).find((folder) => folder.name === '上海')?.total).toBe(1)
  })

  it('says which folder only holds others, opens none of it and moves nothing into it', async () => {
    await other.mailboxCreate('客户/上海')
    const folders = await lin().folders()
    const node = folders.find((folder) => folder.name === '客户')
    expect(node).toMatchObject({ holdsMail: false, total: 0 })
    expect(folders.find((folder) => folder.name === '上海')).not.toHaveProperty('holdsMail')
    await add('Subject: one\r\n\r\nx')
    expect(await lin().move([await first()], node?.id ?? '')).toBeNull()
    expect(await subjectsOf(lin())).toEqual(['one'])
  })

  it('makes a system folder that the server lacks when something is put in it', async () => {
    await other.mailboxDelete('Trash')
    expect((await lin().folders()).find((folder) => folder.id === 'deleted')).toMatchObject({ total: 0 })
    expect(await pageOf(lin(), { folder: 'deleted' })).toEqual({ list: [], total: 0, unread: 0 })
    await add('Subject: gone\r\n\r\nx')
    expect(await lin().move([await first()], 'deleted')).toHaveLength(1)
    expect(await subjectsOf(lin(), { folder: 'deleted' })).toEqual(['gone'])
  })
})
