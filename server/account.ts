/** The account command's process: arguments and environment in, a message and an exit code out (0 done, 1 failed, 2 misused). */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Misuse, runAccountCommand, usage, type Wanted } from './accountCommand'
import { makeAccountStore } from './adapters/embedded/accountStore'
import { makeAttemptStore } from './adapters/embedded/attemptStore'
import { dropMailbox } from './adapters/embedded/mailboxes'
import { makeOutboxStore } from './adapters/embedded/outboxStore'
import { placesOf } from './adapters/embedded/places'
import { makeSessionStore } from './adapters/embedded/sessionStore'
import { openSpool } from './adapters/embedded/spool'
import { makeTicketStore } from './adapters/embedded/ticketStore'
import { makeUploadFiles } from './adapters/embedded/uploadFiles'
import { makeUploadStore } from './adapters/embedded/uploadStore'
import { makePasswordHasher } from './adapters/password'
import { ConfigError, readConfig } from './config'
import { migrate } from './sql/migrate'
import { openDatabase } from './sql/openDatabase'

function wantedOf(argv: readonly string[]): Wanted {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        password: { type: 'string' },
        tier: { type: 'string' },
        name: { type: 'string' },
        yes: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) throw new Misuse(usage)
    return { words: positionals, ...values }
  } catch (error) {
    if (error instanceof Misuse || !(error instanceof Error)) throw error
    throw new Misuse(`${error.message}\n\n${usage}`)
  }
}

async function run(argv: readonly string[]): Promise<string> {
  const wanted = wantedOf(argv)
  const { dataDir, mailDomains } = readConfig(process.env)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const places = placesOf(dataDir)
  const db = openDatabase(places.database)
  try {
    await migrate(db)
    const spool = openSpool({ db, dataDir })
    return await runAccountCommand(
      {
        accounts: makeAccountStore(db),
        attempts: makeAttemptStore(db),
        sessions: makeSessionStore(db),
        tickets: makeTicketStore(db),
        outbox: makeOutboxStore(db),
        uploads: makeUploadStore(db, makeUploadFiles(places.uploads)),
        spool,
        hasher: await makePasswordHasher(),
        mailDomains,
        dropMail: async (id) => spool.releaseAll(await dropMailbox(db, id)),
      },
      wanted,
    )
  } finally {
    await db.destroy()
  }
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  const isForPerson = error instanceof Misuse || error instanceof ConfigError
  console.error(isForPerson ? error.message : error)
  process.exitCode = isForPerson ? 2 : 1
}
