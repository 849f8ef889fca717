import { makeArrivals } from '../../../server/adapters/embedded/arrivals'
import { createEmbeddedMailStores } from '../../../server/adapters/embedded/mailStores'
import { openSpool } from '../../../server/adapters/embedded/spool'
import { embeddedSubject } from '../../support/embeddedPlace'
import { plainMime } from '../../support/plainMime'
import { type ArrivalPlace, arrivalWatchConforms } from '../conformance/arrivalWatch'
import { owner } from '../conformance/mailbox'
import { newMail } from '../conformance/mailMessage'

arrivalWatchConforms('embedded', () =>
  embeddedSubject((db, dataDir): ArrivalPlace => {
    const arrivals = makeArrivals()
    const clock = { now: () => 1_750_000_000_000 }
    const spool = openSpool({ db, dataDir })
    const stores = createEmbeddedMailStores({ db, spool, mime: plainMime, clock, onArrival: arrivals.tell })
    return {
      watch: arrivals,
      arrive: async (who, folder = 'inbox') => {
        await stores.of(owner(who)).append(newMail({}, { folder }))
      },
    }
  }),
)
