/** The texts of a written mail as they go into its message; made within the worker, since they may be 8 MB of anything. */

import { strippedText } from '../../kit/message/strippedText'
import type { EncodedText, WrittenBody, WrittenText } from '../../mail/writtenBody.port'
import { countOf } from '../text/countOf'
import { takeEmbedded } from './embeddedPictures'
import { textAlternative } from './textAlternative'

/** Up to this many bytes a text is small enough to be encoded in one piece on the main thread. */
export const smallBytes = 32_768

/** What is laid out as text with lists, tables and addresses; beyond it HTML is stripped of its tags, which takes linear time. */
const laidOut = { characters: 1_000_000, tags: 50_000 }

/** `isPlain` makes the text in linear time, whatever the HTML is. */
export function writeBody({ html: written, text, names }: WrittenText, isPlain: boolean): WrittenBody {
  const { html, files } = written === null ? { html: null, files: [] } : takeEmbedded(written)
  const all = new Map([...names, ...files.map(({ cid, name }) => [cid, name] as const)])
  return {
    html: html === null ? null : encoded(html),
    text: encoded(text ?? (html === null ? '' : textOf(html, all, isPlain))),
    embedded: files,
    shown: html === null ? [] : [...names.keys()].filter((cid) => cid !== '' && html.includes(`cid:${cid}`)),
  }
}

function textOf(html: string, names: ReadonlyMap<string, string>, isPlain: boolean): string {
  const isSimple = html.length <= laidOut.characters && countOf(html, '<', laidOut.tags) < laidOut.tags
  if (isSimple && !isPlain) return textAlternative(html, names)
  return strippedText(html, { lineBreaks: true, most: Number.POSITIVE_INFINITY })
}

function encoded(text: string): EncodedText {
  const bytes = Buffer.from(text)
  return { bytes: bytes.length <= smallBytes ? bytes : withLineEnds(bytes), encoding: encodingOf(bytes) }
}

/** Quoted-printable where most is Latin letters, as nodemailer chooses it for a text that it has whole. */
function encodingOf(bytes: Buffer): EncodedText['encoding'] {
  let letters = 0
  let others = 0
  for (const byte of bytes) {
    const lower = byte | 32
    if (lower >= 97 && lower <= 122 && byte < 128) letters += 1
    // The first byte of a character outside ASCII, or a control.
    else if (byte >= 0xc0 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) others += 1
  }
  return others < letters || others === 0 ? 'quoted-printable' : 'base64'
}

/** CR LF for every line end (RFC 5322 section 2.3). */
function withLineEnds(bytes: Buffer): Buffer {
  let ends = 0
  for (const byte of bytes) if (byte === 10 || byte === 13) ends += 1
  const out = Buffer.allocUnsafe(bytes.length + ends)
  let to = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === 10 || byte === 13) {
      if (byte === 13 && bytes[at + 1] === 10) at += 1
      out[to] = 13
      out[to + 1] = 10
      to += 2
    } else {
      out[to] = byte
      to += 1
    }
  }
  return out.subarray(0, to)
}
