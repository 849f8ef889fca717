/** Where a journey's mail lives: in the gateway itself, or on mail servers of the journey's own where `npm run test:all` runs it. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import nodemailer from 'nodemailer'
import type Mail from 'nodemailer/lib/mailer'
import { runAccountCommand, type Wanted } from '../../server/cli/accountCommand'
import { openStores } from '../../server/composition/stores'
import { readConfig } from '../../server/config/readConfig'
import { makeKeyedMutex } from '../../server/kit/locks/keyedMutex'
import { makePasswordHasher } from '../../server/session/password/passwordHasher.argon2'
import { startLab } from '../servers/lab'
import { freshDatabase, names } from '../servers/lab/env'
import { gatewaySettings } from '../servers/lab/gatewaySettings'
import { freePort } from '../servers/lab/ports'
import { postfixPaths } from '../servers/lab/postfix'
import { removeFolder } from '../support/removeFolder'

export const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

export type Settings = Readonly<Record<string, string>>

export type NewAccount = {
  readonly address: string
  readonly password: string
  readonly tier: string
  readonly name: string
}

export type Place = {
  /** What a gateway needs to know to work here; `DATA_DIR` and `PORT` aside. */
  readonly settings: Settings
  /** `env`: of a gateway that works here. */
  readonly addAccount: (account: NewAccount, env: NodeJS.ProcessEnv) => Promise<void>
  /** With all that is kept of it, as the account command does it beside a running gateway; null where a mail server keeps mail as well. */
  readonly removeAccount: ((address: string, env: NodeJS.ProcessEnv) => Promise<void>) | null
  /** Resolves when the mail can be read. */
  readonly deliver: (mail: Mail.Options) => Promise<void>
  readonly end: () => Promise<void>
}

/** `settings`: the journey's own wishes, in the words of a gateway without mail servers. */
export async function makePlace(settings: Settings): Promise<Place> {
  return process.env[names.databaseUrl] ? placeOverServers(settings) : embeddedPlace(settings)
}

export async function makeDataFolder(): Promise<{ readonly path: string; readonly drop: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'ep-mail-e2e-'))
  return { path, drop: () => removeFolder(path) }
}

/** The built command, like the gateway beside it: to translate its sources takes three times as long. */
export async function builtCommand(
  program: 'account' | 'organization' | 'pay',
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  await run(process.execPath, [`dist/server/${program}.js`, ...words], { cwd: root, env })
}

const queue = makeKeyedMutex()

/**
 * As the command does it, beside the running gateway, without the second that a process of its own takes to start. One after another: of two
 * connections of one process the one that waits for the lock would keep the other from ever giving it back.
 */
const commandHere = (wanted: Wanted, env: NodeJS.ProcessEnv): Promise<void> => queue('', () => command(wanted, env))

async function command(wanted: Wanted, env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const clock = { now: Date.now }
  const stores = await openStores(config, clock)
  try {
    const hasher = await makePasswordHasher()
    await runAccountCommand({ ...stores, clock, hasher, mailDomains: config.mailDomains }, wanted)
  } finally {
    await stores.close()
  }
}

/** As if somebody had read every picture that is shown: whatever is answered is right. */
export const readCaptchas = (env: NodeJS.ProcessEnv): Promise<void> =>
  queue('', async () => {
    const stores = await openStores(readConfig(env), { now: Date.now })
    try {
      await stores.db.updateTable('captchas').set({ answer_hash: null }).execute()
    } finally {
      await stores.close()
    }
  })

/** As if the minute had passed for which a gateway that was killed has its jobs. */
export const endLeases = (env: NodeJS.ProcessEnv): Promise<void> =>
  queue('', async () => {
    const { db, close } = await openStores(readConfig(env), { now: Date.now })
    try {
      await db.updateTable('mail_jobs').set({ leased_until: 0 }).execute()
    } finally {
      await close()
    }
  })

/** Milliseconds between two looks. */
const lookMs = 2
/** Milliseconds after which a mailbox gets no more. */
const mostMs = 60_000

