import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits'
import { Refusal } from '#server/core/refusal'
import { makeCalls, type Signed } from '#tests/support/gateway/calls'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'

const pixel = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  const imageFetcher = {
    fetch: async (url: string) => {
      if (url !== 'https://pictures.example/a.gif') throw new Refusal('imageRefused')
      return { type: 'image/gif', bytes: pixel }
    },
  }
  gateway = await makeTestGateway({ imageFetcher })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
  ;[lin, wang] = [await calls.signIn('lin@ep.test'), await calls.signIn('wang@ep.test')]
})
afterEach(() => gateway.close())

function mailWith(type: string, name: string, content: Buffer, disposition = 'attachment'): string {
  return [
    'From: Wang <w@example.cn>',
    'To: lin@ep.test',
    'Subject: With a file',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'See the file.',
    '--b',
    `Content-Type: ${type}`,
    `Content-Disposition: ${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64'),
    '--b--',
    '',
  ].join('\r\n')
}

const ticket = async (session = lin) =>
  String((await calls.get('readmail/sid.action', { randoms: '1' }, { session })).json.sid)

async function firstPart(id: string): Promise<string> {
  const { json } = await calls.post('readmail/getAttachmentInfo2.action', { id }, { session: lin })
  return JSON.stringify(json).match(/"part":"([^"]+)"/)?.[1] ?? ''
}

async function download(type: string, name: string, values: Record<string, string> = {}) {
  const id = await gateway.deliver('lin@ep.test', mailWith(type, name, pixel))
  return calls.get('readmail/downloadPart.action', { sid: await ticket(), id, part: await firstPart(id), ...values })
}

describe('opening a mail', () => {
  it('marks it seen where asked, and only there', async () => {
    const id = await gateway.deliver('lin@ep.test', mailWith('image/gif', 'a.gif', pixel))
    const open = async (seen?: string) =>
      (await calls.post('readmail/showMail.action', { id, ...(seen ? { seen } : {}) }, { session: lin })).json
    expect(await open()).toMatchObject({
      code: '200',
      mail: { id, seen: false, subject: 'With a file', readable: true },
    })
    expect(await open()).toMatchObject({ mail: { seen: false } })
    expect(await open('1')).toMatchObject({ mail: { seen: true } })
    expect(await open()).toMatchObject({ mail: { seen: true, text: expect.stringContaining('See the file.') } })
  })

  it.each(['serverCannot', 'quotaExceeded'] as const)('shows it unread where the mark is refused: %s', async (code) => {
    const id = await gateway.deliver('lin@ep.test', mailWith('image/gif', 'a.gif', pixel))
    const { mailStores } = gateway.stores
    const { of } = mailStores
    vi.spyOn(mailStores, 'of').mockImplementation((account) => ({
      ...of(account),
      mark: async () => {
        throw new Refusal(code)
      },
    }))
    const { json } = await calls.post('readmail/showMail.action', { id, seen: '1' }, { session: lin })
    expect(json).toMatchObject({ code: '200', mail: { id, seen: false, subject: 'With a file' } })
    const marked = await calls.post('manage/mark2', { ids: id, mark: 'seen' }, { session: lin })
    expect(marked.json.code).toBe(code)
  })
})

describe('a download', () => {
  it('gives the file, byte for byte', async () => {
    expect((await download('image/gif', 'a.gif')).bytes).toEqual(pixel)
  })

  it.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/x-pdf'])(
    'S9: %s is a file and never a page of ours, even when asked to be shown',
    async (type) => {
      const { status, headers } = await download(type, 'a.html', { inline: '1' })
      expect(status).toBe(200)
      expect(headers['content-disposition']).toMatch(/^attachment;/)
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain('sandbox')
    },
  )

  it('shows a picture where asked', async () => {
    const { headers } = await download('image/gif', 'a.gif', { inline: '1' })
    expect(headers['content-disposition']).toMatch(/^inline;/)
    expect(headers['content-type']).toBe('image/gif')
  })

  it('gives a whole mail, byte for byte', async () => {
    const raw = mailWith('image/gif', 'a.gif', pixel)
    const id = await gateway.deliver('lin@ep.test', raw)
    const { bytes, headers } = await calls.get('readmail/downloadMail.action', { sid: await ticket(), id })
    expect(bytes.toString('latin1')).toBe(raw)
    expect(headers['content-disposition']).toContain('With a file.eml')
  })

  it('gives a finished upload back to its owner alone', async () => {
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    const { uploads } = gateway.stores
    const { Readable } = await import('node:stream')
    const file = { name: 'a.gif', type: 'image/gif', size: pixel.length, cid: null }
    const { id } = await uploads.start(owner?.id ?? '', file, gateway.clock.now(), 2 ** 40)
    await uploads.write(owner?.id ?? '', id, 0, Readable.from([pixel]))
    const asked = async (session: Signed) =>
      calls.get('readmail/downloadUpload.action', { sid: await ticket(session), attachmentId: id })
    expect((await asked(lin)).json).toMatchObject({ code: 'notFound' })
    await uploads.finish(owner?.id ?? '', id, createHash('sha256').update(pixel).digest('hex'))
    expect((await asked(lin)).bytes).toEqual(pixel)
    expect((await asked(wang)).json).toMatchObject({ code: 'notFound' })
  })

  it('S21: with another’s ticket there is no such mail', async () => {
    const id = await gateway.deliver('lin@ep.test', mailWith('image/gif', 'a.gif', pixel))
    const part = await firstPart(id)
    for (const path of ['readmail/downloadPart.action', 'readmail/downloadMail.action']) {
      const foreign = await calls.get(path, { sid: await ticket(wang), id, part })
      const absent = await calls.get(path, { sid: await ticket(wang), id: 'nothing', part })
      expect(foreign.json).toEqual({ code: 'notFound', msg: 'errors:notFound' })
      expect(foreign).toEqual(absent)
      expect(foreign.status).toBe(404)
    }
  })

  it('S15: needs a ticket that lives, and a gtk is none', async () => {
    const id = await gateway.deliver('lin@ep.test', mailWith('image/gif', 'a.gif', pixel))
    const ask = async (sid: string) => (await calls.get('readmail/downloadMail.action', { sid, id })).json.code
    const sid = await ticket()
    const { gtk } = (await calls.get('readmail/gtk.action', {}, { session: lin })).json
    expect(await ask('nothing')).toBe('ticketExpired')
    expect(await ask(String(gtk))).toBe('ticketExpired')
    expect(await ask(lin.token)).toBe('ticketExpired')
    gateway.clock.advance(limits.ticketMs + 1)
    expect(await ask(sid)).toBe('ticketExpired')
  })

  it('S21: a ticket of an account that was locked since gives nothing', async () => {
    const id = await gateway.deliver('lin@ep.test', mailWith('image/gif', 'a.gif', pixel))
    const sid = await ticket()
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    const ask = async () => (await calls.get('readmail/downloadMail.action', { sid, id })).status
    expect(await ask()).toBe(200)
    await gateway.stores.accounts.change(account?.id ?? '', { locked: true })
    const { json } = await calls.get('readmail/downloadMail.action', { sid, id })
    expect(json.code).toBe('ticketExpired')
  })
})

describe('a remote picture', () => {
  it('S5: comes through the gateway with its own type, and what is refused is no page', async () => {
    const sid = await ticket()
    const shown = await calls.get('readmail/image.action', { sid, url: 'https://pictures.example/a.gif' })
    expect(shown.bytes).toEqual(pixel)
    expect(shown.headers).toMatchObject({ 'content-type': 'image/gif', 'x-content-type-options': 'nosniff' })
    expect(shown.headers['cache-control']).toMatch(/^private/)
    const refused = await calls.get('readmail/image.action', { sid, url: 'https://elsewhere.example/' })
    expect([refused.status, refused.json.code]).toEqual([404, 'imageRefused'])
    const stranger = await calls.get('readmail/image.action', { sid: 'x', url: 'https://pictures.example/a.gif' })
    expect(stranger.json.code).toBe('ticketExpired')
  })
})

it('an opened mail names all to whom it went, though a row names the first of very many', async () => {
  const to = Array.from({ length: 120 }, (_, at) => `p${at}@example.cn`)
  const id = await gateway.deliver(
    'lin@ep.test',
    `From: w@example.cn\r\nTo: ${to.join(',\r\n ')}\r\nSubject: All\r\n\r\nx`,
  )
  const { json } = await calls.post('readmail/showMail.action', { id }, { session: lin })
  expect(json).toMatchObject({ mail: { to: to.map((address) => ({ address })) } })
})
