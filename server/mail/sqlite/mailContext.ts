/** What every part of the embedded mail store works with. */
import type { Clock } from '../../kit/clock'
import type { Database } from '../../sql/openDatabase'
import type { MimeReader } from '../mimeReader.port'
import type { FileSpool } from '../spool/fileSpool'

export type MailContext = {
  readonly db: Database
  readonly spool: FileSpool
  readonly mime: MimeReader
  readonly clock: Clock
}
