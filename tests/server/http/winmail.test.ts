/** What Outlook packs into winmail.dat, from its arrival to the calls that hand out its files. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { makeCalls, Signed } from '../../support/calls'
import type { TestGateway } from '../../support/gateway'
import { linAndWang } from '../../support/linAndWang'
import { readZip } from '../../support/readZip'
import { tnef, tnefTypes as type, winmail } from '../../support/tnefWriter'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin } = await linAndWang())
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
const ticket = async () => String((await calls.get('readmail/sid.action', {}, { session: lin })).json.sid)

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
})
