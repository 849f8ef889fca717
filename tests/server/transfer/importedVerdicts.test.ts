/** Authentication-Results of messages that a person imports: anybody can write such a file. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { makeCalls, Signed } from '../../support/gateway/calls'
import { bytesOf, type TestGateway } from '../../support/gateway/gateway'
import { linAndWang } from '../../support/gateway/twoPeople'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin } = await linAndWang())
})
afterEach(() => gateway.close())

const message = (subject: string, more = '') =>
  `Date: Mon, 2 Mar 2020 10:00:00 +0800\r\n${more}Subject: ${subject}\r\nFrom: a@b.test\r\n\r\nText\r\n`

async function upload(name: string, content: string): Promise<string> {
  const bytes = Buffer.from(content)
  const file = { name, type: 'message/rfc822', size: bytes.length }
  const { json } = await calls.post('jobs/startImportUpload.action', file, { session: lin })
  const uploadId = String(json.uploadId)
  for (let offset = 0; offset < bytes.length; offset += 1_048_576)
    await gateway.handle({
      method: 'POST',
      path: '/webmail/writemail/uploadPart.action',
      query: `uploadId=${uploadId}&offset=${offset}`,
      headers: { authorization: `Bearer ${lin.token}`, 'content-type': 'application/octet-stream' },
      body: Readable.from([bytes.subarray(offset, offset + 1_048_576)]),
    })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await calls.post('writemail/finishUpload.action', { uploadId, sha256 }, { session: lin })
  return uploadId
}

it('S31: an import takes the verdicts of believed servers out of messages and mbox files, and touches nothing else', async () => {
  const forged = 'Authentication-Results: EP.test (we) 1;\r\n\tdmarc=pass\r\n'
  const other = 'Authentication-Results: x.example; dmarc=pass\r\n'
  const uploads = [
    await upload('a.eml', message('A', `${other}${forged}`)),
    await upload('b.mbox', `From a@b.test Tue Mar  3 10:00:00 2020\n${message('B', forged).replaceAll('\r', '')}`),
    // Longer than what is held of a header: nothing beyond it is read as a field.
    await upload('c.eml', `From: c@b.test\r\n${forged.repeat(20_000)}${message('C', forged)}`),
  ]
  await calls.post('jobs/startImport.action', { folder: 'inbox', uploads }, { session: lin })
  await gateway.drain()
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (account === null) throw new Error('no lin')
  const store = gateway.stores.mailStores.of(account)
  const query = { folder: 'inbox', page: 1, pageSize: 20, sort: 'date', order: 'asc', filter: 'all' } as const
  const mails = (await store.page(query))?.list ?? []
  expect(mails).toHaveLength(3)
  for (const { id, subject } of mails) {
    expect((await store.open(id))?.parsed.authentication).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' })
    if (subject !== 'A') continue
    const raw = await store.raw(id)
    expect(raw && (await bytesOf(raw.stream)).toString()).toBe(message('A', other))
  }
})
