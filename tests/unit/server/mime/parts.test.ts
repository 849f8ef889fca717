import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { hasFiles } from '#server/mail/imap/message/bodyParts'
import { safeFileName } from '#server/mime/read/attachmentName'
import { message, read } from './reading'

const mixed = (...parts: string[][]) =>
  message([
    'Subject: m',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...parts.flatMap((part) => ['--b', ...part]),
    '--b--',
  ])
const file = (field: string) => mixed([field, 'Content-Type: application/pdf', '', 'x'])
const nameOf = (field: string) => read(file(field)).attachments[0]?.name

describe('parts', () => {
  it('reads RFC 2231 names, continued, encoded and doubly encoded', () => {
    expect(
      nameOf("Content-Disposition: attachment; filename*0*=utf-8''%E6%8A%A5; filename*1*=%E8%A1%A8; filename*2=.pdf"),
    ).toBe('报表.pdf')
    expect(nameOf("Content-Disposition: attachment; filename*=gb18030''%C4%E3.pdf")).toBe('你.pdf')
    expect(nameOf("Content-Disposition: attachment; filename*=utf-8''%3D%3Futf-8%3FB%3F5L2g%3F%3D.pdf")).toBe('你.pdf')
    expect(nameOf('Content-Disposition: attachment; filename="=?utf-8?B?5L2g?=.pdf"')).toBe('你.pdf')
  })
  it('reads names in percent signs, and raw ones in the charset of the text before', () => {
    expect(nameOf('Content-Disposition: attachment; filename="%E6%8A%A5%E8%A1%A8 1.pdf"')).toBe('报表 1.pdf')
    expect(nameOf('Content-Disposition: attachment; filename="100%25 off%20.pdf"')).toBe('100%25 off%20.pdf')
    for (const [charset, name] of [
      ['shift_jis', '報告書.pdf'],
      ['big5', '功能說明.pdf'],
      ['iso-8859-1', '你好.pdf'],
    ] as const) {
      const bytes = iconv.encode(name, charset === 'iso-8859-1' ? 'gbk' : charset).toString('latin1')
      const lines = ['Content-Type: application/pdf', `Content-Disposition: attachment; filename="${bytes}"`, '', 'x']
      const raw = mixed([`Content-Type: text/plain; charset=${charset}`, '', 'x'], lines)
      expect(read(Buffer.from(raw.toString(), 'latin1')).attachments[0]?.name).toBe(name)
    }
  })
  it('S10: keeps the last segment of a name without controls, devices or excess', () => {
    expect(safeFileName('../../etc/passwd')).toBe('passwd')
    expect(safeFileName('C:\\Windows\\evil.exe')).toBe('evil.exe')
    expect(safeFileName('a\r\nX: y\u0000\u202egnp.exe')).toBe('aX: ygnp.exe')
    expect(safeFileName('con.txt')).toBe('_con.txt')
    expect(safeFileName('..')).toBe('')
    const long = safeFileName(`${'长'.repeat(10_000)}.pdf`)
    expect(long).toHaveLength(255)
    expect(long.endsWith('.pdf')).toBe(true)
  })
  it('chooses text and HTML of alternatives and lists the pictures within', () => {
    const mail = read(
      message([
        'Content-Type: multipart/alternative; boundary=a',
        '',
        '--a',
        'Content-Type: text/plain',
        '',
        'plain',
        '--a',
        'Content-Type: multipart/related; boundary=r',
        '',
        '--r',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>富 <img src="cid:i@x"></p>',
        '--r',
        'Content-Type: image/png',
        'Content-ID: <i@x>',
        'Content-Transfer-Encoding: base64',
        '',
        'YWJj',
        '--r--',
        '--a--',
        '',
      ]),
    )
    expect(mail).toMatchObject({ text: 'plain', html: '<p>富 <img src="cid:i@x"></p>', preview: '富' })
    expect(mail.attachments).toEqual([
      { part: '2.2', name: 'image.png', unnamed: true, type: 'image/png', size: 3, inline: true, cid: 'i@x' },
    ])
  })
  it('hides among the text only what the text shows: whatever else is called inline is a file', () => {
    const mail = read(
      mixed(
        ['Content-Type: text/html', '', '<p><img src="cid:a%40x"><img src=cid:b@x></p>'],
        ['Content-Type: image/png; name=a.png', 'Content-Disposition: inline', 'Content-ID: <a@x>', '', 'x'],
        ['Content-Type: image/png; name=b.png', 'Content-ID: <b@x>', '', 'x'],
        ['Content-Type: image/png; name=c.png', 'Content-Disposition: inline', 'Content-ID: <c@x>', '', 'x'],
        ['Content-Type: application/pdf; name=d.pdf', 'Content-Disposition: inline', '', 'x'],
        ['Content-Type: message/rfc822', 'Content-Disposition: inline', '', 'Subject: inner', '', 'inner'],
      ),
    )
    expect(mail.attachments.map(({ name, inline }) => [name, inline])).toEqual([
      ['a.png', true],
      ['b.png', true],
      ['c.png', false],
      ['d.pdf', false],
      ['inner.eml', false],
    ])
  })
  it('makes a preview of what is shown, not of the text that asks for another program', () => {
    const choice = (text: string, html: string) =>
      read(
        message([
          'Content-Type: multipart/alternative; boundary="b"',
          '',
          '--b',
          '',
          text,
          '--b',
          'Content-Type: text/html',
          '',
          html,
          '--b--',
        ]),
      ).preview
    const asks = 'Please open this in a program that reads HTML.'
    expect(choice(asks, '<h1>Your parcel</h1><hr><p>It is on its way</p>')).toBe('Your parcel It is on its way')
    expect(choice(asks, `${'<div>'.repeat(200)}Your parcel${'</div>'.repeat(200)}`)).toBe('Your parcel')
    expect(choice('Said in words', '<p><img src="https://example.com/a.png">&nbsp;</p>')).toBe('Said in words')
  })
  it('makes a preview of HTML without its markup and scripts', () => {
    const mail = read(
      message(['Content-Type: text/html', '', '<style>p{}</style><script>x()</script><p>Hello <b>you</b></p>']),
    )
    expect(mail.preview).toBe('Hello you')
    expect(mail.text).toBeNull()
  })
  it('joins flowed lines', () => {
    expect(read(message(['Content-Type: text/plain; format=flowed', '', 'one ', 'two', '> q ', '> r'])).text).toBe(
      'one two\n> q r',
    )
  })
  it('lists calendars, winmail.dat and attached mails as files', () => {
    const mail = read(
      mixed(
        ['', 'text'],
        ['Content-Type: text/calendar; name=m.ics', '', 'BEGIN:VCALENDAR'],
        ['Content-Type: application/ms-tnef; name="winmail.dat"', '', 'x'],
        [
          'Content-Type: message/rfc822',
          'Content-Disposition: attachment; filename=f.eml',
          '',
          'Subject: inner',
          '',
          'inner text',
        ],
      ),
    )
    expect(mail.attachments.map((one) => one.name)).toEqual(['m.ics', 'winmail.dat', 'f.eml'])
    expect(mail.subject).toBe('m')
    expect(mail.text).toBe('text')
  })
  it('neither shows nor lists a choice for AMP or for a watch, and over IMAP finds no file in it either', () => {
    const choices = (type: string, ...more: string[]) => [
      'Content-Type: multipart/alternative; boundary=a',
      '',
      ...['--a', 'Content-Type: text/plain', '', 'plain'],
      ...['--a', `Content-Type: ${type}`, ...more, '', '<p>other</p>'],
      ...['--a', 'Content-Type: text/html', '', '<p>rich</p>', '--a--'],
    ]
    const structure = (parent: string, type: string, disposition?: string) => ({
      type: parent,
      childNodes: [{ type: 'text/plain' }, { type, ...(disposition === undefined ? {} : { disposition }) }],
    })
    for (const type of ['text/x-amp-html', 'text/watch-html']) {
      expect(read(message(choices(`${type}; charset=utf-8`)))).toMatchObject({ html: '<p>rich</p>', text: 'plain' })
      expect(read(message(choices(type, 'Content-Disposition: inline'))).attachments).toEqual([])
      expect(read(message(choices(type, 'Content-Disposition: attachment'))).attachments).toMatchObject([{ type }])
      expect(read(mixed(['', 'text'], [`Content-Type: ${type}`, '', 'x'])).attachments).toMatchObject([{ type }])
      expect(hasFiles(structure('multipart/alternative', type))).toBe(false)
      expect(hasFiles({ type: 'multipart/mixed', childNodes: [structure('multipart/alternative', type)] })).toBe(false)
      expect(hasFiles(structure('multipart/alternative', type, 'attachment'))).toBe(true)
      expect(hasFiles(structure('multipart/mixed', type))).toBe(true)
    }
  })
  it('lists nothing of a choice for AMP that has pictures, and shows AMP where a message says the same in nothing else', () => {
    const amp = ['Content-Type: text/x-amp-html', '', '<html amp4email><body>said</body></html>']
    const related = [
      ...['Content-Type: multipart/related; boundary=r', '', '--r', ...amp],
      ...['--r', 'Content-Type: image/png; name=p.png', '', 'x', '--r--'],
    ]
    const choices = (...parts: string[][]) =>
      message([
        'Content-Type: multipart/alternative; boundary=a',
        '',
        ...parts.flatMap((part) => ['--a', ...part]),
        '--a--',
      ])
    const both = read(choices(['Content-Type: text/plain', '', 'plain'], related))
    expect(both).toMatchObject({ html: null, text: 'plain', attachments: [] })
    const node = { type: 'multipart/related', childNodes: [{ type: 'text/x-amp-html' }, { type: 'image/png' }] }
    expect(hasFiles({ type: 'multipart/alternative', childNodes: [{ type: 'text/plain' }, node] })).toBe(false)
    for (const alone of [read(choices(amp)), read(choices(related))]) {
      expect(alone).toMatchObject({ text: null, attachments: [], preview: 'said' })
      expect(alone.html).toContain('<body>said</body>')
    }
    expect(read(choices(['Content-Type: text/plain', '', ' '], amp)).preview).toBe('said')
    const withFile = [...related.slice(0, -1), '--r', 'Content-Type: application/pdf; name=a.pdf']
    const file = [...withFile, 'Content-Disposition: attachment', '', 'x', '--r--']
    expect(
      read(choices(['Content-Type: text/plain', '', 'plain'], file)).attachments.map(({ name }) => name),
    ).toContain('a.pdf')
  })
  it('shows the text where the page beside it is empty, and the page where it has a picture alone', () => {
    const beside = (html: string, text = 'said') =>
      read(
        message([
          'Content-Type: multipart/alternative; boundary=a',
          '',
          ...['--a', 'Content-Type: text/plain', '', text],
          ...['--a', 'Content-Type: text/html', '', html, '--a--'],
        ]),
      )
    for (const empty of [
      '',
      ' ',
      '<html><body><br>&nbsp;</body></html>',
      '<style>p{color:red}</style><p></p>',
      '<p>&#8203;&zwnj;</p>',
    ])
      expect(beside(empty), empty).toMatchObject({ html: null, text: 'said', preview: 'said' })
    for (const full of ['<p>rich</p>', '<IMG src="cid:a">', '<table background="cid:a"></table>'])
      expect(beside(full).html, full).toBe(full)
    expect(beside('<p></p>', '').html).toBe('<p></p>')
  })
  it('lists a message within once, with or without a disposition, and none of the files in it', () => {
    const inner = [
      'Subject: inner',
      'Content-Type: multipart/mixed; boundary=i',
      '',
      '--i',
      '',
      'inner text',
      '--i',
      'Content-Type: application/pdf; name=inner.pdf',
      '',
      'x',
      '--i--',
    ]
    const within = (...lines: string[]) => [...lines, '', ...inner]
    const mail = read(
      mixed(
        ['', 'text'],
        within('Content-Type: message/rfc822'),
        within('Content-Type: message/global', 'Content-Disposition: inline'),
        within('Content-Type: message/rfc822; name=f.eml', 'Content-Disposition: attachment'),
        ['Content-Type: application/pdf; name=own.pdf', '', 'x'],
      ),
    )
    expect(mail.attachments.map(({ part }) => part)).toEqual(['2', '3', '4', '5'])
    expect(mail.text).toBe('text')
    const bare = read(message(['Subject: outer', ...within('Content-Type: message/rfc822')]))
    expect(bare.attachments).toMatchObject([{ part: '1', type: 'message/rfc822' }])
  })
  it('reads a message whose boundary is missing or never closed', () => {
    expect(read(message(['Content-Type: multipart/mixed', '', 'hello'])).text).toBe('hello')
    const open = read(
      message([
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        '',
        'hi',
        '--b',
        'Content-Type: image/gif; name=a.gif',
        '',
        'x',
      ]),
    )
    expect(open.text).toBe('hi')
    expect(open.attachments.map((one) => one.name)).toEqual(['a.gif'])
  })
  it('survives bad content types', () => {
    expect(read(message(['Content-Type: ;;;', '', 'hello'])).text).toBe('hello')
    expect(read(message(['Content-Type: text', '', 'hello'])).text).toBe('hello')
  })
})
