import { createEmbeddedMailStores } from '../../../server/adapters/embedded/mailStores'
import { openSpool } from '../../../server/adapters/embedded/spool'
import { embeddedSubject } from '../../support/embeddedPlace'
import { plainMime } from '../../support/plainMime'
import { conversationsConform } from '../conformance/conversations'
import { foldersConform } from '../conformance/folders'
import { folderVersionsConform } from '../conformance/folderVersions'
import { mailSearchConforms } from '../conformance/mailSearch'
import { mailStoresConform } from '../conformance/mailStores'

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
