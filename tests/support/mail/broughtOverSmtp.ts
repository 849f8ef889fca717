/** Brings a message to mailboxes of a test's gateway as another mail server does. */
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SenderChecks } from '#server/inbound/senderChecks.port'
import { listenSmtp } from '#server/inbound/smtp/listener'
import type { TestGateway } from '../gateway/gateway'

type Envelope = {
  readonly from: string
  readonly to: readonly string[]
  readonly checks?: SenderChecks
  readonly isTrusted?: boolean
  /** That the listener takes. */
  readonly mostBytes?: number
}

export async function broughtOverSmtp(
  { house, stores, clock }: TestGateway,
  message: string,
  { from, to, checks, isTrusted = false, mostBytes = 1_000_000 }: Envelope,
): Promise<void> {
  const { inbound, scanner } = house
  if (inbound === null) throw new Error('no door for mail')
  const listener = await listenSmtp({
    ...{ host: '127.0.0.1', port: 0, name: 'ep.test', maxMessageBytes: mostBytes, maxConnections: 10 },
    ...{ inbound, scanner, checks: checks ?? null, spool: stores.spool, clock },
    isTrustedRelay: () => isTrusted,
  })
  try {
    await new Promise<void>((resolve, reject) => {
      const connection = new SMTPConnection({ host: '127.0.0.1', port: listener.port, name: 'x.example' })
      connection.on('error', reject)
      connection.connect(() => {
        connection.send({ from, to: [...to] }, message, (error) => {
          connection.quit()
          if (error) reject(error)
          else resolve()
        })
      })
    })
  } finally {
    await listener.close()
  }
}
