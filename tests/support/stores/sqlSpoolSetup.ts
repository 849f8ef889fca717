/** What the suite of spools wants, over messages that lie in a database. */
import { makeSqlSpool } from '#server/mail/spool/sqlSpool'
import { makeOutboxStore } from '#server/outbox/sqlite/outboxStore'
import type { Database } from '#server/sql/openDatabase'
import type { SpoolPlace } from '../../server/conformance/mail/spool'

export function sqlSpoolPlace(db: Database): SpoolPlace {
  return {
    spool: makeSqlSpool(db),
    outbox: makeOutboxStore(db),
    kept: async () => (await db.selectFrom('blobs').select('id').execute()).length,
  }
}
