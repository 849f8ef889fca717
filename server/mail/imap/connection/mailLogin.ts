/** Tries a password by an IMAP login; the connection ends at once, or waits a moment for whoever has just signed in. */
import { SessionEnded } from '#server/core/refusal'
import type { MailLogin } from '#server/session/password/mailLogin.port'
import { closeConnection, type ImapServer, openConnection } from './connection'
import type { Report } from './errors'
import type { HandoverConnections } from './handoverConnections'

export type ImapLoginOptions = ImapServer & {
  /** Milliseconds for the whole of it. */
  readonly withinMs?: number
  readonly report?: Report
  /** Takes the connection over. */
  readonly spares?: HandoverConnections
}

export function makeImapLogin(options: ImapLoginOptions): MailLogin {
  const { withinMs = 15_000, report = () => undefined, spares, ...server } = options
  return {
    tryPassword: async (address, password) => {
      const opening = { server, user: address, password, withinMs, report, onClosed: () => undefined }
      try {
        const client = await openConnection(opening)
        if (spares) spares.keep(address, password, client)
        else closeConnection(client)
        return true
      } catch (error) {
        if (error instanceof SessionEnded) return false
        throw error
      }
    },
  }
}
