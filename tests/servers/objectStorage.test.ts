/** Files of people in object storage: Debian's Swift, which speaks S3. */
import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptBefore, makeObjectFiles, partBytes } from '#server/files/fileStore.s3'
import { fileStoreConforms } from '../server/conformance/files/fileStore'
import { removeFolder } from '../support/removeFolder'
import { startGuard, startProgram } from './lab/processes'
import { type Swift, startSwift } from './lab/swift'

let swift: Swift
let client: S3Client
let end: () => Promise<void>
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-swift-'))
  const guard = startGuard(folder)
  swift = await startSwift(folder, startProgram)
  client = new S3Client({
    endpoint: swift.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: swift.accessKey, secretAccessKey: swift.secretKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket: 'files' }))
  end = async () => {
    client.destroy()
    await swift.stop()
    await removeFolder(folder)
    await guard.dismiss()
  }
})
afterAll(() => end())

const storage = (bucket = 'files') => {
  const { endpoint, accessKey, secretKey } = swift
  return { endpoint, accessKey, secretKey, bucket, prefix: 'ep/', region: 'us-east-1' }
}

fileStoreConforms(
  'Swift',
  async () => {
    const own = { ...storage(), prefix: `${randomUUID()}/` }
    const store = makeObjectFiles(own)
    return { store, reopen: async () => makeObjectFiles(own), close: async () => store.close() }
  },
  2 * partBytes + 5,
)

describe('object storage', () => {
  const source = (bytes: Uint8Array) => ({ open: async () => Readable.from([bytes]), path: null })
  const range = { from: 0, to: 4 }

  it('R13: keeps no parts of what was broken off, and the sweep takes those of a gateway that died', async () => {
    const files = makeObjectFiles(storage())
    const open = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket: 'files' }))).Uploads ?? []
    async function* breaking() {
      yield Buffer.alloc(partBytes + 1)
      throw new Error('cut')
    }
    await expect(files.put('broken', { open: async () => Readable.from(breaking()), path: null })).rejects.toThrow(
      'cut',
    )
    expect(await open()).toEqual([])
    const at = { Bucket: 'files', Key: `ep/${randomUUID()}` }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at))
    await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: Buffer.alloc(10) }))
    await files.sweep(0, async () => [])
    expect(await open()).toHaveLength(1)
    await files.sweep(Date.now() + 60_000, async () => [])
    expect(await open()).toEqual([])
    files.close()
  })

  it('leaves what stands beside its prefix alone', async () => {
    const other = makeObjectFiles({ ...storage(), prefix: 'other/' })
    await other.put('theirs', source(Buffer.alloc(4)))
    const files = makeObjectFiles(storage())
    await files.sweep(Date.now() + 60_000, async (given) => given)
    const kept = await other.read('theirs', range)
    expect(kept).not.toBeNull()
    kept?.destroy()
    for (const one of [files, other]) one.close()
  })

  it('R13: loses nothing by a sweep that knows too little, and touches no name that is not ours', async () => {
    const own = { ...storage(), prefix: `${randomUUID()}/` }
    const files = makeObjectFiles(own)
    const ids = Array.from({ length: 12 }, () => randomUUID())
    for (const id of [...ids, 'notes.txt']) await files.put(id, source(Buffer.alloc(4)))
    const later = Date.now() + 60_000
    await files.sweep(later, async (given) => given)
    const held = async (id: string) => {
      const stream = await files.read(id, range)
      stream?.destroy()
      return stream !== null
    }
    expect(await Promise.all(ids.map(held))).toEqual(ids.map(() => true))
    await files.sweep(later, async (given) => given.filter((id) => id === ids[0]))
    expect([await held(ids[0] ?? ''), await held(ids[1] ?? ''), await held('notes.txt')]).toEqual([false, true, true])
    files.close()
  })

  it('still gives what was kept elsewhere before', async () => {
    const [former, objects] = [makeObjectFiles({ ...storage(), prefix: 'former/' }), makeObjectFiles(storage())]
    await former.put('old', source(Buffer.from('once')))
    const files = keptBefore(former, objects)
    await files.put('new', source(Buffer.from('now!')))
    const read = async (id: string) => {
      const stream = await files.read(id, range)
      return stream && text(stream)
    }
    expect([await read('old'), await read('new'), await former.read('new', range)]).toEqual(['once', 'now!', null])
    await files.remove(['old', 'new'])
    expect([await read('old'), await read('new')]).toEqual([null, null])
    for (const one of [former, objects]) one.close()
  })

  it('R12: that does not answer, refuses its key or has no such bucket is a store that is away', async () => {
    const wrong = [
      { ...storage(), secretKey: 'wrong' },
      { ...storage(), bucket: 'none-such' },
      { ...storage(), endpoint: 'http://127.0.0.1:1' },
    ]
    for (const one of wrong) {
      const files = makeObjectFiles(one)
      await expect(files.put('x', source(Buffer.alloc(4)))).rejects.toMatchObject({ name: 'StoreAway' })
      await expect(files.sweep(1, async () => [])).rejects.toMatchObject({ name: 'StoreAway' })
      files.close()
    }
  })
})
