/** New mail over Dovecot's IDLE: what the port promises, and a server that is started anew. */
import { afterEach, describe, expect, it } from 'vitest'
import { type ImapArrivals, makeImapArrivals } from '../../server/mail/imap/newMail/arrivals'
import { arrivalWatchConforms, makeEars } from '../server/conformance/mail/arrivalWatch'
import { owner } from '../server/conformance/mail/mailbox'
import { type Lab, startLab } from './lab'
import { addLabUser, labEnv, names } from './lab/env'
import type { LabUser } from './lab/users'
import { fill, imapOf } from './mailbox'

function arrivalsOf(port: number, userOf: (id: string) => LabUser): ImapArrivals {
  return makeImapArrivals({
    ...{ host: '127.0.0.1', port, secure: false, most: 10, pauseMs: { first: 50, most: 500 } },
    credentials: { passwordOf: async (id) => userOf(id).password },
    userOf: ({ id }) => userOf(id).address,
  })
}

arrivalWatchConforms('Dovecot', async () => {
  const users = { lin: await addLabUser('lin'), chen: await addLabUser('chen') }
  const watch = arrivalsOf(labEnv().imapPort, (id) => (id === 'lin' ? users.lin : users.chen))
  const store = {
    watch,
    arrive: (who: 'lin' | 'chen', folder = 'inbox') =>
      fill(users[who], folder === 'inbox' ? 'INBOX' : 'Junk', [{ subject: 'news' }]),
  }
  return { store, reopen: async () => store, close: async () => watch.close() }
})

describe('Dovecot, started anew', () => {
  let lab: Lab | undefined
  let arrivals: ImapArrivals | undefined
  afterEach(async () => {
    arrivals?.close()
    await lab?.stop()
  })

  it('R10: ends no watch: what comes then is told of, once', { timeout: 60_000 }, async () => {
    lab = await startLab({ postfix: false, postgres: false })
    const user = await lab.addUser('lin')
    const port = Number(lab.env[names.imapPort])
    const bring = async () => {
      const client = await imapOf(user, port)
      await client.append('INBOX', 'Subject: news\r\n\r\ntext\r\n')
      await client.logout()
    }
    arrivals = arrivalsOf(port, () => user)
    const ears = makeEars()
    await arrivals.watch(owner('lin'), ears)
    await bring()
    await expect.poll(ears.told).toBe(1)
    for (const [turn, end] of [lab.dovecot.stop, lab.dovecot.kill].entries()) {
      await end()
      await lab.dovecot.start()
      await bring()
      await expect.poll(ears.told, { timeout: 10_000 }).toBe(turn + 2)
    }
    expect(ears.ended()).toBe(0)
  })
})
