/** Whether a server stands at an address and greets: the least that tells a mail server from a port that merely takes connections. */
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'

export type GreetingOptions = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, with a certificate that holds. */
  readonly secure: boolean
  /** How its first line begins. */
  readonly greeting: RegExp
  readonly timeoutMs?: number
}

const longestLine = 1_000

/** Nobody signs in and nothing is sent. Never rejects. */
export function greets({ host, port, secure, greeting, timeoutMs = 3_000 }: GreetingOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = secure ? connectTls({ host, port, ...name }) : connect({ host, port })
    let said = ''
    const end = (isWell: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(isWell)
    }
    const timer = setTimeout(() => end(false), timeoutMs)
    socket.on('data', (bytes: Buffer) => {
      said += bytes.toString('latin1')
      if (said.includes('\n') || said.length > longestLine) end(greeting.test(said))
    })
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
  })
}

/** RFC 9051 section 7.1: a server that begins with BYE takes nobody. */
export const imapGreeting = /^\* (OK|PREAUTH)/i
