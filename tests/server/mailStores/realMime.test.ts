import { afterAll } from 'vitest'
import { createEmbeddedMailStores } from '../../../server/adapters/embedded/mailStores'
import { openSpool } from '../../../server/adapters/embedded/spool'
import { openMimeReader } from '../../../server/mime'
import { embeddedSubject } from '../../support/embeddedPlace'
import { mailSearchConforms } from '../conformance/mailSearch'
import { mailStoresConform } from '../conformance/mailStores'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

const make = () =>
  embeddedSubject((db, dataDir) =>
    createEmbeddedMailStores({ db, spool: openSpool({ db, dataDir }), mime, clock: { now: () => 1_750_000_000_000 } }),
  )

mailStoresConform('embedded, with the reader of the product', make)
mailSearchConforms('embedded, with the reader of the product', make)
