/** Mail servers answer in codes (RFC 5321 section 4.2, RFC 3463); a person is told in words. */

export type ReasonKey =
  | 'noMailbox'
  | 'noDomain'
  | 'full'
  | 'tooLarge'
  | 'spam'
  | 'rejected'
  | 'later'
  | 'away'
  | 'signedOut'
  | 'asciiOnly'

/** By the enhanced status code, without its class; the first that begins so counts. */
const byStatus: readonly (readonly [RegExp, ReasonKey])[] = [
  [/^1\.2$|^4\.4$|^1\.10$/, 'noDomain'],
  [/^1\.[1346]$|^2\.1$/, 'noMailbox'],
  [/^6\.7$/, 'asciiOnly'],
  [/^2\.2$/, 'full'],
  [/^2\.3$|^3\.4$/, 'tooLarge'],
  [/^4\./, 'away'],
]

/** Key of the words under `compose:success.reason`. */
export function sendReasonKey(answer: string): ReasonKey {
  const [, code = '', status] = /^(?:\D*)(\b[245]\d\d)\b(?:[ -]+[245]\.(\d{1,3}\.\d{1,3})\b)?/.exec(answer) ?? []
  if (code === '') return 'away'
  if (code === '454' && status === '7.0') return 'signedOut'
  const found = byStatus.find(([pattern]) => status !== undefined && pattern.test(status))
  if (found !== undefined) return found[1]
  if (/spam|junk|blacklist|block/i.test(answer)) return 'spam'
  if (code === '552' || code === '452') return 'full'
  if (status === undefined && (code === '550' || code === '551')) return 'noMailbox'
  return code.startsWith('4') ? 'later' : 'rejected'
}
