/** What a file is by its first bytes, whatever its name and its sender say (TRUST S9). */
import { pictureType } from '../kit/pictures/pictureType'

const unknown = 'application/octet-stream'

/** Bytes that are enough to tell. */
export const headBytes = 4_096

const latin = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to)

/** Nothing that a browser would run bears its own type: HTML, SVG, XML and scripts are text. */
export function fileType(head: Buffer): string {
  const picture = pictureType(head)
  if (picture !== null) return picture
  if (latin(head, 0, 5) === '%PDF-') return 'application/pdf'
  return soundOrFilm(head) ?? (isText(head) ? 'text/plain' : unknown)
}

function soundOrFilm(head: Buffer): string | null {
  const start = latin(head, 0, 4)
  if (latin(head, 4, 8) === 'ftyp') return isSoundBrand(latin(head, 8, 12)) ? 'audio/mp4' : 'video/mp4'
  if (start === '\x1aE\xdf\xa3') return latin(head, 0, 64).includes('webm') ? 'video/webm' : null
  if (start === 'OggS') return /theora/.test(latin(head, 0, 64)) ? 'video/ogg' : 'audio/ogg'
  if (start === 'RIFF' && latin(head, 8, 12) === 'WAVE') return 'audio/wav'
  if (start === 'fLaC') return 'audio/flac'
  if (start.startsWith('ID3')) return 'audio/mpeg'
  // The sync word of a frame: MPEG-1 or 2, layer III, or AAC in ADTS.
  const [first = 0, second = 0] = head
  if (first !== 0xff) return null
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  return (second & 0xe6) === 0xe2 ? 'audio/mpeg' : null
}

const isSoundBrand = (brand: string) => ['M4A ', 'M4B ', 'F4A '].includes(brand)

/** No control but those of lines and tabs; UTF-16 says so at its beginning. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return true
  if (latin(head, 0, 2) === '\xff\xfe' || latin(head, 0, 2) === '\xfe\xff') return true
  return head.every((byte) => (byte >= 0x20 ? byte !== 0x7f : [0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte)))
}
