/** Bytes that leave the house: never a page of ours, whatever their sender called them (TRUST S9, S10). */
import type { OutgoingFile } from '../services/downloads'
import type { Outgoing } from './binding'

/** Types that a browser may show from here; none of them can hold a script. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])

export function bytesAnswer({ name, type, size, stream, inline }: OutgoingFile): Outgoing {
  const mayShow = inline && shown.has(type)
  return {
    status: 200,
    headers: {
      'content-type': shown.has(type) ? type : 'application/octet-stream',
      'content-disposition': disposition(mayShow ? 'inline' : 'attachment', name),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=300',
      'cross-origin-resource-policy': 'same-site',
      'referrer-policy': 'no-referrer',
      ...(size === null ? {} : { 'content-length': String(size) }),
    },
    body: stream,
  }
}

/** RFC 6266 with an RFC 8187 `filename*`. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = safeFileName(name)
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

const longestName = 150

/** A bare name for a file: no folder, no control or direction sign, no device of Windows, no more than a file system takes. */
export function safeFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const clean = base
    // C0, DEL, C1, half pairs, line separators, and the signs that turn the direction of writing.
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]/gu, '')
    .replaceAll(/[:*?"<>|]/g, '_')
    .replace(/^[ .]+|[ .]+$/g, '')
  const kept = shortened(clean)
  if (kept === '') return 'attachment'
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(kept) ? `_${kept}` : kept
}

function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= longestName) return name
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  return characters.slice(0, longestName - extension.length).join('') + extension
}
