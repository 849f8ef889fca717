/** Authentication-Results (RFC 8601): only what a server that we trust wrote counts; anyone can write the field. */
import type { ParsedMail } from '../core/mail'
import type { HeaderField } from './headerFields'

export function authenticationOf(
  fields: readonly HeaderField[],
  trusted: readonly string[],
): ParsedMail['authentication'] {
  const written = fields.find(
    (field) => field.name.toLowerCase() === 'authentication-results' && trusted.includes(serverOf(field.value)),
  )
  const verdict = (method: string) => {
    const found = new RegExp(`(?:^|;)\\s*${method}\\s*=\\s*([a-z]+)`, 'i').exec((written?.value ?? '').slice(0, 10_000))
    const said = found?.[1]?.toLowerCase()
    return said === 'pass' ? 'pass' : said === 'fail' || said === 'softfail' || said === 'permerror' ? 'fail' : 'none'
  }
  return { spf: verdict('spf'), dkim: verdict('dkim'), dmarc: verdict('dmarc') }
}

const serverOf = (value: string): string => (value.split(';')[0] ?? '').trim().split(/\s/)[0]?.toLowerCase() ?? ''
