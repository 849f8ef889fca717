import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { limits } from '#contract/limits'
import type { makeCalls, Signed } from './calls'
import type { TestGateway } from './gateway'

type Sender = { readonly gateway: TestGateway; readonly calls: ReturnType<typeof makeCalls>; readonly session: Signed }

/** A file to import at the gateway, in the parts that a browser sends; answers the id of its upload. */
export async function finishedUpload(
  { gateway, calls, session }: Sender,
  name: string,
  content: string | Uint8Array,
): Promise<string> {
  const bytes = Buffer.from(content)
  const file = { name, type: 'application/octet-stream', size: bytes.length }
  const { json } = await calls.post('jobs/startImportUpload.action', file, { session })
  const uploadId = String(json.uploadId)
  for (let offset = 0; offset < bytes.length; offset += limits.uploadPartBytes) {
    const { status } = await gateway.handle({
      method: 'POST',
      path: '/webmail/writemail/uploadPart.action',
      query: `uploadId=${uploadId}&offset=${offset}`,
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/octet-stream' },
      body: Readable.from([bytes.subarray(offset, offset + limits.uploadPartBytes)]),
    })
    if (status !== 200) throw new Error(`A part of ${name} was answered with ${status}`)
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await calls.post('writemail/finishUpload.action', { uploadId, sha256 }, { session })
  return uploadId
}
