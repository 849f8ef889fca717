import { makeReadReceipts } from '../../../server/adapters/embedded/readReceipts'
import { makeReceiptLog } from '../../../server/adapters/embedded/receiptLog'
import { embeddedSubject } from '../../support/embeddedPlace'
import { readReceiptsConform } from '../conformance/readReceipts'
import { receiptLogConforms } from '../conformance/receiptLog'

receiptLogConforms('embedded', () => embeddedSubject((db) => makeReceiptLog(db)))
readReceiptsConform('embedded', () => embeddedSubject((db) => makeReadReceipts(db)))
