import { embeddedSubject } from '../../support/stores/embeddedSetup'
import { outboxIsShared } from '../conformance/outbox/sharedOutbox'

// SQLite waits for a lock without letting go of the process, so both have the one connection here.
outboxIsShared('embedded', () => embeddedSubject((db) => ({ one: db, other: db })))