/** Acts as soon as a mailbox holds so many messages; answers what subjects it holds then. */
export const onceHeld = (
  { address, least }: { readonly address: string; readonly least: number },
  env: NodeJS.ProcessEnv,
  act: () => Promise<void>,
): Promise<readonly string[]> =>
  queue('', async () => {
    const { db, close } = await openStores(readConfig(env), { now: Date.now })
    const held = async () => {
      const boxes = db.selectFrom('mailboxes as b').innerJoin('accounts as a', 'a.id', 'b.account_id')
      const own = boxes.innerJoin('mails as m', 'm.mailbox', 'b.mailbox').where('a.address', '=', address)
      return (await own.select('m.subject').execute()).map(({ subject }) => subject)
    }
    try {
      const until = Date.now() + mostMs
      while ((await held()).length < least) {
        if (Date.now() > until) throw new Error(`${address} does not hold ${least} messages`)
        await pause(lookMs)
      }
      await act()
      return await held()
    } finally {
      await close()
    }
  })

export type NewOrganization = {
  readonly code: string
  readonly domain: string
  readonly members: readonly string[]
  /** One of the members. */
  readonly administrator?: string | undefined
}

/** As the organization command does it, at once. */
export const organize = ({ code, domain, members, administrator }: NewOrganization, env: NodeJS.ProcessEnv) =>
  queue('', async () => {
    const { organizations, administrators, accounts, close } = await openStores(readConfig(env), { now: Date.now })
    try {
      await organizations.add({ code, name: code, tier: 'enterprise', seats: 10 })
      await organizations.addDomain(code, domain)
      for (const member of members) await organizations.join(code, (await accounts.byAddress(member))?.id ?? '')
      const first = administrator === undefined ? null : await accounts.byAddress(administrator)
      if (first !== null) await administrators.appoint(first.id, { organization: code, by: null, now: Date.now() })
    } finally {
      await close()
    }
  })

/** As an ordinary mail program would. Answers what the server said. */
async function send(port: number, mail: Mail.Options): Promise<string> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
  const { response } = await transport.sendMail(mail)
  transport.close()
  return response
}

async function embeddedPlace(settings: Settings): Promise<Place> {
  const smtpPort = await freePort()
  return {
    // The test is the mail server in front, which delivers for everybody.
    settings: { SMTP_PORT: String(smtpPort), TRUSTED_RELAYS: '127.0.0.1', ...settings },
    addAccount: ({ address, password, tier, name }, env) =>
      commandHere({ words: ['add', address], password, tier, ...(name ? { name } : {}) }, env),
    removeAccount: (address, env) => commandHere({ words: ['remove', address], yes: true }, env),
    deliver: async (mail) => {
      await send(smtpPort, mail)
    },
    end: async () => undefined,
  }
}

async function placeOverServers({ RELAY_URL, ...settings }: Settings): Promise<Place> {
  // What the gateway would hand to a relay, the mail server hands on.
  const outside = RELAY_URL === undefined ? {} : { outsidePort: Number(new URL(RELAY_URL).port) }
  const lab = await startLab({ domain: 'ep.test', postgres: false, ...outside })
  const doors = {
    domain: 'ep.test',
    imapPort: Number(lab.env[names.imapPort]),
    smtpPort: Number(lab.env[names.smtpPort]),
    sievePort: Number(lab.env[names.sievePort]),
    databaseUrl: await freshDatabase(),
  }
  return {
    // The mail server takes mail in; the gateway's own door only must not meet another gateway's.
    settings: { SMTP_PORT: String(await freePort()), ...gatewaySettings(doors), ...settings },
    addAccount: async ({ address, password, tier, name }, env) => {
      await lab.addUser(address, { password })
      await builtCommand('account', ['add', address, '--tier', tier, ...(name ? ['--name', name] : [])], env)
    },
    removeAccount: null,
    deliver: async (mail) => {
      const response = await send(Number(lab.env[names.mxPort]), mail)
      const queueId = /queued as (\w+)/.exec(response)?.[1]
      if (queueId === undefined) throw new Error(`Postfix said ${response}`)
      await untilGone(lab.folder, queueId)
    },
    end: lab.stop,
  }
}

/** Waits until Postfix has handed on everything of one message. */
async function untilGone(folder: string, queueId: string): Promise<void> {
  const until = Date.now() + 20_000
  while (!(await readFile(postfixPaths(folder).log, 'utf8')).includes(`${queueId}: removed`)) {
    if (Date.now() > until) throw new Error(`Postfix still holds ${queueId}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
