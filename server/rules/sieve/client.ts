/** A small ManageSieve client (RFC 5804): signs in, lists, reads, writes and switches scripts on. One connection for one piece of work. */
import { Refusal, SessionEnded, StoreAway } from '../../core/refusal'
import { type Answer, openSieveConnection, type SieveConnection, type SieveServer } from './sieveConnection'
import { type WireLine, wireString } from './wire'

export type SieveSignIn = { readonly user: string; readonly password: string }

export type SieveClient = {
  /** Extensions that scripts may ask for. */
  readonly extensions: ReadonlySet<string>
  readonly list: () => Promise<readonly { readonly name: string; readonly isActive: boolean }[]>
  /** Null where there is no such script. Scripts are Latin-1, a character a byte; names are UTF-16. */
  readonly get: (name: string) => Promise<string | null>
  /** Throws `serverCannot` where the server does not take it for a script, `quotaExceeded` where it does not fit. */
  readonly check: (script: string) => Promise<void>
  readonly put: (name: string, script: string) => Promise<void>
  /** Switches a script on and every other one off; an empty name switches all of them off. */
  readonly activate: (name: string) => Promise<void>
  readonly remove: (name: string) => Promise<void>
}

/**
 * Does a piece of work as somebody. Throws `StoreAway` where the server is not there and `SessionEnded` where it does not take the
 * password.
 */
export async function withSieve<T>(
  server: SieveServer,
  { user, password }: SieveSignIn,
  work: (client: SieveClient) => Promise<T>,
): Promise<T> {
  const line = openSieveConnection(server)
  try {
    const extensions = await signedIn(line, user, password)
    const done = await work(clientOn(line, extensions))
    // Its answer is not waited for: the work is done, whatever becomes of the line.
    line.ask('LOGOUT').catch(() => undefined)
    return done
  } finally {
    line.close()
  }
}

async function signedIn(line: SieveConnection, user: string, password: string): Promise<ReadonlySet<string>> {
  let offered = capabilities(await line.ask(null))
  if (!line.isSafe() || offered.has('STARTTLS')) {
    if (offered.has('STARTTLS')) offered = await overTls(line)
    // A password never crosses a network in the clear.
    if (!line.isSafe()) throw new StoreAway('the server offers no TLS')
  }
  if (!(offered.get('SASL') ?? '').toUpperCase().split(' ').includes('PLAIN'))
    throw new StoreAway('the server takes no password')
  const secret = Buffer.from(`\u0000${user}\u0000${password}`).toString('base64')
  const { status, code } = await line.ask(`AUTHENTICATE "PLAIN" ${wireString(secret)}`)
  if (status === 'NO') {
    if (code.startsWith('TRYLATER')) throw new StoreAway('the server cannot say who is who')
    throw new SessionEnded('sieve')
  }
  // Some servers know more of somebody who has signed in (RFC 5804 section 2.1).
  const known = await line.ask('CAPABILITY')
  const told = known.status === 'OK' ? capabilities(known) : offered
  return new Set((told.get('SIEVE') ?? '').toLowerCase().split(' ').filter(Boolean))
}

async function overTls(line: SieveConnection): Promise<ReadonlyMap<string, string>> {
  const { status } = await line.ask('STARTTLS')
  if (status === 'NO') throw new StoreAway('the server refuses TLS')
  line.startTls()
  return capabilities(await line.ask(null))
}

function capabilities({ lines }: Answer): ReadonlyMap<string, string> {
  return new Map(lines.map((line) => [textAt(line, 0).toUpperCase(), textAt(line, 1)]))
}

function clientOn(line: SieveConnection, extensions: ReadonlySet<string>): SieveClient {
  const must = async (command: string) => {
    const answer = await line.ask(command)
    if (answer.status === 'NO') throw refusalOf(answer)
    return answer
  }
  return {
    extensions,
    list: async () => {
      const { lines } = await must('LISTSCRIPTS')
      return lines.map((it) => ({ name: fromBytes(textAt(it, 0)), isActive: textAt(it, 1).toUpperCase() === 'ACTIVE' }))
    },
    get: async (name) => {
      const answer = await line.ask(`GETSCRIPT ${nameOf(name)}`)
      if (answer.status === 'OK') return textAt(answer.lines[0] ?? [], 0)
      if (answer.code === '' || answer.code.startsWith('NONEXISTENT')) return null
      throw refusalOf(answer)
    },
    check: async (script) => {
      await must(`CHECKSCRIPT ${wireString(script)}`)
    },
    put: async (name, script) => {
      await must(`PUTSCRIPT ${nameOf(name)} ${wireString(script)}`)
    },
    activate: async (name) => {
      await must(`SETACTIVE ${nameOf(name)}`)
    },
    remove: async (name) => {
      await must(`DELETESCRIPT ${nameOf(name)}`)
    },
  }
}

function refusalOf({ code }: Answer): Error {
  if (code.startsWith('QUOTA')) return new Refusal('quotaExceeded')
  if (code.startsWith('TRYLATER')) return new StoreAway('the server cannot do it now')
  if (code.startsWith('NONEXISTENT')) return new Refusal('rulesChanged')
  return new Refusal('serverCannot')
}

const nameOf = (name: string) => wireString(Buffer.from(name).toString('latin1'))
const fromBytes = (text: string) => Buffer.from(text, 'latin1').toString('utf8')
const textAt = (line: WireLine, at: number) => line[at]?.text ?? ''
