/** A file name from a mail made safe to show and to save (TRUST S10). */
import { safeText, wellFormed } from '../header/headerText'

const device = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i

/** The last segment of `raw` without controls, at most 255 characters, its extension kept; '' when nothing remains. */
export function safeFileName(raw: string): string {
  const line = safeText(raw).replace(/[\t\u2028\u2029]/g, ' ')
  const base = line.slice(Math.max(line.lastIndexOf('/'), line.lastIndexOf('\\')) + 1).trim()
  if (base === '' || base === '.' || base === '..') return ''
  const name = device.test(base) ? `_${base}` : base
  if (name.length <= 255) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : ''
  return wellFormed(`${name.slice(0, 255 - extension.length)}${extension}`)
}
