/** Ten files at once over lines that are cut again and again (TRUST R13). */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCancelUpload } from '#server/drafts/uploads/cancelUpload'
import { makeFinishUpload } from '#server/drafts/uploads/finishUpload'
import { makeStartUpload } from '#server/drafts/uploads/startUpload'
import { makeUploadPart } from '#server/drafts/uploads/uploadPart'
import { removeFolder } from '../../support/removeFolder'
import { callerOf, openSending, type Sending, sendForm } from '../../support/stores/sendingSetup'

const cuts = 5
const step = 40_000
const size = cuts * step + 20_001
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let folder: string
let place: Sending

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  place = await openSending({ folder, relayPort: null })
})
afterEach(async () => {
  await place.close()
  await removeFolder(folder)
})

function cutAfter(bytes: Uint8Array): Readable {
  async function* chunks() {
    yield Buffer.from(bytes)
    throw new Error('cut')
  }
  return Readable.from(chunks())
}

/** Sends a file over a line that is cut five times; answers its id. */
async function uploadOverBadLine(name: string, bytes: Buffer): Promise<string> {
  const caller = callerOf(await place.account('lin'))
  const part = makeUploadPart(place)
  const begun = { name, type: 'application/octet-stream', size: bytes.length, cid: undefined }
  const { uploadId } = await makeStartUpload(place)(begun, caller)
  let offset = 0
  for (let cut = 0; cut < cuts; cut += 1) {
    const line = cutAfter(bytes.subarray(offset, offset + step))
    await expect(place.uploads.write(caller.account.id, uploadId, offset, line)).rejects.toThrow('cut')
    offset = (await place.uploads.find(caller.account.id, uploadId))?.offset ?? -1
    expect(offset).toBe((cut + 1) * step)
  }
  expect(await part({ uploadId, offset }, caller, Readable.from([bytes.subarray(offset)]))).toEqual({ offset: size })
  return (await makeFinishUpload(place)({ uploadId, sha256: sha256(bytes) }, caller)).attachmentId
}

it('R13: ten files at once, each cut five times, come whole, and their temporary files go', async () => {
  const caller = callerOf(await place.account('lin'))
  const files = Array.from({ length: 10 }, () => randomBytes(size))
  const ids = await Promise.all(files.map((bytes, index) => uploadOverBadLine(`${index}.bin`, bytes)))
  expect(new Set(ids).size).toBe(10)
  for (const [index, id] of ids.entries()) {
    const stream = await place.uploads.read(caller.account.id, id)
    expect(sha256(stream ? await buffer(stream) : Buffer.of())).toBe(sha256(files[index] ?? Buffer.of()))
  }
  const uploads = join(folder, 'uploads')
  expect(await readdir(uploads)).toHaveLength(10)

  const [cancelled = '', ...sent] = ids
  await makeCancelUpload(place)({ uploadId: cancelled }, caller)
  await place.send(sendForm({ to: ['lin@ep.test'], attachmentIds: sent }), caller)
  expect(await readdir(uploads)).toEqual([])

  await place.dispatcher.drain()
  const [got] = await place.mails('lin', 'inbox')
  const opened = await place.mailStores.of(caller.account).open(got?.id ?? '')
  expect(opened?.parsed.attachments.map(({ size: bytes }) => bytes)).toEqual(sent.map(() => size))
})
