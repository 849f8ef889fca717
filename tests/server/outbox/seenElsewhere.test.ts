/** What a recipient elsewhere sees of a mail written here, read by a parser that the product does not use. */
import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { removeFolder } from '../../support/removeFolder'
import { callerOf, openSending, type SendForm, type Sending, sendForm } from '../../support/stores/sendingSetup'

let folder: string
let sink: SmtpSink
let place: Sending

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  sink = await openSmtpSink()
  place = await openSending({ folder, relayPort: sink.port })
})
afterEach(async () => {
  await place.close()
  await sink.close()
  await removeFolder(folder)
})

const lin = async () => callerOf(await place.account('lin'))
let keys = 0

/** The message as it goes over the wire to another house. */
async function sent(change: Partial<SendForm>): Promise<string> {
  await place.send(sendForm({ to: ['anna@elsewhere.example'], idempotencyKey: `k${keys++}`, ...change }), await lin())
  await place.dispatcher.drain()
  return sink.taken.at(-1)?.raw ?? ''
}

async function upload(name: string, type: string, bytes: Buffer, cid: string | null = null): Promise<string> {
  const { account } = await lin()
  const { id } = await place.uploads.start(account.id, { name, type, size: bytes.length, cid }, Date.now(), 2 ** 40)
  await place.uploads.write(account.id, id, 0, Readable.from([bytes]))
  await place.uploads.finish(account.id, id, createHash('sha256').update(bytes).digest('hex'))
  return id
}

const read = (raw: string) => PostalMime.parse(raw)
const header = (mail: Awaited<ReturnType<typeof read>>, key: string) => mail.headers.find((it) => it.key === key)?.value

function bytesOf({ attachments: [first] }: Awaited<ReturnType<typeof read>>): Buffer {
  const content = first?.content ?? ''
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}

/** As the editor writes it. */
const written = [
  '<div>王先生：<b>请看</b> <span style="font-family:Georgia,serif" class="font">条款</span></div>',
  '<div><span style="color:rgb(198, 47, 53)" class="color">红色</span> <span style="font-size:18px" class="size">大字</span></div>',
  '<div style="text-align:center" align="center">居中</div>',
  '<ul><li><div>一</div></li><li><div>二</div></li></ul>',
  '<table border="1" style="border-collapse:collapse"><tbody><tr><td style="background-color:#eef">品名</td><td>茶</td></tr></tbody></table>',
  '<div><img src="cid:plan.1@ep.test" alt="平面图" width="120"></div>',
  '<div><a href="https://ep.test/offer">报价</a></div>',
  '<div>11月20日 王丽 写道：</div><blockquote type="cite" style="margin:0 0 0 .8ex"><div>旧文</div></blockquote>',
].join('')

