/** Uploads of one account: they count into its room, a number of them are open at once, and what is left goes (TRUST S27, R12). */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const gibibyte = 1024 ** 3
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let session: Signed

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { tier: 'free' })
  session = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const attach = async (size: number) =>
  (await calls.post('writemail/startUpload.action', { name: 'a', type: 'x', size }, { session })).json
const bringIn = async (size: number) =>
  (await calls.post('jobs/startImportUpload.action', { name: 'a.mbox', type: 'x', size }, { session })).json
const quota = async () => (await calls.post('main/getQuotaMessages', {}, { session })).json
const forward = async (id: string) =>
  (await calls.post('writemail/contentDate2', { mode: 'forward', id }, { session })).json

const withFile = [
  'From: wang@ep.test',
  'To: lin@ep.test',
  'Subject: File',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  '',
  'Text',
  '--b',
  'Content-Type: application/pdf; name=a.pdf',
  'Content-Disposition: attachment; filename=a.pdf',
  '',
  'x'.repeat(5_000),
  '--b--',
].join('\n')

it('S27: uploads count into the quota, open or finished, of attachments and of imports, and are shown in what is used', async () => {
  const { used, limit } = await quota()
  expect([used, limit]).toEqual([0, 2 * gibibyte])
  expect(await bringIn(gibibyte)).toMatchObject({ code: '200' })
  const { uploadId } = await bringIn(gibibyte - limits.leastUploadBytes)
  expect(await quota()).toMatchObject({ used: 2 * gibibyte - limits.leastUploadBytes })
  expect(await attach(limits.leastUploadBytes + 1)).toEqual({ code: 'quotaExceeded', msg: 'errors:quotaExceeded' })
  expect(await bringIn(limits.leastUploadBytes + 1)).toMatchObject({ code: 'quotaExceeded' })
  const { uploadId: last } = await attach(0)
  const empty = createHash('sha256').digest('hex')
  const finish = { uploadId: String(last), sha256: empty }
  expect((await calls.post('writemail/finishUpload.action', finish, { session })).json.code).toBe('200')
  expect(await attach(0)).toMatchObject({ code: 'quotaExceeded' })
  await calls.post('writemail/cancelUpload.action', { uploadId: String(uploadId) }, { session })
  expect(await attach(1_000)).toMatchObject({ code: '200' })
})

it('S27: 200 are open at once, and a person who wants another is told so', async () => {
  for (let at = 0; at < limits.openUploads; at += 1) expect(await attach(1)).toMatchObject({ code: '200' })
  expect(await attach(1)).toEqual({ code: 'uploadsFull', msg: 'errors:uploadsFull' })
  expect(await bringIn(1)).toMatchObject({ code: 'uploadsFull' })
})

it('S27: files that a mail carries along count as those that a person chose', async () => {
  const id = await gateway.deliver('lin@ep.test', withFile)
  const before = Number((await quota()).used)
  expect(await forward(id)).toMatchObject({ code: '200', form: { attachments: [{ name: 'a.pdf' }] } })
  expect(Number((await quota()).used) - before).toBeGreaterThanOrEqual(5_000)
  await bringIn(gibibyte)
  await bringIn(gibibyte - 15_000)
  expect(await forward(id)).toMatchObject({ code: 'quotaExceeded' })
})

it('S27: what is not finished goes after a day without a part, what is finished after 30', async () => {
  const { uploadId: open } = await attach(10)
  const { uploadId: done } = await attach(0)
  const finish = { uploadId: String(done), sha256: createHash('sha256').digest('hex') }
  await calls.post('writemail/finishUpload.action', finish, { session })
  const owner = (await gateway.stores.accounts.byAddress('lin@ep.test'))?.id ?? ''
  const left = async () => [
    (await gateway.stores.uploads.find(owner, String(open))) !== null,
    (await gateway.stores.uploads.find(owner, String(done))) !== null,
  ]
  for (const [ms, expected] of [
    [limits.unfinishedUploadMs, [true, true]],
    [1, [false, true]],
    [29 * limits.dayMs - 1, [false, true]],
    [1, [false, false]],
  ] as const) {
    gateway.clock.advance(ms)
    await gateway.house.sweep()
    expect(await left()).toEqual(expected)
  }
})
