/** A file sent to a gateway in parts, as the page does it. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { limits } from '#contract/limits'
import type { makeCalls, Signed } from './calls'
import type { TestGateway } from './gateway'

type Sending = {
  readonly gateway: TestGateway
  readonly calls: ReturnType<typeof makeCalls>
  readonly session: Signed
  /** Told of each answer. */
  readonly tell?: (answered: string) => void
}

/** Goes on with an upload that the gateway still has; answers its id. */
export async function sentFile(
  { gateway, calls, session, tell = () => undefined }: Sending,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
  known = '',
): Promise<string> {
  const state = known && (await calls.get('writemail/uploadState.action', { uploadId: known }, { session })).json
  const isKnown = state !== '' && state.code === '200'
  const form = { name, type: '', size: bytes.length }
  const begun = isKnown ? state : (await calls.post('files/startUpload.action', form, { session })).json
  const uploadId = isKnown ? known : String(begun.uploadId)
  tell(`upload ${uploadId}`)
  for (let at = Number(begun.offset); at < bytes.length; at += limits.uploadPartBytes) {
    await gateway.handle({
      method: 'POST',
      path: '/webmail/writemail/uploadPart.action',
      query: `uploadId=${uploadId}&offset=${at}`,
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/octet-stream' },
      body: Readable.from([bytes.subarray(at, at + limits.uploadPartBytes)]),
    })
    tell(`held ${Math.min(bytes.length, at + limits.uploadPartBytes)}`)
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await calls.post('writemail/finishUpload.action', { uploadId, sha256 }, { session })
  return uploadId
}

/** What is sent and killed on its way: longer than a part. */
export const largeFile = { name: '大.bin', bytes: Buffer.alloc(limits.uploadPartBytes + 5, 'ab') }
