/** A ManageSieve server of a test's own: keeps scripts in memory, takes down what it is told and misbehaves as it is asked to. */
import { createServer, type Socket } from 'node:net'
import { takeLine, wireString } from '#server/rules/sieve/wire'

export type SieveSink = Awaited<ReturnType<typeof openSieveSink>>

export type SinkOptions = {
  readonly host?: string
  readonly extensions?: string
  readonly sasl?: string
  readonly password?: string
}

const everything =
  'fileinto reject envelope encoded-character vacation relational imap4flags copy include variables mailbox date body mime'

/** `silence` = says nothing more; `cut` = hangs up; else the answer, given in place of doing it. */
type Misbehaviour = 'silence' | 'cut' | (string & {})

export async function openSieveSink(options: SinkOptions = {}) {
  const { host = '127.0.0.1', extensions = everything, sasl = 'PLAIN LOGIN', password = 'secret' } = options
  const scripts = new Map<string, string>()
  const told: string[] = []
  const lines = new Set<Socket>()
  let active = ''
  const misbehaviour = new Map<string, Misbehaviour>()
  const greeting = `"IMPLEMENTATION" "a test"\r\n"SIEVE" "${extensions}"\r\n"SASL" "${sasl}"\r\nOK (TAG {4}\r\n(x)") "hello"\r\n`

  const done = (command: string, [name = '', script = '']: readonly string[]): string => {
    switch (command) {
      case 'AUTHENTICATE': {
        const given = Buffer.from(script, 'base64').toString('utf8').split('\u0000')
        return given[2] === password ? 'OK' : 'NO "no"'
      }
      case 'CAPABILITY':
        return greeting.trimEnd()
      case 'LISTSCRIPTS':
        return [...[...scripts.keys()].map((it) => `${wireString(it)}${it === active ? ' ACTIVE' : ''}`), 'OK'].join(
          '\r\n',
        )
      case 'GETSCRIPT': {
        const text = scripts.get(name)
        return text === undefined ? 'NO (NONEXISTENT) "none"' : `{${text.length}}\r\n${text}\r\nOK`
      }
      case 'PUTSCRIPT':
        scripts.set(name, script)
        return 'OK (WARNINGS) {3}\r\nhm.'
      case 'SETACTIVE':
        active = name
        return 'OK'
      case 'LOGOUT':
        return 'OK'
      default:
        return 'NO "what?"'
    }
  }

  const server = createServer((socket) => {
    lines.add(socket)
    socket.on('close', () => lines.delete(socket))
    socket.on('error', () => undefined)
    const say = (command: string, parts: readonly string[]) => {
      const instead = misbehaviour.get(command)
      if (instead === 'silence') return
      if (instead === 'cut') socket.destroy()
      else socket.write(Buffer.from(`${instead ?? done(command, parts)}\r\n`, 'latin1'))
    }
    let held: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      for (let taken = takeLine(held); taken !== null; taken = takeLine(held)) {
        held = taken.rest
        const [command = '', ...parts] = taken.line.map(({ text }) => text)
        told.push(command)
        say(command, parts)
      }
    })
    if (misbehaviour.has('')) say('', [])
    else socket.write(Buffer.from(greeting, 'latin1'))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Listening on no port')
  return {
    port: address.port,
    scripts,
    /** Every command that was given, by its word. */
    told,
    activate: (name: string) => {
      active = name
    },
    active: () => active,
    /** From now on at this command; at the greeting where it is empty. */
    misbehave: (command: string, how: Misbehaviour) => misbehaviour.set(command, how),
    behave: () => misbehaviour.clear(),
    close: async () => {
      for (const line of lines) line.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
