/** What Outlook packs into winmail.dat, from its arrival to the calls that hand out its files. */
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCompose } from '#contract/endpoints/sending/sending'
import type { makeCalls, Signed } from '#tests/support/gateway/calls'
import type { TestGateway } from '#tests/support/gateway/gateway'
import { linAndWang } from '#tests/support/gateway/twoPeople'
import { readZip } from '#tests/support/mail/readZip'
import { tnef, tnefTypes as type, winmail } from '#tests/support/mail/tnefWriter'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

const note = Buffer.from('the very bytes')
const list = Buffer.from('a;b\r\n1;2\r\n')
const stream = tnef(
  [{ id: 0x1013, type: type.binary, value: Buffer.from('<p>Hello</p>') }],
  [
    { title: Buffer.from('note.txt'), data: note },
    { title: Buffer.from('list.csv'), data: list },
  ],
)
const ticket = async (session = lin) => String((await calls.get('readmail/sid.action', {}, { session })).json.sid)
const listOf = async (session: Signed) => {
  const { json } = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session })
  return v.parse(v.object({ list: v.array(v.object({ id: v.string(), hasAttachment: v.boolean() })) }), json).list
}

describe('the files of a winmail.dat', () => {
  it('are downloaded, looked at and packed into one archive as any other', async () => {
    const id = await gateway.deliver('lin@ep.test', winmail(stream).toString('latin1'))
    const { json } = await calls.post('readmail/getAttachmentInfo2.action', { id }, { session: lin })
    expect(JSON.stringify(json)).toContain('"name":"note.txt"')
    expect(JSON.stringify(json)).not.toContain('winmail.dat')
    const one = await calls.get('readmail/downloadPart.action', { sid: await ticket(), id, part: '2/tnef/1' })
    expect(one.bytes).toEqual(note)
    const seen = await calls.post('readmail/partText.action', { id, part: '2/tnef/2' }, { session: lin })
    expect(seen.json).toMatchObject({ code: '200', text: list.toString() })
    const all = readZip((await calls.get('readmail/downloadParts.action', { sid: await ticket(), id })).bytes)
    expect([...all]).toEqual([
      ['note.txt', note],
      ['list.csv', list],
    ])
  })

  it('go along where the message is forwarded, and arrive as files of their own', async () => {
    const id = await gateway.deliver('lin@ep.test', winmail(stream).toString('latin1'))
    const opened = await calls.post('writemail/contentDate2', { mode: 'forward', id }, { session: lin })
    const { form } = v.parse(openCompose.reply, opened.json)
    expect(form.attachments.map(({ name }) => name)).toEqual(['note.txt', 'list.csv'])
    const { json } = await calls.post(
      'writemail/sendMail.action',
      {
        to: 'wang@ep.test',
        subject: form.subject,
        html: form.html,
        mode: 'forward',
        inReplyTo: id,
        attachmentIds: form.attachments.map(({ attachmentId }) => attachmentId),
        idempotencyKey: 'forward',
      },
      { session: lin },
    )
    expect(json).toMatchObject({ code: '200' })
    await gateway.drain()
    const [arrived] = await listOf(wang)
    const { bytes } = await calls.get('readmail/downloadParts.action', {
      sid: await ticket(wang),
      id: String(arrived?.id),
    })
    expect([...readZip(bytes)]).toEqual([
      ['note.txt', note],
      ['list.csv', list],
    ])
  })

  it('put a paper clip into the list, and a winmail.dat that holds text alone does not', async () => {
    const textOnly = tnef([{ id: 0x1013, type: type.binary, value: Buffer.from('<p>Hello</p>') }])
    await gateway.deliver('lin@ep.test', winmail(textOnly).toString('latin1'))
    expect(await listOf(lin)).toMatchObject([{ hasAttachment: false }])
    await gateway.deliver('lin@ep.test', winmail(stream).toString('latin1'))
    expect((await listOf(lin)).map(({ hasAttachment }) => hasAttachment).sort()).toEqual([false, true])
  })
})
