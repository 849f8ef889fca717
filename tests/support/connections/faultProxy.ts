/** A line between gateway and mail server that breaks as it is told: cut, slow, dead, or with words put into the server's mouth. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { splitCommands } from '../gateway/commandLines'
import { seededRandom } from '../seededRandom'
import { fullSpeed, type Pace, slowLine } from './slowConnection'

export type Direction = 'fromClient' | 'fromServer'

export type Fault =
  /** The connection breaks after so many bytes of one direction; `connection` counts from 0 those that come after the fault. */
  | { readonly kind: 'cut'; readonly direction: Direction; readonly bytes: number; readonly connection?: number }
  /** As `cut`, once the client has sent a line that matches; the bytes are counted from the end of that line. */
  | { readonly kind: 'cutAfter'; readonly command: RegExp; readonly direction: Direction; readonly bytes: number }
  /** Both ways, each. */
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  /** Connections are taken and nothing on them is ever answered, also after the fault's end. */
  | { readonly kind: 'blackHole' }
  /** Nobody listens, and what is open breaks. */
  | { readonly kind: 'refuse' }
  /** In place of the server's answer to the next IMAP command that matches: `NO [UNAVAILABLE] Try later`. */
  | { readonly kind: 'answer'; readonly command: RegExp; readonly text: string; readonly times?: number }

export type FaultProxy = {
  readonly port: number
  /** Faults that came about, since the opening. */
  readonly strikes: () => number
  readonly openConnections: () => number
  /** From now on; several faults may be there at once. A cut strikes once. */
  readonly inflict: (fault: Fault) => Promise<void>
  /** Ends every fault. */
  readonly heal: () => Promise<void>
  /** Breaks what is open. */
  readonly cutAll: () => void
  /** Lets the server say a line on every connection (`* BYE Going down`), and hang up where `hangUp` is set. */
  readonly say: (line: string, hangUp?: boolean) => void
  /** A whole number below the given one, the same for the same seed. */
  readonly random: (below: number) => number
  readonly close: () => Promise<void>
}

type Connection = {
  readonly client: Socket
  readonly server: Socket
  readonly send: (direction: Direction, bytes: Buffer) => void
  readonly say: (line: string, hangUp: boolean) => void
  readonly destroy: () => void
}

type Cut = { readonly direction: Direction; left: number; readonly entry: Active }

/** Announces a literal that the client sends without waiting to be asked (RFC 7888). */
const unasked = /\{\d+\+\}$/

type Active = { readonly fault: Fault; connectionsSince: number; timesLeft: number }

export type FaultProxyOptions = {
  readonly to: number
  readonly seed?: number
  /** What the client says is no lines (PostgreSQL): it goes on as it comes, and no command is looked for. */
  readonly isBinary?: boolean
}

