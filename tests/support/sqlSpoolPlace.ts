/** What the suite of spools wants, over messages that lie in a database. */
import { makeOutboxStore } from '../../server/adapters/embedded/outboxStore'
import { makeSqlSpool } from '../../server/adapters/embedded/sqlSpool'
import type { Database } from '../../server/sql/openDatabase'
import type { SpoolPlace } from '../server/conformance/spool'

export function sqlSpoolPlace(db: Database): SpoolPlace {
  return {
    spool: makeSqlSpool(db),
    outbox: makeOutboxStore(db),
    kept: async () => (await db.selectFrom('blobs').select('id').execute()).length,
  }
}
