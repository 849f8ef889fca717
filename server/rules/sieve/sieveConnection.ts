/** A line to a ManageSieve server: bytes out, whole answers in, and an end to it within the time that a person waits (TRUST R8, R9). */
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { StoreAway } from '../../core/refusal'
import { isLoopback } from '../../kit/network/loopback'
import { takeLine, type WireLine } from './wire'

export type SieveServer = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; without it STARTTLS is used where it is offered. */
  readonly secure: boolean
  /** Further settings of TLS, such as the authority that a house trusts. */
  readonly tls?: ConnectionOptions
  /** Milliseconds for everything that is done on one connection. */
  readonly deadlineMs?: number
}

export type Answer = {
  readonly status: 'OK' | 'NO'
  /** The response code in upper case, such as `QUOTA/MAXSIZE`; empty where there is none. */
  readonly code: string
  readonly lines: readonly WireLine[]
}

export type SieveConnection = {
  readonly isSafe: () => boolean
  /** Waits for an answer, after sending what was given (Latin-1, a character a byte). */
  readonly ask: (command: string | null) => Promise<Answer>
  readonly startTls: () => void
  readonly close: () => void
}

/** Throws `StoreAway` whenever the server is not there, does not answer in time or says goodbye. */
export function openSieveConnection(server: SieveServer): SieveConnection {
  const isOwnMachine = isLoopback(server.host)
  const tls: ConnectionOptions = {
    // A name alone is asked for by SNI. What never leaves the machine needs no proof of who is at its other end.
    ...(isIP(server.host) === 0 ? { servername: server.host } : {}),
    rejectUnauthorized: !isOwnMachine,
    ...server.tls,
  }
  let isTls = server.secure
  let socket: Socket = server.secure
    ? connectTls({ ...tls, host: server.host, port: server.port })
    : connectPlain({ host: server.host, port: server.port })
  let held: Buffer = Buffer.alloc(0)
  let broken: StoreAway | null = null
  let wake: () => void = () => undefined

  const breakOff = (why: string) => {
    broken ??= new StoreAway(why)
    socket.destroy()
    wake()
  }
  const listen = (to: Socket) => {
    to.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      wake()
    })
    to.on('error', () => breakOff('the line broke'))
    to.on('close', () => breakOff('the line was closed'))
  }
  listen(socket)
  const timer = setTimeout(() => breakOff('no answer in time'), server.deadlineMs ?? 25_000)

  const nextLine = async (): Promise<WireLine> => {
    for (;;) {
      const taken = takenFrom(held)
      if (taken !== null) {
        held = taken.rest
        return taken.line
      }
      if (broken !== null) throw broken
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    isSafe: () => isTls || isOwnMachine,
    ask: async (command) => {
      if (command !== null) socket.write(Buffer.from(`${command}\r\n`, 'latin1'))
      const lines: WireLine[] = []
      for (;;) {
        const line = await nextLine()
        const [first, second] = line
        const status = first?.kind === 'atom' ? first.text.toUpperCase() : ''
        if (status === 'BYE') throw new StoreAway('the server said goodbye')
        if (status !== 'OK' && status !== 'NO') lines.push(line)
        else return { status, code: second?.kind === 'code' ? second.text : '', lines }
      }
    },
    startTls: () => {
      const plain = socket
      plain.removeAllListeners('data')
      plain.removeAllListeners('close')
      // What came unasked before the line was safe is nobody's word (RFC 5804 section 2.2).
      held = Buffer.alloc(0)
      socket = connectTls({ ...tls, socket: plain })
      listen(socket)
      isTls = true
    },
    close: () => {
      clearTimeout(timer)
      socket.removeAllListeners('close')
      socket.destroy()
    },
  }
}

function takenFrom(bytes: Buffer) {
  try {
    return takeLine(bytes)
  } catch (error) {
    throw new StoreAway(error instanceof Error ? error.message : 'an unreadable answer')
  }
}
