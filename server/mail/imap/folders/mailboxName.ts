/** A mailbox's path as it goes over the line: quoted, and in modified UTF-7 (RFC 3501 §5.1.3) unless the server takes UTF-8. */
import type { ImapAttribute, ImapFlow } from 'imapflow'

/** The compiler escapes quotes and refuses line ends, so a path is never syntax (TRUST S13). */
export function mailboxName(client: ImapFlow, path: string): ImapAttribute {
  const takesUtf8 = client.enabled.has('UTF8=ACCEPT') || client.enabled.has('IMAP4REV2')
  return { type: 'STRING', value: takesUtf8 ? path : asUtf7(path) }
}

export function asUtf7(path: string): string {
  return path.replace(/&|[^\x20-\x7e]+/g, (run) => (run === '&' ? '&-' : `&${base64(run)}-`))
}

function base64(text: string): string {
  const units = Buffer.from(text, 'utf16le').swap16()
  return units.toString('base64').replaceAll('/', ',').replaceAll('=', '')
}