export async function openFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const connections = new Set<Connection>()
  let active: Active[] = []
  let strikes = 0

  const isActive = (kind: Fault['kind']) => active.some(({ fault }) => fault.kind === kind)
  const paceNow = (): Pace => {
    let { latencyMs, bytesPerSecond } = fullSpeed
    for (const { fault } of active) {
      if (fault.kind === 'latency') latencyMs = fault.ms
      if (fault.kind === 'bandwidth') bytesPerSecond = fault.bytesPerSecond
    }
    return { latencyMs, bytesPerSecond }
  }
  /** The fault came about; a one-time fault is over with that. */
  const strike = (entry: Active) => {
    strikes += 1
    entry.timesLeft -= 1
    if (entry.timesLeft <= 0) active = active.filter((it) => it !== entry)
  }

  function open(client: Socket): void {
    const server = connect(options.to, '127.0.0.1')
    const lines = { fromClient: slowLine(server, paceNow), fromServer: slowLine(client, paceNow) }
    const commands = splitCommands()
    const cuts: Cut[] = []
    /** A black hole swallowed something: what came later would make no sense. */
    let isDead = false
    /** An IMAP command that was answered in the server's place; its literals do not reach the server either. */
    let isSwallowing = false

    const destroy = () => {
      client.destroy()
      server.destroy()
      connections.delete(connection)
    }
    const send = (direction: Direction, bytes: Buffer) => {
      if (isActive('blackHole') && !isDead) {
        isDead = true
        strikes += 1
      }
      if (isDead) return
      const due = cuts.find(
        (cut) => cut.direction === direction && cut.left < bytes.length && active.includes(cut.entry),
      )
      if (due) {
        const receiver = direction === 'fromClient' ? server : client
        strike(due.entry)
        isDead = true
        receiver.write(bytes.subarray(0, due.left), destroy)
        return
      }
      for (const cut of cuts) if (cut.direction === direction) cut.left -= bytes.length
      lines[direction].send(bytes)
    }
    const heard = (line: Buffer): void => {
      const text = line.toString('latin1').trimEnd()
      const answered = active.find((it) => it.fault.kind === 'answer' && it.fault.command.test(text))
      if (answered?.fault.kind === 'answer') {
        strike(answered)
        isSwallowing = unasked.test(text)
        if (!isSwallowing) commands.forgetLiteral()
        lines.fromServer.send(Buffer.from(`${text.split(' ')[0]} ${answered.fault.text}\r\n`))
        return
      }
      send('fromClient', line)
      for (const entry of active) {
        const { fault } = entry
        if (fault.kind === 'cutAfter' && fault.command.test(text)) arm(entry, fault)
      }
    }
    const arm = (entry: Active, { direction, bytes }: { readonly direction: Direction; readonly bytes: number }) => {
      cuts.push({ direction, left: bytes, entry })
    }
    const connection: Connection = {
      ...{ client, server, send, destroy },
      say: (line, hangUp) => {
        lines.fromServer.send(Buffer.from(`${line}\r\n`))
        if (hangUp) lines.fromServer.end()
      },
    }
    connections.add(connection)
    for (const entry of active) {
      const { fault } = entry
      if (fault.kind === 'cut' && (fault.connection ?? entry.connectionsSince) === entry.connectionsSince)
        arm(entry, fault)
      entry.connectionsSince += 1
    }

    client.on('data', (chunk: Buffer) => {
      if (options.isBinary) return send('fromClient', chunk)
      for (const { kind, bytes } of commands.take(chunk)) {
        if (isSwallowing) isSwallowing = kind === 'literal' || unasked.test(bytes.toString('latin1').trimEnd())
        else if (kind === 'line') heard(bytes)
        else send('fromClient', bytes)
      }
    })
    server.on('data', (chunk: Buffer) => send('fromServer', chunk))
    client.on('end', () => (isDead ? undefined : lines.fromClient.end()))
    server.on('end', () => (isDead ? undefined : lines.fromServer.end()))
    client.on('error', destroy)
    client.on('close', destroy)
    server.on('error', () => (isDead ? undefined : destroy()))
  }

  const listener: Server = createServer({ allowHalfOpen: true }, open)
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      listener.once('error', reject)
      listener.listen(port, '127.0.0.1', () => {
        listener.off('error', reject)
        resolve()
      })
    })
  const cutAll = () => {
    for (const connection of [...connections]) connection.destroy()
  }
  const hangUp = () => {
    const closed = new Promise<void>((resolve) => (listener.listening ? listener.close(() => resolve()) : resolve()))
    cutAll()
    return closed
  }

  await listen(0)
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const { port } = address
  return {
    port,
    strikes: () => strikes,
    openConnections: () => connections.size,
    inflict: async (fault) => {
      const times = fault.kind === 'answer' ? (fault.times ?? 1) : 1
      active = [...active, { fault, connectionsSince: 0, timesLeft: times }]
      if (fault.kind !== 'refuse') return
      strikes += 1
      await hangUp()
    },
    heal: async () => {
      active = []
      if (!listener.listening) await listen(port)
    },
    cutAll,
    say: (line, hangsUp = false) => {
      for (const connection of connections) connection.say(line, hangsUp)
    },
    random: seededRandom(options.seed ?? 1),
    close: hangUp,
  }
}
