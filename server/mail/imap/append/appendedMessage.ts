/** A message that is to be appended: its size, its bytes as a stream, and the Message-ID by which it is found again. */
import { Readable } from 'node:stream'
import type { MessageSource } from '../../mail.store'
import type { Spool } from '../../spool/spool.store'
import type { Literal } from './appendCommand'

export type Message = Literal & { readonly messageId: string | null }

/** Bytes of a header that are looked through. */
const headMost = 64 * 1024

export async function messageOf(spool: Spool, source: MessageSource): Promise<Message> {
  if (source.kind === 'bytes') {
    const { bytes } = source
    return {
      size: bytes.byteLength,
      stream: async () => Readable.from(pieces(bytes)),
      messageId: messageIdIn(Buffer.from(bytes.subarray(0, headMost)).toString('latin1')),
    }
  }
  const stream = () => spool.read(source.spool)
  return { size: await spool.size(source.spool), stream, messageId: messageIdIn(await headOf(await stream())) }
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += headMost) yield bytes.subarray(at, at + headMost)
}

async function headOf(stream: Readable): Promise<string> {
  let head = ''
  for await (const chunk of stream) {
    head += Buffer.from(chunk).toString('latin1')
    if (head.length >= headMost || /\r?\n\r?\n/.test(head)) break
  }
  stream.destroy()
  return head.slice(0, headMost)
}

/** The value without its angle brackets; null where there is none, or one that no server could be asked for. */
export function messageIdIn(head: string): string | null {
  const end = head.search(/\r?\n\r?\n/)
  const fields = (end === -1 ? head : head.slice(0, end)).replace(/\r?\n[ \t]+/g, ' ')
  const id = /^message-id:[ \t]*<?([^\s<>]{1,900})>?[ \t]*$/im.exec(fields)?.[1]
  return id !== undefined && /^[\x21-\x7e]+$/.test(id) ? id : null
}
