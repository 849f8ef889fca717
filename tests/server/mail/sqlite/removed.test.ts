import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSpool } from '#server/mail/spool/fileSpool'
import { dropMailbox } from '#server/mail/sqlite/mailboxes'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { createRemovedMailStores } from '#server/mail/sqlite/removed/removedMails'
import type { Database } from '#server/sql/openDatabase'
import { plainMime } from '#tests/support/mail/plainMime'
import { embeddedSubject } from '#tests/support/stores/embeddedSetup'
import { owner } from '../../conformance/mail/mailbox'
import { newMail } from '../../conformance/mail/mailMessage'
import { type Keeping, removedMailsConform } from '../../conformance/recovery/removedMails'

function keepingOver(db: Database, dataDir: string, quotaBytes?: number): Keeping {
  let now = 1_000
  const spool = openSpool({ db, dataDir })
  const options = {
    db,
    spool,
    mime: plainMime,
    clock: { now: () => now },
    ...(quotaBytes === undefined ? {} : { quotaBytes }),
  }
  return {
    mails: createEmbeddedMailStores(options),
    removed: createRemovedMailStores(options),
    setNow: (to) => {
      now = to
    },
    drop: async (account) => spool.releaseAll(await dropMailbox(db, account)),
    files: async () =>
      (await readdir(join(dataDir, 'mail'), { recursive: true })).filter((file) => file.endsWith('.eml')).length,
  }
}

removedMailsConform('embedded', () => embeddedSubject((db, dataDir) => keepingOver(db, dataDir)))

it('refuses what does not fit the mailbox any more, and puts none of it back', async () => {
  const subject = await embeddedSubject((db, dataDir) => keepingOver(db, dataDir, 1_000))
  const lin = subject.store.mails.of(owner('lin'))
  const gone = subject.store.removed.of(owner('lin'))
  const text = 'x'.repeat(500)
  const { id } = await lin.append(newMail({ subject: 'Old', text }))
  await lin.remove([id])
  await lin.append(newMail({ subject: 'New', text }))
  await expect(gone.restore([id], 0, 'Recovered')).rejects.toMatchObject({ code: 'quotaExceeded' })
  expect(await gone.summaries([id], 0)).toHaveLength(1)
  await subject.close()
})
