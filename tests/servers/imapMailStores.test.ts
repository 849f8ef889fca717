import { afterAll } from 'vitest'
import { openMimeReader } from '../../server/mime'
import { conversationsConform } from '../server/conformance/conversations'
import { folderVersionsConform } from '../server/conformance/folderVersions'
import { mailStoresConform } from '../server/conformance/mailStores'
import { makeImapPlace } from './imapPlace'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

mailStoresConform('Dovecot', () => makeImapPlace(mime), {
  furtherFolders: ['Archive'],
  undoKeepsPlace: false,
  dropTakesMail: false,
})
folderVersionsConform('Dovecot', () => makeImapPlace(mime))
conversationsConform('Dovecot', () => makeImapPlace(mime), { groups: false })
