/** Every suite of a store that stands over the database alone, over SQLite. */
import { embeddedSubject } from '../../support/stores/embeddedSetup'
import { sqlSuites } from './sqlSuites'

for (const suite of sqlSuites) suite('embedded', embeddedSubject)
