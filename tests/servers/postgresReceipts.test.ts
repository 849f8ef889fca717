import { makeReadReceipts } from '../../server/outbox/receipts/readReceipts.sql'
import { makeReceiptLog } from '../../server/outbox/receipts/receiptLog.sql'
import { readReceiptsConform } from '../server/conformance/outbox/readReceipts'
import { receiptLogConforms } from '../server/conformance/outbox/receiptLog'
import { postgresSubject } from './postgresPlace'

receiptLogConforms('PostgreSQL', () => postgresSubject(makeReceiptLog))
readReceiptsConform('PostgreSQL', () => postgresSubject(makeReadReceipts))
