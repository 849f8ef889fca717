/** Messages written by hand for the tests of this folder, and the reader run in this thread. */
import { openSource } from '#server/mime/read/byteSource'
import { readMail } from '#server/mime/read/readMail'

/** Lines as CRLF bytes; a character below U+0100 stands for one byte when `raw`. */
export function message(lines: readonly string[], encoding: 'utf8' | 'latin1' = 'utf8'): Buffer {
  return Buffer.from(lines.join('\r\n'), encoding)
}

export function read(bytes: Buffer, trusted: readonly string[] = []) {
  return readMail(openSource({ bytes }), trusted)
}
