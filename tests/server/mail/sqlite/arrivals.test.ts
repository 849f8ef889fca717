import { makeArrivals } from '#server/mail/newMail/arrivalWatch.memory'
import { openSpool } from '#server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { plainMime } from '#tests/support/mail/plainMime'
import { embeddedSubject } from '#tests/support/stores/embeddedSetup'
import { type ArrivalPlace, arrivalWatchConforms } from '../../conformance/mail/arrivalWatch'
import { owner } from '../../conformance/mail/mailbox'
import { newMail } from '../../conformance/mail/mailMessage'

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
