import { afterAll } from 'vitest'
import { openMimeReader } from '../../server/mime'
import { mailStoresConform } from '../server/conformance/mailStores'
import { makeImapPlace } from './imapPlace'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

mailStoresConform('Dovecot', () => makeImapPlace(mime), {
  furtherFolders: ['Archive'],
  undoKeepsPlace: false,
  dropTakesMail: false,
})
