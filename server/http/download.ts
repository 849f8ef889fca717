/** Bytes that leave the house: never a page of ours, whatever their sender called them (TRUST S9, S10). */
import { isShownAsItIs } from '../../src/contract/mail/previews'
import type { AskedRange, OutgoingFile } from '../core/outgoingFile'
import { safeFileName } from '../kit/fileName'
import type { Outgoing } from './binding'
import { hostSources } from './securityHeaders'

/** An archive is made here, so its type is no sender's word. */
const ownTypes: readonly string[] = ['application/zip']

/** `corsOrigins`: other sites that may call; only with them may a page of another site show what is answered. */
export function bytesAnswer(
  { name, type, size, stream, inline, isFresh, tag, range }: OutgoingFile,
  corsOrigins: readonly string[] = [],
): Outgoing {
  const hasOtherSites = corsOrigins.length > 0
  const isKnown = isShownAsItIs(type)
  return {
    status: range === undefined ? 200 : range.to > range.from ? 206 : 416,
    headers: {
      'content-type': isKnown || ownTypes.includes(type) ? type : 'application/octet-stream',
      'content-disposition': disposition(inline && isKnown ? 'inline' : 'attachment', name),
      // Where it names who may frame it, browsers pass over the X-Frame-Options of every answer (HTML §7.8).
      'content-security-policy': `default-src 'none'; sandbox${hasOtherSites ? `; frame-ancestors 'self'${hostSources(corsOrigins)}` : ''}`,
      'x-content-type-options': 'nosniff',
      'cache-control': isFresh ? 'no-store' : 'private, max-age=300',
      'cross-origin-resource-policy': hasOtherSites ? 'cross-origin' : 'same-site',
      'referrer-policy': 'no-referrer',
      ...(size === null ? {} : { 'content-length': String(size) }),
      ...(tag !== undefined && { 'accept-ranges': 'bytes', etag: tag }),
      ...(range !== undefined && { 'content-range': contentRange(range) }),
    },
    body: stream,
  }
}

const contentRange = ({ from, to, of }: AskedRange) => `bytes ${to > from ? `${from}-${to - 1}` : '*'}/${of}`

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

export { safeFileName } from '../kit/fileName'
