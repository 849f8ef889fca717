/** Folders that many share: what lies there is nobody's to recall from one of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeImapRecaller } from '../../server/mail/imap/recall/recaller'
import { openMimeReader } from '../../server/mime'
import { owner } from '../server/conformance/mail/mailbox'
import { deliveredTo, messageOf, sentAt } from '../server/conformance/recall/recaller'
import { makeImapPlace } from './imapPlace'
import { type Lab, startLab } from './lab'
import { labAdmin } from './lab/dovecot'
import { names } from './lab/env'
import { imapOf } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
const before = { ...process.env }
let lab: Lab
beforeAll(async () => {
  lab = await startLab({ postfix: false, postgres: false, publicFolders: true })
  process.env[names.imapPort] = lab.env[names.imapPort]
  process.env[names.folder] = lab.env[names.folder]
})
afterAll(async () => {
  process.env[names.imapPort] = before[names.imapPort]
  process.env[names.folder] = before[names.folder]
  await lab.stop()
  await mime.close()
})

it('S22: takes the recipient’s own copy and leaves the one that others see as well', async () => {
  const place = await makeImapPlace(mime, ['wang'])
  const { pool: _pool, ...context } = place.context
  const server = { host: '127.0.0.1', port: Number(lab.env[names.imapPort]), secure: false }
  const recaller = makeImapRecaller({ ...context, server, admin: labAdmin, domains: ['ep.test'] })
  const client = await imapOf(place.user('wang'))
  await client.mailboxCreate('Public/Team')
  for (const path of ['Public/Team', 'INBOX'])
    await client.append(path, messageOf('<s1@ep.test>'), [], new Date(sentAt))
  const countIn = async (path: string) => {
    const status = await client.status(path, { messages: true })
    return status ? status.messages : null
  }
  expect(await recaller.recall(deliveredTo(place.user('wang').address))).toBe('recalled')
  expect([await countIn('INBOX'), await countIn('Public/Team')]).toEqual([0, 1])
  expect((await place.store.of(owner('wang')).folders()).some(({ name }) => name === 'Team')).toBe(true)
  await client.logout()
  await recaller.close()
  await place.close()
})
