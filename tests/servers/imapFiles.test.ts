/** The files of messages over IMAP: those within winmail.dat, and many of them asked for at once. */
import { buffer } from 'node:stream/consumers'
import { ImapFlow } from 'imapflow'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openMimeReader } from '../../server/mime'
import { owner, pageOf } from '../server/conformance/mail/mailbox'
import { tnef, tnefTypes as type, winmail } from '../support/mail/tnefWriter'
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
  vi.restoreAllMocks()
  other.close()
  await place.close()
})

const lin = () => place.store.of(owner('lin'))
async function add(raw: Buffer): Promise<string> {
  await other.append('INBOX', raw)
  const id = (await pageOf(lin())).list[0]?.id
  if (id === undefined) throw new Error('The inbox is empty')
  return id
}

/** Their bytes, and how often the server was asked for them. */
async function allOf(id: string, numbers: readonly string[]) {
  const asked = vi.spyOn(place.context.pool, 'within')
  const found = await lin().parts(id, numbers)
  const files: Buffer[] = []
  for (const number of numbers) {
    const reader = found?.get(number)
    if (reader) files.push(await buffer(await reader.open()))
  }
  return { files, asked: asked.mock.calls.length }
}

describe('the files of a message over IMAP', () => {
  it.each([
    ['small', 10],
    ['large', 2_000_000],
  ])('are those within its winmail.dat, with its text, where it is %s', async (_name, size) => {
    const note = Buffer.alloc(size, 'the very bytes ')
    const list = Buffer.from('a;b\r\n1;2\r\n')
    const stream = tnef(
      [{ id: 0x1013, type: type.binary, value: Buffer.from('<p>Hello</p>') }],
      [
        { title: Buffer.from('note.bin'), data: note },
        { title: Buffer.from('list.csv'), data: list },
      ],
    )
    const id = await add(winmail(stream))
    const opened = await lin().open(id)
    expect(opened?.parsed).toMatchObject({ html: '<p>Hello</p>', truncated: false })
    expect(opened?.parsed.attachments).toMatchObject([
      { part: '2/tnef/1', name: 'note.bin', size },
      { part: '2/tnef/2', name: 'list.csv', size: list.length },
    ])
    expect((await pageOf(lin())).list).toMatchObject([{ hasAttachment: true }])
    const one = await lin().part(id, '2/tnef/2')
    expect(one && (await buffer(one.stream))).toEqual(list)
    const all = await allOf(id, ['2/tnef/1', '2/tnef/2'])
    expect(all.files.map((file, at) => file.equals([note, list][at] ?? Buffer.alloc(0)))).toEqual([true, true])
    expect(all.asked).toBe(1)
  })

  it('are fetched with one question where there are many', async () => {
    const numbers = Array.from({ length: 60 }, (_, at) => at + 1)
    const parts = numbers.map((n) => `--b\r\nContent-Type: image/png; name="${n}.png"\r\n\r\nfile ${n}\r\n`)
    const id = await add(
      Buffer.from(`Subject: many\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`),
    )
    const all = await allOf(id, numbers.map(String))
    expect(all.files.map(String)).toEqual(numbers.map((n) => `file ${n}`))
    expect(all.asked).toBe(1)
  })
})

describe('a large message over IMAP', () => {
  it('shows the text that it opens with also where this has a file name', async () => {
    const file = Buffer.alloc(1_500_000, 'x').toString('base64').replace(/.{76}/g, '$&\r\n')
    const id = await add(
      Buffer.from(
        [
          'Subject: report\r\nContent-Type: multipart/mixed; boundary=b\r\n',
          '--b\r\nContent-Type: text/plain; name="report.txt"\r\n\r\nNot delivered\r\n--b',
          `Content-Type: image/png; name="a.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n--b--\r\n`,
        ].join('\r\n'),
      ),
    )
    const parsed = (await lin().open(id))?.parsed
    expect(parsed?.text?.trim()).toBe('Not delivered')
    expect(parsed?.attachments.map(({ name }) => name)).toEqual(['report.txt', 'a.png'])
  })
})
