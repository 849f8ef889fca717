/** Takes one part of a file, a mebibyte at the most, exactly where the last one ended (TRUST R13). */
import { type Readable, Transform } from 'node:stream'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/uploads'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { UploadStore } from './uploads.store'

export type UploadPartDeps = { readonly uploads: UploadStore; readonly clock: Clock }

export const makeUploadPart =
  ({ uploads, clock }: UploadPartDeps) =>
  async (
    { uploadId, offset }: Form<typeof entries.uploadPart>,
    { account }: Caller,
    bytes: Readable,
  ): Promise<Reply<typeof entries.uploadPart>> => {
    const part = atMost(bytes, limits.uploadPartBytes)
    const held = await uploads.write(account.id, uploadId, offset, part, clock.now())
    if (held !== null) return { offset: held }
    bytes.resume()
    const upload = await uploads.find(account.id, uploadId)
    if (upload === null) throw new Refusal('notFound')
    throw new Refusal('uploadOffset', { field: 'offset', payload: { offset: upload.offset } })
  }

/** The bytes, ended by `Refusal('tooLarge')` where they go beyond `most`. */
function atMost(bytes: Readable, most: number): Readable {
  let seen = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > most) done(new Refusal('tooLarge'))
      else done(null, chunk)
    },
  })
  // Where the store takes nothing of it, nobody else would hear of the error, and that would end the process.
  counted.on('error', () => undefined)
  // A line that was cut must end the writing as well: `pipe` does not tell of it.
  bytes.once('error', (error) => counted.destroy(error))
  bytes.once('close', () => {
    if (!bytes.readableEnded) counted.destroy(new Refusal('uploadOffset'))
  })
  return bytes.pipe(counted)
}
