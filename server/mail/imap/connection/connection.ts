/** Opens one signed-in connection: encrypted wherever it leaves this machine, silent in the log, and never the end of the process. */
import { ImapFlow } from 'imapflow'
import { SessionEnded, StoreAway } from '#server/core/refusal'
import { isLoopback } from '#server/kit/network/loopback'
import { asSignInRefusal, type Report } from './errors'

export type ImapServer = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; else STARTTLS, which is demanded unless the host is this machine. */
  readonly secure: boolean
  /** Sends passwords in the clear where the server offers no TLS. */
  readonly allowInsecure?: boolean
  readonly tls?: { readonly ca?: string; readonly rejectUnauthorized?: boolean }
}

export type Opening = {
  readonly server: ImapServer
  readonly user: string
  readonly password: string
  /** Milliseconds until the connection must be usable. */
  readonly withinMs: number
  readonly report: Report
  readonly onClosed: () => void
}

/** Large enough for a mail of the greatest size that is taken in, small enough that no server fills the memory. */
const longestLiteral = 80 * 1024 * 1024

export async function openConnection(opening: Opening): Promise<ImapFlow> {
  const { server, user, password, withinMs, report, onClosed } = opening
  const mayBeBare = server.secure || server.allowInsecure === true || isLoopback(server.host)
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...(mayBeBare ? {} : { doSTARTTLS: true }),
    ...(server.tls ? { tls: server.tls } : {}),
    auth: { user, pass: password },
    logger: false,
    // A compressed line would cost several hundred kilobytes of each person's memory.
    disableCompression: true,
    clientInfo: { name: 'EP Mail', version: false, vendor: false, 'support-url': false },
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    autoIdleDelay: 2_000,
    maxIdleTime: 4 * 60_000,
    maxLiteralSize: longestLiteral,
  })
  // Whoever waits for a command learns of the fault by its rejection; an event without a listener would end the process.
  client.on('error', () => client.close())
  client.on('close', onClosed)
  const late = setTimeout(() => client.close(), withinMs)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    throw asSignInRefusal(error, report)
  } finally {
    clearTimeout(late)
  }
}

/** Says goodbye where that is quick, and closes in any case. */
export function closeConnection(client: ImapFlow): void {
  if (!client.usable) {
    client.close()
    return
  }
  const late = setTimeout(() => client.close(), 1_000)
  late.unref()
  client
    .logout()
    .catch(() => {})
    .finally(() => {
      clearTimeout(late)
      client.close()
    })
}

/** The password of an account that is signed in. */
export function heldPassword(password: string | null): string {
  if (password === null) throw new SessionEnded('No password is held')
  if (password === '') throw new StoreAway('The password that is held is empty')
  return password
}
