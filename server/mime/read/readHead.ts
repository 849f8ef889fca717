/** What a list shows of a mail, from header fields alone: little enough to be read on any thread, whatever they hold. */
import { readFields, withoutCutSender } from '../header/headerFields'
import { readEnvelope } from './readMail'

/** Bytes of a header that are looked at. */
const headBytes = 65_536

export type MailHead = Pick<ReturnType<typeof readEnvelope>, 'from' | 'to' | 'subject' | 'sentAt' | 'urgent'>

/** `hint` is the charset of the mail's first text, for headers in raw 8-bit. */
export function readHead(block: Uint8Array, hint: string | null): MailHead {
  const text = Buffer.from(block.subarray(0, headBytes)).toString('latin1')
  const fields = withoutCutSender(readFields(text), block.length > headBytes)
  const { from, to, subject, sentAt, urgent } = readEnvelope(fields, hint, [])
  return { from, to, subject, sentAt, urgent }
}
