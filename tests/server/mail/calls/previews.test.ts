/** What is looked at in place and fetched in one: text of files, mails within mails, the archive of all files. */
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits'
import type { makeCalls, Signed } from '#tests/support/gateway/calls'
import type { TestGateway } from '#tests/support/gateway/gateway'
import { linAndWang } from '#tests/support/gateway/twoPeople'
import { readZip } from '#tests/support/mail/readZip'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

type File = { readonly type: string; readonly name: string; readonly content: Buffer }

function mailWith(...files: readonly File[]): string {
  const parts = files.map(({ type, name, content }) =>
    [
      '--b',
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      `Content-Transfer-Encoding: ${type === 'message/rfc822' ? '8bit' : 'base64'}`,
      '',
      type === 'message/rfc822' ? content.toString() : content.toString('base64'),
    ].join('\r\n'),
  )
  const head = ['From: w@example.cn', 'To: lin@ep.test', 'Subject: a/b', 'Content-Type: multipart/mixed; boundary=b']
  return [...head, '', ...parts, '--b--', ''].join('\r\n')
}

const text = (type: string, content: string | Buffer): File => ({ type, name: 'a', content: Buffer.from(content) })

async function withFiles(...files: readonly File[]): Promise<{ id: string; part: string }> {
  const id = await gateway.deliver('lin@ep.test', mailWith(...files))
  const { json } = await calls.post('readmail/getAttachmentInfo2.action', { id }, { session: lin })
  return { id, part: JSON.stringify(json).match(/"part":"([^"]+)"/)?.[1] ?? '' }
}

const ask = async (call: string, file: { id: string; part: string }, session = lin) =>
  (await calls.post(`readmail/${call}.action`, file, { session })).json

const ticket = async (session: Signed) => String((await calls.get('readmail/sid.action', {}, { session })).json.sid)

describe('a file that is shown as text', () => {
  it.each([
    ['UTF-8', Buffer.from('你好')],
    ['GB 18030', Buffer.from([0xc4, 0xe3, 0xba, 0xc3])],
    ['UTF-16', Buffer.from('\ufeff你好', 'utf16le')],
  ])('is read as %s', async (_name, content) => {
    expect(await ask('partText', await withFiles(text('text/plain', content)))).toMatchObject({
      code: '200',
      text: '你好',
      isCut: false,
    })
  })

  it.each([
    ['big5', 'big5', '會議記錄'],
    ['x-sjis', 'shift_jis', '議事録'],
    ['ks_c_5601-1987', 'euc-kr', '회의록'],
    ['iso-8859-1', 'iso-8859-1', 'Schöne Grüße'],
    ['iso-8859-2', 'iso-8859-2', 'Zażółć gęślą jaźń'],
    ['windows-1251', 'windows-1251', 'Протокол'],
    ['"koi8-r"', 'koi8-r', 'Протокол'],
    ['us-ascii', 'utf-8', 'Grüße'],
    ['utf-8', 'gb18030', '会议记录'],
  ])('is read as its part says: %s', async (label, encode, words) => {
    for (const type of ['text/plain', 'text/csv'])
      expect(
        await ask('partText', await withFiles(text(`${type}; charset=${label}`, iconv.encode(words, encode)))),
      ).toMatchObject({ text: words })
  })

  it('is read as it says itself where its part says nothing, or guessed', async () => {
    const page = iconv.encode('<meta charset=big5><p>會議記錄</p>', 'big5')
    expect(await ask('partText', await withFiles(text('text/html', page)))).toMatchObject({
      text: '<meta charset=big5><p>會議記錄</p>',
    })
    const greeting = iconv.encode('Schöne Grüße', 'windows-1252')
    expect(await ask('partText', await withFiles(text('text/plain', greeting)))).toMatchObject({ text: 'Schöne Grüße' })
  })

  it('S9: comes as letters, whatever it calls itself', async () => {
    const html = '<script>alert(1)</script>'
    expect(await ask('partText', await withFiles(text('text/html', html)))).toMatchObject({ text: html })
  })

  it('S27: is cut where it is long, between characters', async () => {
    const file = await withFiles(text('text/plain', '好'.repeat(limits.sourceBytes)))
    const answer = await ask('partText', file)
    expect(answer.isCut).toBe(true)
    expect(String(answer.text)).toMatch(/^好+$/)
  })

  it('S21: is not found by another', async () => {
    const file = await withFiles(text('text/plain', 'x'))
    expect(await ask('partText', file, wang)).toMatchObject({ code: 'notFound' })
    expect(await ask('partText', { ...file, part: '99' })).toMatchObject({ code: 'notFound' })
  })
})

