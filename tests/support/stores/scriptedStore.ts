/** A mail store over a scripted IMAP server: what goes over the line is what the test looks at. */
import { makeImapPool } from '#server/mail/imap/connection/pool'
import { createImapMailStores, type ImapMailStores } from '#server/mail/imap/mailStores'
import type { MailStores } from '#server/mail/mail.store'
import type { Spool } from '#server/mail/spool/spool.store'
import { type ScriptedImap, startScriptedImap } from '../connections/scriptedImap'
import { type Answer, literalLines } from '../mail/literalLines'
import { plainMime } from '../mail/plainMime'
import { makeEmbeddedPlace } from './embeddedSetup'

/** No test of the line reads a file. */
const noSpool: Spool = {
  put: () => Promise.reject(new Error('No spool here')),
  read: () => Promise.reject(new Error('No spool here')),
  size: () => Promise.reject(new Error('No spool here')),
  source: () => Promise.reject(new Error('No spool here')),
  release: async () => undefined,
}

export type ScriptedStore = {
  readonly stores: ImapMailStores
  /** The same server and database, as another gateway has them. */
  readonly other: MailStores
  readonly server: ScriptedImap
  readonly commands: readonly string[]
  readonly close: () => Promise<void>
}

export async function makeScriptedStore(answer?: Answer): Promise<ScriptedStore> {
  const place = await makeEmbeddedPlace()
  const { script, commands } = literalLines(answer)
  const server = await startScriptedImap(script)
  const credentials = { passwordOf: async () => 'secret' }
  const open = () => {
    const pool = makeImapPool({ host: '127.0.0.1', port: server.port, secure: false, credentials, silenceMs: 2_000 })
    const context = { pool, mime: plainMime, spool: noSpool, db: place.db(), clock: { now: Date.now } }
    return { pool, stores: createImapMailStores(context) }
  }
  const [one, other] = [open(), open()]
  return {
    stores: one.stores,
    other: other.stores,
    server,
    commands,
    close: async () => {
      await Promise.all([one.pool.close(), other.pool.close()])
      await server.close()
      await place.close()
    },
  }
}
