import { makeReadReceipts } from '#server/outbox/receipts/readReceipts.sql'
import { makeReceiptLog } from '#server/outbox/receipts/receiptLog.sql'
import { embeddedSubject } from '#tests/support/stores/embeddedSetup'
import { readReceiptsConform } from '../../conformance/outbox/readReceipts'
import { receiptLogConforms } from '../../conformance/outbox/receiptLog'

receiptLogConforms('embedded', () => embeddedSubject((db) => makeReceiptLog(db)))
readReceiptsConform('embedded', () => embeddedSubject((db) => makeReadReceipts(db)))
