/** A process of its own that keeps one mail after the other and says each id once it is kept, until it is killed. */
import { openSpool } from '#server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { migrate } from '#server/sql/migrate'
import { openDatabase } from '#server/sql/openDatabase'
import { plainMime } from '#tests/support/mail/plainMime'
import { owner } from '../../conformance/mail/mailbox'
import { newMail } from '../../conformance/mail/mailMessage'

async function keepUntilKilled(file: string, dataDir: string): Promise<void> {
  const db = openDatabase(file)
  await migrate(db)
  const spool = openSpool({ db, dataDir })
  const lin = createEmbeddedMailStores({ db, spool, mime: plainMime, clock: { now: () => 0 } }).of(owner('lin'))
  for (let n = 1; ; n += 1) {
    const { id } = await lin.append(newMail({ subject: `Mail ${n}` }, { flags: { flagged: n % 2 === 0 } }))
    process.stdout.write(`${id}\n`)
  }
}

void keepUntilKilled(process.argv[2] ?? '', process.argv[3] ?? '')
