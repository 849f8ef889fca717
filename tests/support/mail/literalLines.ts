/** Reads the commands that a scripted IMAP server is sent as a true server would: what a literal holds is never a command. */
import type { Socket } from 'node:net'
import type { Script } from '../connections/scriptedImap'

export type WholeCommand = { readonly tag: string; readonly text: string; readonly connection: number }

/** What is sent for a command; null falls silent, and undefined leaves the usual answer. */
export type Answer = (command: WholeCommand, socket: Socket) => string | null | undefined

export type LiteralLines = {
  readonly script: Script
  /** Whole commands, without tags; a literal stands as its text in ‹›. */
  readonly commands: readonly string[]
}

type Pending = { readonly tag: string; readonly text: string; literal: string; left: number }

export function literalLines(answer: Answer = () => undefined): LiteralLines {
  const commands: string[] = []
  const pending = new Map<number, Pending>()
  const script: Script = ({ tag, line, connection }, socket) => {
    const held = pending.get(connection)
    const raw = line === '' ? tag : `${tag} ${line}`
    if (held && raw.length < held.left) {
      held.literal += `${raw}\r\n`
      held.left -= raw.length + 2
      return null
    }
    const literal = held ? Buffer.from(held.literal + raw.slice(0, held.left), 'latin1').toString('utf8') : ''
    const text = held ? `${held.text}‹${literal}›${raw.slice(held.left)}` : line
    const own = held?.tag ?? tag
    const size = /\{(\d+)\}$/.exec(text)?.[1]
    if (size !== undefined) {
      pending.set(connection, { tag: own, text: text.slice(0, -size.length - 2), literal: '', left: Number(size) })
      return '+ go on\r\n'
    }
    pending.delete(connection)
    commands.push(text)
    const given = answer({ tag: own, text, connection }, socket)
    return given === undefined && held ? `${own} OK done\r\n` : given
  }
  return { script, commands }
}
