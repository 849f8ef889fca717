import { openSpool } from '#server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { plainMime } from '#tests/support/mail/plainMime'
import { embeddedSubject } from '#tests/support/stores/embeddedSetup'
import { conversationsConform } from '../../conformance/mail/conversations'
import { foldersConform } from '../../conformance/mail/folders'
import { folderVersionsConform } from '../../conformance/mail/folderVersions'
import { mailSearchConforms } from '../../conformance/mail/mailSearch'
import { mailStoresConform } from '../../conformance/mail/mailStores'

const make = () =>
  embeddedSubject((db, dataDir) =>
    createEmbeddedMailStores({
      db,
      spool: openSpool({ db, dataDir }),
      mime: plainMime,
      clock: { now: () => 1_750_000_000_000 },
    }),
  )

mailStoresConform('embedded', make)
conversationsConform('embedded', make)
mailSearchConforms('embedded', make)
foldersConform('embedded', make)
folderVersionsConform('embedded', make)
