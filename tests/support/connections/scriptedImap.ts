/** A tiny IMAP server that does as a test tells it: it answers, refuses, falls silent or hangs up, and counts who came. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type Said = { readonly tag: string; readonly line: string; readonly connection: number }
/** What is sent for a command; null falls silent, and undefined leaves the usual answer. */
export type Script = (said: Said, socket: Socket) => string | null | undefined

export type ScriptedImap = {
  readonly port: number
  /** Every line that came, without its tag. */
  readonly lines: readonly string[]
  readonly connections: () => number
  readonly open: () => number
  readonly close: () => Promise<void>
}

const usual: readonly (readonly [RegExp, string])[] = [
  [/^CAPABILITY/i, '* CAPABILITY IMAP4rev1 NAMESPACE\r\n'],
  [/^NAMESPACE/i, '* NAMESPACE (("" "/")) NIL NIL\r\n'],
  [/^LIST "" ""/i, '* LIST (\\Noselect) "/" ""\r\n'],
  [/^LIST/i, '* LIST () "/" INBOX\r\n'],
  [/^(?:SELECT|EXAMINE)/i, '* FLAGS (\\Seen)\r\n* 3 EXISTS\r\n* OK [UIDVALIDITY 7] .\r\n* OK [UIDNEXT 4] .\r\n'],
  [/^LOGOUT/i, '* BYE .\r\n'],
]

export async function startScriptedImap(script: Script = () => undefined): Promise<ScriptedImap> {
  const sockets = new Set<Socket>()
  const lines: string[] = []
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    const connection = connections
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.write('* OK [CAPABILITY IMAP4rev1 NAMESPACE] ready\r\n')
    let rest = ''
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const [tag = '', ...words] = rest.slice(0, end).split(' ')
        rest = rest.slice(end + 2)
        const line = words.join(' ')
        lines.push(line)
        const answer = script({ tag, line, connection }, socket)
        if (answer === null) continue
        const known = usual.find(([pattern]) => pattern.test(line))?.[1] ?? ''
        socket.write(answer ?? `${known}${tag} OK done\r\n`)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // An address of TCP is an object, never the name of a pipe.
  const { port } = server.address() as AddressInfo
  return {
    port,
    lines,
    connections: () => connections,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
