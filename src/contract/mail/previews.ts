/** Which attachments can be looked at in place, by their type: none of these can hold a script that a browser would run as ours (TRUST S9). */

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']
const sounds = [
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/wav',
  'audio/x-wav',
  'audio/webm',
  'audio/flac',
]
const films = ['video/mp4', 'video/webm', 'video/ogg']

/** Shown as the letters that they are made of, whatever these mean elsewhere. */
const texts = [
  'application/json',
  'application/xml',
  'application/x-yaml',
  'application/sql',
  'message/delivery-status',
]

/** How an attachment is looked at; null where it can only be downloaded. */
export type PreviewKind = 'picture' | 'pdf' | 'sound' | 'film' | 'text' | 'mail'

export function previewKind(type: string): PreviewKind | null {
  const name = type.toLowerCase()
  if (pictures.includes(name)) return 'picture'
  if (sounds.includes(name)) return 'sound'
  if (films.includes(name)) return 'film'
  if (name === 'application/pdf') return 'pdf'
  if (name === 'message/rfc822' || name === 'message/global') return 'mail'
  return name.startsWith('text/') || texts.includes(name) ? 'text' : null
}

/** Whether a browser may show it from here under its own type. */
export function isShownAsItIs(type: string): boolean {
  const kind = previewKind(type)
  return kind === 'picture' || kind === 'sound' || kind === 'film' || kind === 'pdf'
}