describe('a mail as others receive it', () => {
  it('keeps fonts, colours, lists, tables, quotes and pictures', async () => {
    const picture = Buffer.from('89504e470d0a1a0a', 'hex')
    const file = await upload('平面图.png', 'image/png', picture, 'plan.1@ep.test')
    const mail = await read(await sent({ html: written, attachmentIds: [file] }))
    expect(mail.html?.trim()).toBe(written)
    expect(mail.attachments).toHaveLength(1)
    expect(mail.attachments[0]).toMatchObject({
      filename: '平面图.png',
      mimeType: 'image/png',
      disposition: 'inline',
      related: true,
      contentId: '<plan.1@ep.test>',
    })
    expect(bytesOf(mail)).toEqual(picture)
  })

  it('reads well as text', async () => {
    const file = await upload('平面图.png', 'image/png', Buffer.from('x'), 'plan.1@ep.test')
    const mail = await read(await sent({ html: written, attachmentIds: [file] }))
    expect(mail.text?.trim().split('\n')).toEqual([
      '王先生：请看 条款',
      '红色 大字',
      '居中',
      '- 一',
      '- 二',
      '',
      '品名 | 茶',
      '',
      '[平面图]',
      '报价 <https://ep.test/offer>',
      '11月20日 王丽 写道：',
      '> 旧文',
    ])
  })

  it('a picture that stands in the text as data comes as a part of the mail', async () => {
    const data = Buffer.from('GIF89a').toString('base64')
    const mail = await read(await sent({ html: `<p><img src="data:image/gif;base64,${data}"></p>` }))
    const [picture] = mail.attachments
    expect(mail.html).not.toContain('data:')
    expect(mail.html).toContain(`src="cid:${picture?.contentId?.slice(1, -1)}"`)
    expect(bytesOf(mail).toString()).toBe('GIF89a')
  })

  it('names, subjects and files in Chinese arrive as they were written, however long', async () => {
    const name = `${'二〇二六年度第三季度采购框架合同'.repeat(6)}（修订稿）.docx`
    const file = await upload(name, 'application/octet-stream', Buffer.from('x'))
    const subject = `关于${'很长的'.repeat(60)}合同 — Überblick 😀`
    const raw = await sent({ to: ['"陈思远, 采购" <anna@elsewhere.example>'], subject, attachmentIds: [file] })
    const mail = await read(raw)
    expect(mail.subject).toBe(subject)
    expect(mail.to).toMatchObject([{ name: '陈思远, 采购', address: 'anna@elsewhere.example' }])
    expect(mail.attachments[0]).toMatchObject({ filename: name, disposition: 'attachment' })
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
    expect(head).toMatch(/^[\t\r\n -~]*$/)
    // No encoded word is longer than RFC 2047 section 2 allows, and none splits a character.
    for (const [word] of head.matchAll(/=\?[^?]+\?[QB]\?[^?]*\?=/gi)) expect(word.length).toBeLessThanOrEqual(75)
  })

  it('holds no line longer than 998 bytes, whatever was written', async () => {
    const line = '很长的一行没有断开'.repeat(3_000)
    for (const words of [
      { html: `<div>${line}</div><div>${'x'.repeat(40_000)}</div>` },
      { text: `${line}\n${line}` },
    ]) {
      const raw = await sent({ ...words, to: Array.from({ length: 60 }, (_unused, at) => `a${at}@elsewhere.example`) })
      const longest = Math.max(...raw.split('\r\n').map((one) => Buffer.byteLength(one)))
      expect(longest).toBeLessThanOrEqual(998)
      expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }
  })

  it('nobody learns of a hidden copy', async () => {
    const raw = await sent({ bcc: ['secret@elsewhere.example'] })
    expect(raw).not.toMatch(/^bcc:/im)
    expect(raw).not.toContain('secret@elsewhere.example')
  })

  it('answers hang together, over three mails', async () => {
    const raw = (id: string, more: string) =>
      Buffer.from(
        `From: anna@elsewhere.example\r\nTo: lin@ep.test\r\nMessage-ID: ${id}\r\n${more}Subject: A\r\n\r\na\r\n`,
      )
    const store = place.mailStores.of((await lin()).account)
    const received = async (id: string, more: string) => {
      const source = { kind: 'bytes', bytes: raw(id, more) } as const
      return (await store.append({ folder: 'inbox', source, flags: {}, receivedAt: Date.now(), key: null })).id
    }
    const first = await received('<one@elsewhere.example>', '')
    const answer = await read(await sent({ inReplyTo: first, mode: 'reply' }))
    expect(answer.inReplyTo).toBe('<one@elsewhere.example>')
    expect(answer.references).toBe('<one@elsewhere.example>')
    const chain = `<one@elsewhere.example> ${answer.messageId}`
    const second = await received('<three@elsewhere.example>', `References: ${chain}\r\n`)
    const again = await read(await sent({ inReplyTo: second, mode: 'replyAll' }))
    expect(again.references).toBe(`${chain} <three@elsewhere.example>`)
    const forwarded = await read(await sent({ inReplyTo: second, mode: 'forward' }))
    expect(forwarded.inReplyTo).toBeUndefined()
  })

  it('a mail of plain text is that alone, its paragraphs unbroken', async () => {
    const text = `Hello,\n\n${'a long line that goes on and on '.repeat(20).trim()}\n> quoted\n-- \n林  两个空格`
    const raw = await sent({ text, html: '<b>ignored</b>' })
    const mail = await read(raw)
    expect(mail.html).toBeUndefined()
    expect(mail.text?.replace(/\n$/, '')).toBe(text)
    expect(header(mail, 'content-type')).toMatch(/^text\/plain; charset=utf-8$/i)
    expect(mail.attachments).toEqual([])
  })
})
