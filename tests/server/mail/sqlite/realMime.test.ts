import { afterAll } from 'vitest'
import { openSpool } from '#server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { openMimeReader } from '#server/mime'
import { embeddedSubject } from '#tests/support/stores/embeddedSetup'
import { mailSearchConforms } from '../../conformance/mail/mailSearch'
import { mailStoresConform } from '../../conformance/mail/mailStores'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

const make = () =>
  embeddedSubject((db, dataDir) =>
    createEmbeddedMailStores({ db, spool: openSpool({ db, dataDir }), mime, clock: { now: () => 1_750_000_000_000 } }),
  )

mailStoresConform('embedded, with the reader of the product', make)
mailSearchConforms('embedded, with the reader of the product', make)
