/** The oldest IMAP4rev1 and nothing besides: what a server lacks is made up for, or refused in words. */
import { afterAll, beforeAll } from 'vitest'
import { openMimeReader } from '../../server/mime'
import { mailStoresConform } from '../server/conformance/mail/mailStores'
import { makeImapPlace } from './imapPlace'
import { type Lab, startLab } from './lab'
import { names } from './lab/env'

const mime = openMimeReader({ timeoutMs: 10_000 })
const before = { ...process.env }
let lab: Lab
beforeAll(async () => {
  lab = await startLab({ postfix: false, postgres: false, imapCapability: 'IMAP4rev1' })
  process.env[names.imapPort] = lab.env[names.imapPort]
  process.env[names.folder] = lab.env[names.folder]
})
afterAll(async () => {
  process.env[names.imapPort] = before[names.imapPort]
  process.env[names.folder] = before[names.folder]
  await lab.stop()
  await mime.close()
})

mailStoresConform('IMAP4rev1 and no more', () => makeImapPlace(mime), {
  undoKeepsPlace: false,
  sorts: false,
})
