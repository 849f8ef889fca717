import { afterAll } from 'vitest'
import { openMimeReader } from '../../server/mime'
import { conversationsConform } from '../server/conformance/mail/conversations'
import { folderVersionsConform } from '../server/conformance/mail/folderVersions'
import { mailStoresConform } from '../server/conformance/mail/mailStores'
import { makeImapPlace } from './imapPlace'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

mailStoresConform('Dovecot', () => makeImapPlace(mime), {
  undoKeepsPlace: false,
})
folderVersionsConform('Dovecot', () => makeImapPlace(mime))
conversationsConform('Dovecot', () => makeImapPlace(mime), { groups: false })
