/** What a gateway needs to know to work over the lab, in the words of its configuration. */
import { randomBytes } from 'node:crypto'
import { labAdmin } from './dovecot'

export type Doors = {
  readonly domain: string
  readonly imapPort: number
  readonly smtpPort: number
  readonly sievePort: number
  readonly databaseUrl: string
}

export function gatewaySettings({ domain, imapPort, smtpPort, sievePort, databaseUrl }: Doors) {
  return {
    MAIL_DOMAINS: domain,
    IMAP_URL: `imap://127.0.0.1:${imapPort}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    SIEVE_URL: `sieve://127.0.0.1:${sievePort}`,
    DATABASE_URL: databaseUrl,
    IMAP_ADMIN_USER: labAdmin.user,
    IMAP_ADMIN_PASSWORD: labAdmin.password,
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
}
