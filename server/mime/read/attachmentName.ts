/** A file name from a mail made safe to show and to save (TRUST S10). */
import { detectExtension } from 'nodemailer/lib/mime-funcs'
import type { Attachment } from '../../core/mail'
import { distinctFileNames } from '../../kit/fileName'
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

/** Endings that people know better than the ones of the table, or that it lacks. */
const endings = new Map([
  ['image/jpeg', 'jpg'],
  ['image/pjpeg', 'jpg'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['application/gzip', 'gz'],
  ['message/global', 'eml'],
  ['message/delivery-status', 'txt'],
  ['text/markdown', 'md'],
  ['message/feedback-report', 'txt'],
  ['text/vcard', 'vcf'],
  ['text/rtf', 'rtf'],
  ['application/vnd.rar', 'rar'],
  ['application/vnd.apple.pkpass', 'pkpass'],
  ['application/pkcs7-mime', 'p7m'],
  ['application/pgp-signature', 'asc'],
  ['application/pgp-keys', 'asc'],
  ['application/ms-tnef', 'dat'],
  ['application/vnd.ms-tnef', 'dat'],
])

function endingOf(type: string): string {
  const known = endings.get(type) ?? detectExtension(type)
  if (known !== 'bin' && known !== '*') return known
  // Else a short subtype, or what it is made of (RFC 6839).
  const named = /\/(?:x-|vnd\.)?([a-z0-9]{2,4})$|\+(json|xml|zip)$/.exec(type)
  return named?.[1] ?? named?.[2] ?? (type.startsWith('text/') ? 'txt' : 'bin')
}

/** The name of a file without one: a message has its subject, all else its kind, and its ending. */
export function nameOfUnnamed(type: string, subject: string): string {
  const ending = endingOf(type)
  if (ending === 'eml') {
    const title = subject.replaceAll(/[/\\]/g, '_').replaceAll(/^[ .]+|[ .]+$/g, '')
    return `${[...title].slice(0, 100).join('') || 'mail'}.eml`
  }
  return `${/^(?:image|audio|video)(?=\/)/.exec(type)?.[0] ?? 'attachment'}.${ending}`
}

/** Names that were made up are numbered among all others; what a sender wrote stays as it is. */
export function withDistinctNames(files: readonly Attachment[]): Attachment[] {
  const isMadeUp = ({ unnamed }: Attachment) => unnamed === true
  const given = files.filter((file) => !isMadeUp(file)).map(({ name }) => name)
  const madeUp = distinctFileNames([...given, ...files.filter(isMadeUp).map(({ name }) => name)]).slice(given.length)
  let next = 0
  return files.map((file) => {
    if (!isMadeUp(file)) return file
    next += 1
    return { ...file, name: madeUp[next - 1] ?? file.name }
  })
}
