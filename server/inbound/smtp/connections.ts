/** Limits of each SMTP connection, so that no client keeps others from delivering (TRUST S27), and the end of all of them. */
import type { Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'
import { clientNetwork } from '../../kit/network/networkAddress'

export type ConnectionLimits = {
  /** Connections at once from one IPv4 address or IPv6 /64. */
  readonly perClient: number
  /** Milliseconds from the greeting, and from the end of each message, to MAIL. */
  readonly mailMs: number
  /** Milliseconds from MAIL to DATA. */
  readonly recipientsMs: number
  /** Milliseconds from DATA to the closing dot. */
  readonly dataMs: number
  /** Replies without a message that is kept; RFC 5321 section 4.5.3.1.8 asks for room for a hundred recipients. */
  readonly replies: number
  /** Replies 550: more than a sender's mistakes, as a search for mailboxes makes them. */
  readonly refusals: number
  /** Milliseconds that a client has to close its side once all connections are told to end. */
  readonly lingerMs: number
}

/** RFC 5321 section 4.5.3.2 names minutes for each step; a server that is busy gives less to who says nothing at all. */
export const usualLimits: ConnectionLimits = {
  perClient: 10,
  mailMs: 60_000,
  recipientsMs: 300_000,
  dataMs: 3_600_000,
  replies: 250,
  refusals: 10,
  lingerMs: 300,
}

export type Connections = {
  /** False where the client has too many. */
  readonly admit: (id: string, address: string) => boolean
  readonly closed: (id: string) => void
  readonly mailBegan: (id: string) => void
  readonly dataBegan: (id: string) => void
  /** The reply to DATA was written. */
  readonly dataEnded: (id: string, isKept: boolean) => void
  /** Ends idle connections at once, and others when their message is answered. */
  readonly end: (close: () => Promise<void>) => Promise<void>
}

type Admitted = { readonly client: string; timer: NodeJS.Timeout | null; replies: number; refusals: number }

/** @param isExempt Addresses of relays of the operator's own, which deliver for everybody. */
export function makeConnections(
  server: SMTPServer,
  limits: ConnectionLimits,
  isExempt: (address: string) => boolean,
): Connections {
  const admitted = new Map<string, Admitted>()
  const perClient = new Map<string, number>()
  const receiving = new Set<string>()
  const sockets = new Set<Socket>()
  let allReceived: (() => void) | null = null

  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const connectionOf = (id: string) => [...server.connections].find((it) => it.id === id)
  const tell = (id: string, words: string) => connectionOf(id)?.send(421, words)
  const within = (id: string, ms: number | null) => {
    const found = admitted.get(id)
    if (!found) return
    if (found.timer !== null) clearTimeout(found.timer)
    found.timer = ms === null ? null : setTimeout(() => tell(id, '4.4.2 Timeout'), ms).unref()
  }
  /** The library calls nobody for commands such as NOOP: what it replies is counted. */
  const countReplies = (id: string, found: Admitted) => {
    const connection = connectionOf(id)
    if (!connection) return
    const send = connection.send.bind(connection)
    connection.send = (code, data, context) => {
      send(code, data, context)
      found.replies += 1
      if (code === 550) found.refusals += 1
      const isOver = found.refusals >= limits.refusals || found.replies >= limits.replies
      if (isOver && code !== 421) send(421, '4.7.0 Too many commands without a message', false)
    }
  }
  const endIdle = () => {
    for (const connection of [...server.connections])
      if (!receiving.has(connection.id)) connection.send(421, '4.3.2 Shutting down', false)
  }

  return {
    admit: (id, address) => {
      if (isExempt(address)) return true
      const client = clientNetwork(address)
      const open = perClient.get(client) ?? 0
      if (open >= limits.perClient) return false
      perClient.set(client, open + 1)
      const found = { client, timer: null, replies: 0, refusals: 0 }
      admitted.set(id, found)
      countReplies(id, found)
      within(id, limits.mailMs)
      return true
    },
    closed: (id) => {
      const found = admitted.get(id)
      if (!found) return
      within(id, null)
      admitted.delete(id)
      const open = (perClient.get(found.client) ?? 1) - 1
      if (open > 0) perClient.set(found.client, open)
      else perClient.delete(found.client)
    },
    mailBegan: (id) => within(id, limits.recipientsMs),
    dataBegan: (id) => {
      receiving.add(id)
      within(id, limits.dataMs)
    },
    dataEnded: (id, isKept) => {
      receiving.delete(id)
      const found = admitted.get(id)
      if (found && isKept) found.replies = 0
      within(id, limits.mailMs)
      if (allReceived === null) return
      connectionOf(id)?.send(421, '4.3.2 Shutting down', false)
      if (receiving.size === 0) allReceived()
    },
    end: async (close) => {
      const received = new Promise<void>((resolve) => {
        allReceived = resolve
        if (receiving.size === 0) resolve()
      })
      endIdle()
      const closed = close()
      void received.then(() => {
        setTimeout(() => {
          for (const socket of sockets) socket.destroy()
        }, limits.lingerMs).unref()
      })
      await closed
    },
  }
}
