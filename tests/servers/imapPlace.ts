/** Mail stores over the lab's Dovecot, each with mail users of its own behind the accounts of the suites. */
import { type ImapPoolOptions, makeImapPool } from '../../server/mail/imap/connection/pool'
import type { ImapContext } from '../../server/mail/imap/context'
import { createImapMailStores } from '../../server/mail/imap/mailStores'
import type { MailStores } from '../../server/mail/mail.store'
import type { MimeReader } from '../../server/mail/mimeReader.port'
import { openSpool } from '../../server/mail/spool/fileSpool'
import { makeEmbeddedPlace } from '../support/stores/embeddedSetup'
import { addLabUser, labEnv } from './lab/env'
import type { LabUser } from './lab/users'

export type ImapPlace = {
  readonly store: MailStores
  readonly context: ImapContext
  /** The mail user behind the account of this id. */
  readonly user: (id: string) => LabUser
  /** The same accounts as another gateway has them. */
  readonly another: () => Promise<MailStores>
  readonly reopen: () => Promise<MailStores>
  readonly close: () => Promise<void>
}

export async function makeImapPlace(
  mime: MimeReader,
  names: readonly string[] = ['lin', 'chen'],
  options: Partial<ImapPoolOptions> = {},
): Promise<ImapPlace> {
  const place = await makeEmbeddedPlace()
  const users = new Map<string, LabUser>()
  for (const name of names) users.set(name, await addLabUser(name))
  const user = (id: string): LabUser => {
    const found = users.get(id)
    if (!found) throw new Error(`No mail user stands behind ${id}`)
    return found
  }
  const opened: ImapContext[] = []
  const open = (): ImapContext => {
    const pool = makeImapPool({
      host: '127.0.0.1',
      port: labEnv().imapPort,
      secure: false,
      credentials: { passwordOf: async (id) => user(id).password },
      userOf: ({ id }) => user(id).address,
      ...options,
    })
    const db = place.db()
    const spool = openSpool({ db, dataDir: place.folder })
    const context = { pool, mime, spool, db, clock: { now: Date.now } }
    opened.push(context)
    return context
  }
  const context = open()
  return {
    store: createImapMailStores(context),
    context,
    user,
    another: async () => createImapMailStores(open()),
    reopen: async () => {
      for (const { pool } of opened.splice(0)) await pool.close()
      await place.reopen()
      return createImapMailStores(open())
    },
    close: async () => {
      for (const { pool } of opened) await pool.close()
      await place.close()
    },
  }
}