describe('an invitation', () => {
  it.each([
    ['; charset=big5', 'big5', '會議'],
    ['; charset=iso-8859-1', 'iso-8859-1', 'Schöne Grüße'],
    ['', 'utf-8', 'Schöne Grüße'],
    ['; charset=us-ascii', 'windows-1252', 'Schöne Grüße'],
  ])('is read as its part says: "%s"', async (label, encode, summary) => {
    const event = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
    const file = await withFiles(text(`text/calendar${label}`, iconv.encode(event, encode)))
    expect(await ask('invite', file)).toMatchObject({ invite: { summary } })
  })

  it.each(['20260801', '20260802'])('of one day ends on it where its end is %s', async (end) => {
    const days = `DTSTART;VALUE=DATE:20260801\r\nDTEND;VALUE=DATE:${end}`
    const event = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${days}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
    const file = await withFiles(text('text/calendar', Buffer.from(event)))
    expect(await ask('invite', file)).toMatchObject({ invite: { end: { text: '2026-08-01', isDay: true } } })
  })
})

describe('a mail within a mail', () => {
  const inner = 'From: Chen <chen@example.cn>\r\nTo: w@example.cn\r\nSubject: =?utf-8?B?5YaF?=\r\n\r\nInner text.\r\n'

  it('tells who wrote it and what it says', async () => {
    const file = await withFiles({ type: 'message/rfc822', name: 'inner.eml', content: Buffer.from(inner) })
    expect(await ask('partMail', file)).toMatchObject({
      code: '200',
      mail: {
        from: { name: 'Chen', address: 'chen@example.cn' },
        subject: '内',
        text: expect.stringContaining('Inner'),
      },
    })
    expect(await ask('partMail', file, wang)).toMatchObject({ code: 'notFound' })
  })
})

describe('a file within a mail that came as a file', () => {
  const pdf = ['Content-Type: application/pdf; name=inner.pdf', '', 'inner bytes']
  it.each([
    ['among other parts', ['Content-Type: multipart/mixed; boundary=i', '', '--i', '', 'Hi', '--i', ...pdf, '--i--']],
    ['alone', pdf],
  ])('is a file of that mail alone, and can be downloaded: %s', async (_how, lines) => {
    const content = Buffer.from(['Subject: inner', ...lines].join('\r\n'))
    const file = await withFiles({ type: 'message/rfc822', name: 'inner.eml', content })
    const { json } = await calls.post('readmail/getAttachmentInfo2.action', { id: file.id }, { session: lin })
    expect(json.attachments).toMatchObject([{ name: 'inner.eml' }])
    expect(json.attachments).toHaveLength(1)
    const asked = await ask('partMail', file)
    expect(asked).toMatchObject({ mail: { attachments: [{ name: 'inner.pdf' }] } })
    const part = /"part":"([^"]+)"/.exec(JSON.stringify(asked))?.[1] ?? ''
    const found = await calls.get('readmail/downloadPart.action', { sid: await ticket(lin), id: file.id, part })
    expect(found.headers['content-disposition']).toContain('filename="inner.pdf"')
    expect(found.text.trim()).toBe('inner bytes')
  })
})

describe('the source of a mail', () => {
  it('comes as it was sent, and to its owner alone', async () => {
    const { id } = await withFiles(text('text/plain', 'x'))
    const { json } = await calls.post('readmail/mailSource.action', { id }, { session: lin })
    expect(json.source).toContain('Subject: a/b\r\n')
    expect(json.shown).toBe(json.size)
    const foreign = await calls.post('readmail/mailSource.action', { id }, { session: wang })
    expect(foreign.json).toMatchObject({ code: 'notFound' })
  })

  it('S27: is cut where it is long', async () => {
    const { id } = await withFiles(text('text/plain', 'x'.repeat(limits.sourceBytes)))
    const { json } = await calls.post('readmail/mailSource.action', { id }, { session: lin })
    expect(json.shown).toBe(limits.sourceBytes)
    expect(Number(json.size)).toBeGreaterThan(limits.sourceBytes)
  })
})

