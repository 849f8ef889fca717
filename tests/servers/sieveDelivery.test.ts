import { ImapFlow } from 'imapflow'
import nodemailer from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { emptyRuleSet } from '../../server/core/rules/rules'
import { away, rule, ruleSet, subjectHas } from '../support/mail/someRules'
import { addLabUser, labEnv } from './lab/env'
import type { LabUser } from './lab/users'
import { openSievePlace, replaceRules } from './sievePlace'

type Letter = {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly headers?: Record<string, string>
}

const send = ({ from, to, subject, headers = {} }: Letter) =>
  nodemailer
    .createTransport({ host: '127.0.0.1', port: labEnv().mxPort })
    .sendMail({ from, to, subject, headers, text: 'x' })

/** Every mail of a folder once it holds as many. */
async function mailsOf({ address, password }: LabUser, folder: string, count: number) {
  const auth = { user: address, pass: password }
  const client = new ImapFlow({ host: '127.0.0.1', port: labEnv().imapPort, secure: false, auth, logger: false })
  await client.connect()
  try {
    const lock = await client.getMailboxLock(folder)
    const { mailbox } = client
    if (mailbox === false || mailbox.exists < count) {
      const arrived = new Promise<void>((resolve) => client.on('exists', (now) => now.count >= count && resolve()))
      void client.idle()
      await arrived
    }
    const mails = await client.fetchAll('1:*', { envelope: true, flags: true, source: true })
    lock.release()
    return mails.map(({ envelope, flags, source }) => ({
      subject: envelope?.subject,
      flags: [...(flags ?? [])],
      source: source?.toString() ?? '',
    }))
  } finally {
    client.close()
  }
}

describe('mail that Dovecot delivers by our rules', () => {
  it('is filed with its marks, handed on with a copy, and returned with our words', async () => {
    const place = await openSievePlace('owner')
    const [sender, friend] = [await addLabUser('sender'), await addLabUser('friend')]
    const owner = place.user
    await replaceRules(
      place,
      ruleSet(
        rule({ conditions: [subjectHas('no')], actions: [{ kind: 'reject', text: '请不要"再"发。\n.\nThanks' }] }),
        rule({
          conditions: [subjectHas('发票')],
          actions: [{ kind: 'flag' }, { kind: 'file', folder: 'projects' }],
          stops: true,
        }),
        rule({ actions: [{ kind: 'redirect', to: friend.address, keepCopy: true }] }),
      ),
    )
    for (const subject of ['发票 1', 'hello', 'no']) await send({ from: sender.address, to: owner.address, subject })
    expect(await mailsOf(owner, 'Archive', 1)).toMatchObject([
      { subject: '发票 1', flags: expect.arrayContaining(['\\Flagged']) },
    ])
    expect(await mailsOf(friend, 'INBOX', 1)).toMatchObject([{ subject: 'hello' }])
    expect(await mailsOf(owner, 'INBOX', 1)).toMatchObject([{ subject: 'hello' }])
    const [bounce] = await mailsOf(sender, 'INBOX', 1)
    expect(bounce?.source).toMatch(/550|请不要|6K\+35LiN6KaB|=E8=AF=B7/)
  })

  it('S14: is filed under names that try to be more than names', async () => {
    const place = await openSievePlace('names')
    const { address, password } = place.user
    const auth = { user: address, pass: password }
    const client = new ImapFlow({ host: '127.0.0.1', port: labEnv().imapPort, secure: false, auth, logger: false })
    await client.connect()
    const folders = ['项目 & 发票', 'a "quoted" \\ name', '"; discard; #']
    for (const folder of folders) await client.mailboxCreate(folder)
    await client.logout()
    await replaceRules(
      place,
      ruleSet(
        ...folders.map((folder, at) =>
          rule({ conditions: [subjectHas(`no ${at}`)], actions: [{ kind: 'file', folder }], stops: true }),
        ),
      ),
    )
    for (const at of folders.keys()) await send({ from: address, to: address, subject: `no ${at}` })
    for (const [at, folder] of folders.entries())
      expect(await mailsOf(place.user, folder, 1)).toMatchObject([{ subject: `no ${at}` }])
  })

  it('is answered once for each sender while its owner is away', async () => {
    const place = await openSievePlace('away')
    const [one, other] = [await addLabUser('one'), await addLabUser('other')]
    const owner = place.user
    const now = Date.now()
    await replaceRules(place, {
      ...emptyRuleSet,
      away: away({ subject: 'Away "now"', text: '我在休假。\n.\nBack soon', from: now - 60_000, until: now + 600_000 }),
    })
    await send({ from: one.address, to: owner.address, subject: 'first' })
    expect(await mailsOf(one, 'INBOX', 1)).toMatchObject([{ subject: 'Away "now"' }])
    await send({ from: one.address, to: owner.address, subject: 'second' })
    await send({ from: other.address, to: owner.address, subject: 'third' })
    const [reply] = await mailsOf(other, 'INBOX', 1)
    expect(reply?.source).toMatch(/^Auto-Submitted: auto-replied/im)
    expect(reply?.source).toContain('我在休假。\r\n.\r\nBack soon')
    expect(await mailsOf(owner, 'INBOX', 3)).toHaveLength(3)
    // A mail of one's own after the second: what would have come for it came before this.
    await send({ from: other.address, to: one.address, subject: 'last' })
    const subjects = (await mailsOf(one, 'INBOX', 2)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Away "now"', 'last'])
  })
})
