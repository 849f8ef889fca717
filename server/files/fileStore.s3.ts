/** Bytes of stored files in object storage that speaks S3: an object for each. */
import { Readable, Transform } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Refusal, StoreAway } from '../core/refusal'
import { areTooMany } from '../kit/files/lostFiles'
import type { FileStore, UnknownIds } from './fileStore.port'

/** Object storage that speaks S3, with the key that opens it. */
export type ObjectStorage = {
  /** With scheme and port. */
  readonly endpoint: string
  readonly bucket: string
  /** What the names of objects begin with: empty, or ending in `/`. */
  readonly prefix: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

/** Bytes of a part, of which two are in memory; S3 takes none below 5 MiB but the last. */
export const partBytes = 8 * 1024 ** 2
const partsAtOnce = 2
const removedAtOnce = 8

export function makeObjectFiles(storage: ObjectStorage): FileStore & { readonly close: () => void } {
  const { bucket, prefix } = storage
  const s3 = clientOf(storage)
  const at = (id: string) => ({ Bucket: bucket, Key: prefix + id })
  const removeAll = async (keys: readonly string[]) => {
    // One by one: what removes many at once asks for a checksum that not every server takes.
    for (let first = 0; first < keys.length; first += removedAtOnce)
      await Promise.all(
        keys
          .slice(first, first + removedAtOnce)
          .map((Key) => s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }))),
      )
  }
  return {
    put: (id, source) =>
      inOurWords(async () => {
        let size = 0
        const counted = new Transform({
          transform: (chunk: Buffer, _encoding, done) => {
            size += chunk.length
            done(null, chunk)
          },
        })
        const stream = await source.open()
        stream.once('error', (error) => counted.destroy(error))
        const params = { ...at(id), Body: stream.pipe(counted), ContentType: 'application/octet-stream' }
        try {
          await new Upload({ client: s3, params, partSize: partBytes, queueSize: partsAtOnce }).done()
        } finally {
          stream.destroy()
          counted.destroy()
        }
        return size
      }),
    read: (id, { from, to }) =>
      inOurWords(async () => {
        try {
          if (to <= from) {
            await s3.send(new HeadObjectCommand(at(id)))
            return Readable.from([])
          }
          const { Body } = await s3.send(new GetObjectCommand({ ...at(id), Range: `bytes=${from}-${to - 1}` }))
          return Body instanceof Readable ? Body : null
        } catch (error) {
          if (error instanceof NoSuchKey || error instanceof NotFound) return null
          throw error
        }
      }),
    remove: (ids) => inOurWords(() => removeAll(ids.map((id) => prefix + id))),
    sweep: (before, unknownOf) =>
      inOurWords(async () => {
        await removeStrays(s3, storage, { before, unknownOf, removeAll })
        await abortOldUploads(s3, storage, before)
      }),
    close: () => s3.destroy(),
  }
}

/** What was kept before object storage was there is still read, and removed, where it lies. */
export const keptBefore = (former: FileStore, objects: FileStore): FileStore => ({
  put: objects.put,
  read: async (id, range) => (await former.read(id, range)) ?? objects.read(id, range),
  remove: async (ids) => {
    await former.remove(ids)
    await objects.remove(ids)
  },
  sweep: async (before, unknownOf) => {
    await former.sweep(before, unknownOf)
    await objects.sweep(before, unknownOf)
  },
})

function clientOf({ endpoint, region, accessKey, secretKey }: ObjectStorage): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // A name of the bucket before the host is known to Amazon's servers alone.
    forcePathStyle: true,
    // Other servers than Amazon's refuse the checksums that the client adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Once an answer has begun it may rest as long as whoever reads it does.
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true, socketTimeout: 0 },
  })
}

type Sweep = {
  readonly before: number
  readonly unknownOf: UnknownIds
  readonly removeAll: (keys: readonly string[]) => Promise<void>
}

/** Below the prefix, and named by us. */
const isOurs = (key: string, prefix: string) => key.startsWith(prefix) && ownName.test(key.slice(prefix.length))
const ownName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Of too many strays none goes: the rows may be what is lost, as after a restored backup. */
async function removeStrays(s3: S3Client, { bucket, prefix }: ObjectStorage, { before, unknownOf, removeAll }: Sweep) {
  const strays: string[] = []
  let all = 0
  for (let next: string | undefined; ; ) {
    const page = await s3.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(next !== undefined && { ContinuationToken: next }),
      }),
    )
    const old: string[] = []
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key === undefined || !isOurs(Key, prefix)) continue
      all += 1
      if (LastModified !== undefined && LastModified.getTime() < before) old.push(Key.slice(prefix.length))
    }
    for (const id of await unknownOf(old)) strays.push(prefix + id)
    if (areTooMany(strays.length, Number.POSITIVE_INFINITY)) return
    next = page.NextContinuationToken
    if (next === undefined) break
  }
  if (!areTooMany(strays.length, all)) await removeAll(strays)
}

/** Parts of what was broken off take room that no list of objects shows. */
async function abortOldUploads(s3: S3Client, { bucket, prefix }: ObjectStorage, before: number): Promise<void> {
  for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
    const page = await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...after }))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key !== undefined && isOurs(Key, prefix) && UploadId && Initiated && Initiated.getTime() < before)
        await s3.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
    if (page.IsTruncated !== true || page.NextKeyMarker === undefined) return
    after = {
      KeyMarker: page.NextKeyMarker,
      ...(page.NextUploadIdMarker !== undefined && { UploadIdMarker: page.NextUploadIdMarker }),
    }
  }
}

/** A server that says so is full; whatever else it refuses, or does not answer, it is away. */
async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal || error instanceof StoreAway) throw error
    if (error instanceof S3ServiceException) {
      const isFull = error.$metadata.httpStatusCode === 507 || /quota|storagefull/i.test(error.name)
      throw Object.assign(isFull ? new Refusal('diskFull') : new StoreAway(error.name), { cause: error })
    }
    if (error instanceof Error && 'code' in error)
      throw Object.assign(new StoreAway(String(error.code)), { cause: error })
    throw error
  }
}
