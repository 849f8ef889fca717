/** Tries a password by an IMAP login that ends at once. */
import { SessionEnded } from '../../core/refusal'
import type { MailLogin } from '../../ports/mailLogin'
import { closeConnection, type ImapServer, openConnection } from './connection'
import type { Report } from './errors'

export type ImapLoginOptions = ImapServer & {
  /** Milliseconds for the whole of it. */
  readonly withinMs?: number
  readonly report?: Report
}

export function makeImapLogin(options: ImapLoginOptions): MailLogin {
  const { withinMs = 15_000, report = () => undefined, ...server } = options
  return {
    tryPassword: async (address, password) => {
      const opening = { server, user: address, password, withinMs, report, onClosed: () => undefined }
      try {
        closeConnection(await openConnection(opening))
        return true
      } catch (error) {
        if (error instanceof SessionEnded) return false
        throw error
      }
    },
  }
}