describe('all files of a mail', () => {
  it('S10: come in one archive, byte for byte, under names that lead nowhere and stand there once', async () => {
    const content = Buffer.from([0, 1, 2, 255])
    const { id } = await withFiles(
      { type: 'image/gif', name: '../../a.gif', content },
      { type: 'image/gif', name: 'a.gif', content: Buffer.from('two') },
      { type: 'image/gif', name: '合同\u202e.gif', content: Buffer.from('three') },
    )
    const answer = await calls.get('readmail/downloadParts.action', { sid: await ticket(lin), id })
    expect(answer.headers['content-type']).toBe('application/zip')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="a_b\.zip"/)
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    const files = readZip(answer.bytes)
    expect([...files.keys()]).toEqual(['a.gif', 'a (2).gif', '合同.gif'])
    expect(files.get('a.gif')).toEqual(content)
  })

  it('have one name in the list, in a download, in the archive and in a forward, also where the sender gave none', async () => {
    const unnamed = (type: string, content: string) => ['--b', `Content-Type: ${type}`, '', content].join('\r\n')
    const parts = [
      unnamed('image/png', 'one'),
      unnamed('image/png', 'two'),
      unnamed('application/pdf', 'three'),
      unnamed('message/rfc822', 'Subject: Re: =?utf-8?B?5oql5Lu3?=\r\n\r\nfour'),
    ]
    const raw = ['From: w@example.cn', 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'See', ...parts]
    const id = await gateway.deliver('lin@ep.test', [...raw, '--b--', ''].join('\r\n'))
    const names = ['image.png', 'image (2).png', 'attachment.pdf', 'Re_ 报价.eml']
    const listed = await calls.post('readmail/getAttachmentInfo2.action', { id }, { session: lin })
    expect(listed.json.attachments).toMatchObject(names.map((name) => ({ name })))
    const sid = await ticket(lin)
    for (const [at, name] of names.entries()) {
      const saved = await calls.get('readmail/downloadPart.action', { sid, id, part: String(at + 2) })
      expect(saved.headers['content-disposition']).toContain(
        `filename*=UTF-8''${encodeURIComponent(name).replace('(2)', '%282%29')}`,
      )
    }
    const archive = await calls.get('readmail/downloadParts.action', { sid, id })
    expect([...readZip(archive.bytes).keys()]).toEqual(names)
    const { json } = await calls.post('writemail/contentDate2', { mode: 'forward', id }, { session: lin })
    expect(json.form).toMatchObject({ attachments: names.map((name) => ({ name })) })
  })

  it('S27: are found in one reading of the mail, however many they are', async () => {
    const { id } = await withFiles(...Array.from({ length: 60 }, () => text('text/plain', 'x')))
    const { mime } = gateway.stores
    const [one, all] = [vi.spyOn(mime, 'part'), vi.spyOn(mime, 'parts')]
    const answer = await calls.get('readmail/downloadParts.action', { sid: await ticket(lin), id })
    expect(readZip(answer.bytes).size).toBe(60)
    expect([one.mock.calls.length, all.mock.calls.length]).toEqual([0, 1])
  })

  it('S21: go to their owner alone', async () => {
    const { id } = await withFiles(text('text/plain', 'x'))
    const answer = await calls.get('readmail/downloadParts.action', { sid: await ticket(wang), id })
    expect(answer.json).toMatchObject({ code: 'notFound' })
  })
})

describe('sound, film and PDF', () => {
  it.each(['audio/mpeg', 'video/mp4', 'application/pdf'])('S9: %s is shown where asked, sandboxed', async (type) => {
    const { id, part } = await withFiles({ type, name: 'a', content: Buffer.from('x') })
    const shown = await calls.get('readmail/downloadPart.action', { sid: await ticket(lin), id, part, inline: '1' })
    expect(shown.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
    expect(shown.headers['content-disposition']).toMatch(/^inline/)
    expect(shown.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    const saved = await calls.get('readmail/downloadPart.action', { sid: await ticket(lin), id, part })
    expect(saved.headers['content-disposition']).toMatch(/^attachment/)
  })
})
