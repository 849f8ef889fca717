/** One reader of messages for all gateways of a test file: to start its threads takes longer than most tests. */
import type { MimeReader } from '#server/mail/mimeReader.port'
import { openMimeReader } from '#server/mime'

let reader: MimeReader | null = null

/** Closing it does nothing: threads that are idle keep no process alive. */
export function sharedReader(): MimeReader {
  reader ??= openMimeReader({ trustedAuthServIds: ['ep.test'] })
  return { ...reader, close: async () => undefined }
}
