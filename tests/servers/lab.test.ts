import { ImapFlow } from 'imapflow'
import nodemailer from 'nodemailer'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { addLabUser, freshDatabase, labEnv } from './lab/env'

const { imapPort, smtpPort, mxPort } = labEnv()

const imapOf = ({ address, password }: { readonly address: string; readonly password: string }) =>
  new ImapFlow({
    host: '127.0.0.1',
    port: imapPort,
    secure: false,
    auth: { user: address, pass: password },
    logger: false,
  })

describe('the lab', () => {
  it('takes mail from outside and from whoever is signed in, and shows it over IMAP', async () => {
    const [anna, ben] = [await addLabUser('anna'), await addLabUser('ben')]
    const outside = nodemailer.createTransport({ host: '127.0.0.1', port: mxPort })
    const auth = { user: anna.address, pass: anna.password }
    const submission = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, auth })
    const client = imapOf(ben)
    await client.connect()
    const lock = await client.getMailboxLock('INBOX')
    const both = new Promise<void>((resolve) => client.on('exists', ({ count }) => count === 2 && resolve()))
    void client.idle()
    await outside.sendMail({ from: 'chen@example.cn', to: ben.address, subject: 'From outside', text: '1' })
    const sent = { from: anna.address, to: [ben.address, 'nobody@ep.test'], subject: 'From inside', text: '2' }
    expect((await submission.sendMail(sent)).rejected).toEqual(['nobody@ep.test'])
    await expect(submission.sendMail({ ...sent, from: ben.address })).rejects.toThrow(/not owned by/)
    await both
    const subjects = []
    for await (const { envelope } of client.fetch('1:*', { envelope: true })) subjects.push(envelope?.subject)
    expect(subjects.sort()).toEqual(['From inside', 'From outside'])
    lock.release()
    await client.logout()
  })

  it('keeps quota, special folders and sorting', async () => {
    const client = imapOf(await addLabUser('full', { quota: 'storage=1M' }))
    await client.connect()
    expect((await client.list()).map(({ specialUse }) => specialUse).sort()).toEqual(
      ['\\Archive', '\\Drafts', '\\Inbox', '\\Junk', '\\Sent', '\\Trash'].sort(),
    )
    expect(await client.getQuota()).toMatchObject({ storage: { limit: 1024 ** 2 } })
    expect([...client.capabilities.keys()]).toEqual(expect.arrayContaining(['SORT', 'QUOTA', 'CONDSTORE', 'QRESYNC']))
    await expect(client.append('INBOX', Buffer.alloc(1_100_000, 'x'))).rejects.toMatchObject({
      serverResponseCode: 'OVERQUOTA',
    })
    await client.logout()
  })

  it('gives each who asks a database of its own', async () => {
    const [one, other] = [await freshDatabase(), await freshDatabase()]
    const client = new pg.Client({ connectionString: one })
    await client.connect()
    await client.query('create table mine (id integer)')
    await client.end()
    const second = new pg.Client({ connectionString: other })
    await second.connect()
    expect((await second.query("select to_regclass('mine') as found")).rows).toEqual([{ found: null }])
    await second.end()
  })
})
