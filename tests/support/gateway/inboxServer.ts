/** An IMAP server of inboxes alone, with IDLE, that a test fills, shrinks, silences and cuts. */
import type { Socket } from 'node:net'
import { type Said, startScriptedImap } from '../connections/scriptedImap'

export type InboxServerOptions = {
  readonly capability?: string
  /** Before the `+` of an IDLE: the moment after a look and before anything is listened to. */
  readonly beforeIdle?: (user: string) => void
}

type Line = { readonly user: string; readonly socket: Socket; exists: number; idle: string | null; isMute: boolean }
type Inbox = { uids: number[]; next: number; validity: number }

export async function startInboxServer(options: InboxServerOptions = {}) {
  const { capability = 'IMAP4rev1 NAMESPACE IDLE', beforeIdle = () => undefined } = options
  const inboxes = new Map<string, Inbox>()
  const lines = new Map<number, Line>()
  let takesPasswords = true
  let refusesIdle = false
  let greetsNobody = false

  const inboxOf = (user: string): Inbox => {
    const inbox = inboxes.get(user) ?? { uids: [1, 2, 3], next: 4, validity: 7 }
    inboxes.set(user, inbox)
    return inbox
  }
  const idlers = (user?: string) =>
    [...lines.values()].filter((it) => it.idle !== null && !it.isMute && (user ?? it.user) === it.user)
  /** Those who were told of changes, as they stood; they are told of nothing more. */
  const ended = () =>
    idlers().map((line) => {
      const before = { ...line }
      line.idle = null
      return before
    })
  /** What a server says of its own accord: how many mails there are, where that has changed. */
  const update = (line: Line) => {
    const { length } = inboxOf(line.user).uids
    if (line.exists !== length && !line.isMute) line.socket.write(`* ${length} EXISTS\r\n`)
    line.exists = length
  }

  function answer({ tag, line: said, connection }: Said, socket: Socket): string | null | undefined {
    if (greetsNobody) {
      socket.destroy()
      return null
    }
    if (/^CAPABILITY/i.test(said)) return `* CAPABILITY ${capability}\r\n${tag} OK done\r\n`
    const login = /^LOGIN "?([^@"]+)/i.exec(said)
    if (login && !takesPasswords) return `${tag} NO [AUTHENTICATIONFAILED] no\r\n`
    if (login) lines.set(connection, { user: login[1] ?? '', socket, exists: -1, idle: null, isMute: false })
    const line = lines.get(connection)
    if (line === undefined || login) return undefined
    if (line.isMute) return null
    const inbox = inboxOf(line.user)
    if (/^(?:SELECT|EXAMINE)/i.test(said)) {
      line.exists = inbox.uids.length
      const facts = `* ${line.exists} EXISTS\r\n* OK [UIDVALIDITY ${inbox.validity}] .\r\n* OK [UIDNEXT ${inbox.next}] .\r\n`
      return `* FLAGS (\\Seen)\r\n${facts}${tag} OK [READ-ONLY] done\r\n`
    }
    const from = /^UID SEARCH .*?(\d+):\*/i.exec(said)?.[1]
    if (from !== undefined) {
      const last = inbox.uids.at(-1)
      const found = inbox.uids.filter((uid) => uid >= Number(from) || uid === last)
      return `* SEARCH ${found.join(' ')}\r\n${tag} OK done\r\n`
    }
    if (/^(?:UID )?FETCH /i.test(said)) {
      return `* ${inbox.uids.length} FETCH (UID ${inbox.uids.at(-1)})\r\n${tag} OK done\r\n`
    }
    if (/^IDLE/i.test(said)) {
      if (refusesIdle) return `${tag} NO not now\r\n`
      beforeIdle(line.user)
      line.idle = tag
      socket.write('+ idling\r\n')
      update(line)
      return null
    }
    if (tag === 'DONE') {
      const ended = line.idle
      line.idle = null
      return `${ended} OK done\r\n`
    }
    return undefined
  }
  const server = await startScriptedImap(answer)

  return {
    ...server,
    /** How many are told of changes at this moment. */
    idlers: () => idlers().length,
    /** Brings so many mails at once. */
    arrive: (user: string, count = 1) => {
      const inbox = inboxOf(user)
      for (let n = 0; n < count; n += 1) inbox.uids.push(inbox.next++)
      for (const line of idlers(user)) update(line)
    },
    /** Takes the first mails away, and says nothing of it but the new count. */
    shrink: (user: string, count: number) => {
      inboxOf(user).uids.splice(0, count)
      for (const line of idlers(user)) update(line)
    },
    /** Says a count once more, as some servers do. */
    repeat: () => {
      for (const line of idlers()) line.socket.write(`* ${line.exists} EXISTS\r\n`)
    },
    makeAnew: (user: string, uids: number[]) => {
      inboxes.set(user, { uids, next: Math.max(0, ...uids) + 1, validity: 8 })
    },
    drop: () => {
      for (const { socket } of ended()) socket.destroy()
    },
    bye: () => {
      for (const { socket } of ended()) socket.end('* BYE shutting down\r\n')
    },
    endIdles: () => {
      for (const { socket, idle } of ended()) socket.write(`${idle} OK enough\r\n`)
    },
    /** The lines that are open say nothing more, and nobody is told that they are dead. */
    mute: () => {
      for (const line of lines.values()) line.isMute = true
    },
    goAway: (isAway: boolean) => {
      greetsNobody = isAway
    },
    refuseIdle: (refuses: boolean) => {
      refusesIdle = refuses
    },
    refusePasswords: () => {
      takesPasswords = false
    },
  }
}

export type InboxServer = Awaited<ReturnType<typeof startInboxServer>>
