import { makeReadReceipts } from '../../server/adapters/embedded/readReceipts'
import { makeReceiptLog } from '../../server/adapters/embedded/receiptLog'
import { readReceiptsConform } from '../server/conformance/readReceipts'
import { receiptLogConforms } from '../server/conformance/receiptLog'
import { postgresSubject } from './postgresPlace'

receiptLogConforms('PostgreSQL', () => postgresSubject(makeReceiptLog))
readReceiptsConform('PostgreSQL', () => postgresSubject(makeReadReceipts))
