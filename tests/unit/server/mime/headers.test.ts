import { describe, expect, it } from 'vitest'
import { mimeLimits } from '#server/mime/mimeLimits'
import { message, read } from './reading'

const subjectOf = (line: string, encoding: 'utf8' | 'latin1' = 'latin1') =>
  read(message([line, '', 'x'], encoding)).subject
const bytesOf = (...bytes: number[]) => Buffer.from(bytes).toString('latin1')

describe('header text', () => {
  it('reads encoded words, also split within a character', () => {
    expect(subjectOf('Subject: =?utf-8?B?5L2g5Q==?=\r\n =?utf-8?B?pb0=?=')).toBe('你好')
    expect(subjectOf('Subject: =?gb2312?B?xOO6ww==?= ok =?iso-8859-1?Q?Fr=F6sche_x?=')).toBe('你好 ok Frösche x')
  })
  it('joins base64 that is cut within four characters, and reads words without padding each by itself', () => {
    expect(subjectOf('Subject: =?utf-8?B?5L2g5?=\r\n =?utf-8?B?aW9?=')).toBe('你好')
    expect(subjectOf('Subject: =?utf-8?B?YQ?= =?utf-8?B?5aW9?=')).toBe('a好')
    expect(subjectOf('Subject: =?utf-8?B?aGVsbA?= =?utf-8?B?aGVsbA?=')).toBe('hellhell')
    expect(subjectOf('Subject: =?iso-8859-1?B?aGVsbA?= =?iso-8859-1?B?aGVsbA?=')).toBe('hellhell')
    expect(subjectOf('Subject: =?gb2312?B?xOO6?=\r\n =?gb2312?B?w8Tj?=')).toBe('你好你')
    expect(subjectOf('Subject: =?gbk?B?xOO6w?=\r\n =?gbk?B?8Tj?=')).toBe('你好你')
    // Whatever the label says, and where the sender lost the last byte.
    for (const label of ['us-ascii', 'x-unknown', 'gb18030-2022'])
      expect(subjectOf(`Subject: =?${label}?B?5L2g5?=\r\n =?${label}?B?aW9?=`), label).toBe('你好')
    expect(subjectOf('Subject: =?utf-8?B?5L2g5?=\r\n =?utf-8?B?aW95Q==?=')).toMatch(/^你好/)
  })
  it('leaves a broken encoded word as it stands', () => {
    expect(subjectOf('Subject: =?utf-8?B?xx')).toBe('=?utf-8?B?xx')
    expect(subjectOf('Subject: =?utf-8?X?xx?=')).toBe('=?utf-8?X?xx?=')
  })
  it('guesses raw UTF-8, GBK and Latin-1', () => {
    expect(subjectOf('Subject: 报销单', 'utf8')).toBe('报销单')
    expect(subjectOf(`Subject: ${bytesOf(0xc4, 0xe3, 0xba, 0xc3)}`)).toBe('你好')
    expect(subjectOf(`Subject: Fr${bytesOf(0xf6)}sche`)).toBe('Frösche')
  })
  it('takes the charset of the body as a hint for a raw header', () => {
    const mail = message(
      [
        `Subject: ${bytesOf(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2)}`,
        'Content-Type: text/plain; charset=windows-1251',
        '',
        'x',
      ],
      'latin1',
    )
    expect(read(mail).subject).toBe('Привет')
    const western = mail.toString('latin1').replace('windows-1251', 'iso-8859-1')
    const chinese = western.replace(/(?<=Subject: ).*/, bytesOf(0xc4, 0xe3, 0xba, 0xc3))
    expect(read(Buffer.from(chinese, 'latin1')).subject).toBe('你好')
  })
  it('R17: gives null for a bad Date and never NaN', () => {
    const sentAt = (date: string) => read(message([`Date: ${date}`, '', 'x'])).sentAt
    expect(sentAt('Fri, 31 Feb 99999 99:99:99 +9999')).toBeNull()
    expect(sentAt('yesterday')).toBeNull()
    expect(sentAt('Mon, 05 Jan 2026 08:00:00 +0800 (CST)')).toBe(Date.UTC(2026, 0, 5))
    expect(read(message(['Subject: x', '', 'x'])).sentAt).toBeNull()
  })
  it('S31: the real address stays the sender, whatever the name pretends', () => {
    const from = (value: string) => read(message([`From: ${value}`, '', 'x'], 'utf8')).from
    expect(from('"a@b.com" <c@d.com>')).toEqual({ name: 'a@b.com', address: 'c@d.com' })
    expect(from('=?utf-8?Q?boss=40bank.com_=3Cboss=40bank.com=3E?= <c@d.com>').address).toBe('c@d.com')
    expect(from('Boss <boss@bank.com> <c@d.com>').address).toBe('c@d.com')
    expect(from('<=?utf-8?Q?boss=40bank.com?=@evil.com>').address).toBe('=?utf-8?Q?boss=40bank.com?=@evil.com')
    expect(from('"\u202egnp\u2066.x" <c@d.com>').name).toBe('gnp.x')
  })
  it('reads groups, comments and source routes', () => {
    const to = read(message(['To: team: a@b.cn, "L, W" <c@d.cn>;, (x (y)) e@f.cn, <@r,@s:g@h.cn>', '', 'x'])).to
    expect(to.map((one) => one.address)).toEqual(['a@b.cn', 'c@d.cn', 'e@f.cn', 'g@h.cn'])
    expect(to[1]?.name).toBe('L, W')
  })
  it.each([
    ['Joe Foo, PhD <joe@a.cn>', 'Joe Foo, PhD <joe@a.cn>'],
    ['Joe Foo, PhD, MBA, <joe@a.cn>', 'Joe Foo, PhD, MBA <joe@a.cn>'],
    ['Foo, Joe <joe@a.cn>, Bar, Ann <ann@b.cn>', 'Foo, Joe <joe@a.cn> | Bar, Ann <ann@b.cn>'],
    ['Foo, Joe <joe@a.cn>; Bar, Ann <ann@b.cn>', 'Foo, Joe <joe@a.cn> | Bar, Ann <ann@b.cn>'],
    ['"Foo, Joe", PhD (x, y) <joe@a.cn>', 'Foo, Joe, PhD <joe@a.cn>'],
    ["'Foo, Joe' <joe@a.cn>", 'Foo, Joe <joe@a.cn>'],
    ['=?utf-8?Q?M=C3=BCller?=, =?utf-8?Q?J=C3=B6rg?= <m@a.cn>', 'Müller, Jörg <m@a.cn>'],
    ['team: Foo, Joe <joe@a.cn>, ann@b.cn;, Eve <e@c.cn>', 'Foo, Joe <joe@a.cn> | <ann@b.cn> | Eve <e@c.cn>'],
    ['Foo, team: Joe <joe@a.cn>;', 'Foo <> | Joe <joe@a.cn>'],
    ['Foo; Joe <joe@a.cn>', 'Foo <> | Joe <joe@a.cn>'],
    ['ann@b.cn, Foo, Joe <joe@a.cn>, e@c.cn', '<ann@b.cn> | Foo, Joe <joe@a.cn> | <e@c.cn>'],
    ['ann@b.cn, joe@a.cn', '<ann@b.cn> | <joe@a.cn>'],
    ['Ann, Joe, joe@a.cn', 'Ann <> | Joe <> | <joe@a.cn>'],
    ['ann@b.cn, PhD <joe@a.cn>', '<ann@b.cn> | PhD <joe@a.cn>'],
    ['Ann <>, PhD <joe@a.cn>', 'Ann <> | PhD <joe@a.cn>'],
    ['Ann :( <ann@b.cn>, Joe (x <joe@a.cn>', 'Ann :( <ann@b.cn> | Joe (x <joe@a.cn>'],
    ['Joe <joe@a.cn> (\\(x), ann@b.cn (Ann (B))', 'Joe <joe@a.cn> | Ann (B) <ann@b.cn>'],
    ['RE: Joe <joe@a.cn>, Bot 10:30 <bot@b.cn>', 'RE: Joe <joe@a.cn> | Bot 10:30 <bot@b.cn>'],
    ['undisclosed-recipients:', ''],
    ['Team: a@b.cn, B <c@d.cn>', '<a@b.cn> | B <c@d.cn>'],
    ['Team: a@b.cn, Staff: e@f.cn, B <c@d.cn>', '<a@b.cn> | <e@f.cn> | B <c@d.cn>'],
    ['RE: Foo, Joe <joe@a.cn>', 'RE: Foo, Joe <joe@a.cn>'],
    ['RE: joe@b.cn <joe@a.cn>, Bot <bot@b.cn>', 'RE: joe@b.cn <joe@a.cn> | Bot <bot@b.cn>'],
    ['Joe <joe@a.cn> Ann <ann@b.cn>', 'Joe <joe@a.cn> | Ann <ann@b.cn>'],
    ['Joe <Work> <<joe@a.cn>>', 'Joe <joe@a.cn>'],
    ['张三 <joe@a.cn>，李四 <ann@b.cn>；e@c.cn、f@c.cn', '张三 <joe@a.cn> | 李四 <ann@b.cn> | <e@c.cn> | <f@c.cn>'],
    ['张三，李四 <joe@a.cn>', '张三，李四 <joe@a.cn>'],
    ['Joe <mailto:joe@a.cn>', 'Joe <joe@a.cn>'],
  ])('reads commas, colons and brackets of names without quotes in %s', (value, expected) => {
    const { to } = read(message([`To: ${value}`, '', 'x'], 'utf8'))
    expect(to.map(({ name, address }) => `${name} <${address}>`.trim()).join(' | ')).toBe(expected)
  })
  it('S31: the sender is the first of From with an address', () => {
    const from = (value: string) => read(message([`From: ${value}`, '', 'x'], 'utf8')).from
    expect(from('Joe Foo, PhD <joe@a.cn>')).toEqual({ name: 'Joe Foo, PhD', address: 'joe@a.cn' })
    expect(from('Office; joe@a.cn')).toEqual({ name: '', address: 'joe@a.cn' })
    expect(from('Office')).toEqual({ name: 'Office', address: '' })
    expect(from('Office\r\nSender: Joe <joe@a.cn>')).toEqual({ name: 'Office', address: '' })
    expect(from('Ann <ann@b.cn>\r\nSender: Joe <joe@a.cn>').address).toBe('ann@b.cn')
  })
  it.each([
    ['boss@bank.cn，Boss <evil@x.cn>', 'boss@bank.cn，Boss'],
    ['boss@bank.cn；Boss <evil@x.cn>', 'boss@bank.cn；Boss'],
    ['boss@bank.cn、Boss <evil@x.cn>', 'boss@bank.cn、Boss'],
    ['"boss@bank.cn"，<evil@x.cn>', 'boss@bank.cn'],
    ['Bob@ACME，Inc <evil@x.cn>', 'Bob@ACME，Inc'],
  ])('S31: a wide comma in From parts no two senders: %s', (value, name) => {
    expect(read(message([`From: ${value}`, '', 'x'], 'utf8')).from).toEqual({ name, address: 'evil@x.cn' })
  })
  it('S27: reads no more entries than are asked for, names without addresses among them', () => {
    const many = read(message([`To: ${'Ann, '.repeat(mimeLimits.recipients + 5)}`, '', 'x']))
    expect(many.to).toHaveLength(mimeLimits.recipients)
    expect(many.truncated).toBe(true)
  })
  it('believes Authentication-Results of a trusted server only', () => {
    const mail = message(['Authentication-Results: mx.ep.cn; spf=pass x; dkim=fail; dmarc=none', '', 'x'])
    expect(read(mail).authentication).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' })
    expect(read(mail, ['mx.ep.cn']).authentication).toEqual({ spf: 'pass', dkim: 'fail', dmarc: 'none' })
  })
  it('takes https and mailto for unsubscribing, nothing else', () => {
    const of = (value: string) => read(message([`List-Unsubscribe: ${value}`, '', 'x'])).unsubscribe
    expect(of('<mailto:u@l.cn>, <https://l.cn/u>')).toBe('https://l.cn/u')
    expect(of('<javascript:alert(1)>, <http://l.cn>')).toBeNull()
  })
  it('reads priority, receipt and thread fields', () => {
    const mail = read(
      message([
        'X-Priority: 1',
        'Disposition-Notification-To: <a@b>',
        'Message-ID: <m@x>',
        'In-Reply-To: <p@x>',
        'References: <o@x> <p@x>',
        '',
        'x',
      ]),
    )
    expect(mail).toMatchObject({
      urgent: true,
      receiptRequested: true,
      messageId: '<m@x>',
      inReplyTo: '<p@x>',
      references: ['<o@x>', '<p@x>'],
    })
  })
})
