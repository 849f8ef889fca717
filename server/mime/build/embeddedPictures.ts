/**
 * Pictures that are written into the text itself (`data:`) become parts of the message: many mail programs show none of the former,
 * and each of them knows the latter (RFC 2387, RFC 2392).
 */
import { createHash } from 'node:crypto'
import type { EmbeddedPicture } from '../../mail/writtenBody.port'

/** No run within it can be retried, so a hostile text costs no more than its length. */
const picture = /(<img\b[^<>]*?\ssrc\s*=\s*)(?:"(data:image\/[^"]*)"|'(data:image\/[^']*)')/gi
const address = /^data:image\/(png|gif|jpe?g|webp|bmp|avif);base64,([a-z0-9+/=\s]+)$/i

export function takeEmbedded(html: string): { readonly html: string; readonly files: readonly EmbeddedPicture[] } {
  if (!/data:image\//i.test(html)) return { html, files: [] }
  const files = new Map<string, EmbeddedPicture>()
  const taken = html.replace(picture, (whole, before: string, quoted?: string, single?: string) => {
    const [, kind = '', base64] = address.exec(quoted ?? single ?? '') ?? []
    if (base64 === undefined) return whole
    const bytes = Buffer.from(base64, 'base64')
    const cid = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}@embedded`
    const type = kind.toLowerCase().replace('jpg', 'jpeg')
    const name = files.get(cid)?.name ?? `image-${files.size + 1}.${type}`
    files.set(cid, { name, type: `image/${type}`, cid, bytes })
    return `${before}"cid:${cid}"`
  })
  return { html: taken, files: [...files.values()] }
}
