import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tiers } from '#contract/tiers'
import { StoreAway } from '#server/core/refusal'
import { makeDeliver } from '#server/inbound/deliver'
import { listenSmtp, type SmtpListener } from '#server/inbound/smtp/listener'
import { type Arrive, makePlainArrive } from '#server/rules/arrival/arrive'
import { removeFolder } from '../../support/removeFolder'
import { domains, openSending, type Sending } from '../../support/stores/sendingSetup'

let folder: string
let place: Sending
let listener: SmtpListener

const raw = 'From: a@x.example\r\nTo: lin@ep.test\r\nSubject: hello\r\nMessage-ID: <1@x.example>\r\n\r\nhello\r\n'

async function listen(quotaBytes?: number): Promise<void> {
  place = await openSending({ folder, relayPort: null, ...(quotaBytes === undefined ? {} : { quotaBytes }) })
  for (const name of ['lin', 'wang']) await place.account(name)
  listener = await listenSmtp({
    host: '127.0.0.1',
    port: 0,
    name: 'mx.ep.test',
    maxMessageBytes: 100_000,
    maxConnections: 10,
    inbound: makeDeliver({ ...place, domains }),
    spool: place.spool,
    clock: place.clock,
  })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
})

afterEach(async () => {
  await listener.close()
  await place.close()
  await removeFolder(folder)
})

type Sent = { readonly accepted: readonly string[]; readonly refused: readonly string[] }

/** Hands one mail in as any mail program would; `refused` holds the server's words. */
function hand(to: string[], message: string | Buffer = raw, from = 'a@x.example'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection({ host: '127.0.0.1', port: listener.port, name: 'x.example' })
    connection.on('error', reject)
    connection.connect(() => {
      connection.send({ from, to }, message, (error, info) => {
        connection.quit()
        const faults = error?.rejectedErrors ?? info?.rejectedErrors ?? (error ? [error] : [])
        const refused = faults.map((it) => String(it.response ?? it.message))
        resolve({ accepted: error ? [] : to.filter((it) => !faults.some((fault) => fault.recipient === it)), refused })
      })
    })
  })
}

/** Speaks line by line, each after the answer to the one before; answers all that the server said. */
function speak(lines: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const left = [...lines]
    let heard = ''
    const socket = connect(listener.port, '127.0.0.1')
    socket.on('data', (chunk) => {
      heard += chunk.toString()
      if (!/^\d{3} .*\r\n$/m.test(chunk.toString())) return
      const next = left.shift()
      if (next === undefined) socket.end()
      else socket.write(next)
    })
    socket.on('close', () => resolve(heard))
  })
}

const opening = ['EHLO x.example\r\n', 'MAIL FROM:<a@x.example>\r\n', 'RCPT TO:<lin@ep.test>\r\n', 'DATA\r\n']

describe('mail in', () => {
  it('keeps a mail, byte for byte beneath its trace, before it says yes', async () => {
    await listen()
    expect(await hand(['LIN@ep.test'])).toMatchObject({ accepted: ['LIN@ep.test'] })
    const [mail] = await place.mails('lin', 'inbox')
    expect(mail).toMatchObject({ subject: 'hello', seen: false })
    const kept = await place.mailStores.of(await place.account('lin')).raw(mail?.id ?? '')
    const text = kept ? Buffer.concat(await kept.stream.toArray()).toString() : ''
    expect(text.startsWith('Return-Path: <a@x.example>\r\nReceived: from x.example ([127.0.0.1])')).toBe(true)
    expect(text.endsWith(raw)).toBe(true)
  })

  it('refuses who is not here and what is not ours, and takes the rest', async () => {
    await listen()
    const { accepted, refused } = await hand(['nobody@ep.test', 'x@elsewhere.example', 'wang@ep.test'])
    expect(accepted).toEqual(['wang@ep.test'])
    expect(refused).toEqual([expect.stringMatching(/^550 5\.1\.1/), expect.stringMatching(/^550 5\.7\.1/)])
  })

  it('refuses what is too large with 552, announced or not', async () => {
    await listen()
    const large = `${raw}${'x'.repeat(98)}\r\n`.padEnd(150_000, 'y\r\n')
    expect(await speak([...opening.slice(0, 1), 'MAIL FROM:<a@x.example> SIZE=150000\r\n'])).toMatch(/^552/m)
    expect(await speak([...opening, `${large}\r\n.\r\n`])).toMatch(/^552/m)
    expect(await place.mails('lin', 'inbox')).toEqual([])
  })

  it('says 452 for a full mailbox, so that the sender tries again', async () => {
    await listen(500)
    expect((await hand(['lin@ep.test'], `${raw}${'x'.repeat(600)}`)).refused).toEqual([
      expect.stringMatching(/^452 4\.2\.2/),
    ])
  })

  it('refuses new mail after a step down below what the mailbox holds, of which all is read on', async () => {
    await listen()
    await hand(['lin@ep.test'])
    const { id } = await place.account('lin')
    const used = tiers.free.quotaBytes + 1
    await place.db.updateTable('mailboxes').set({ used }).where('account_id', '=', id).execute()
    expect((await hand(['lin@ep.test'])).accepted).toEqual(['lin@ep.test'])
    await place.accounts.change(id, { tier: 'free' })
    expect((await hand(['lin@ep.test'])).refused).toEqual([expect.stringMatching(/^452 4\.2\.2/)])
    const old = await place.mails('lin', 'inbox')
    expect(old).toHaveLength(2)
    for (const mail of old) {
      const kept = await place.mailStores.of(await place.account('lin')).raw(mail.id)
      expect(
        kept &&
          Buffer.concat(await kept.stream.toArray())
            .toString()
            .endsWith(raw),
      ).toBe(true)
    }
  })

  it('takes no mail for good that comes while its mailbox is closed, up to the moment in which it is written', async () => {
    await listen()
    const { id } = await place.account('lin')
    const put = await place.spool.put(Buffer.from(raw), 100_000)
    const plain = makePlainArrive(place)
    const keepBy = (arrive: Arrive) =>
      makeDeliver({ ...place, domains, arrive }).keep(['lin@ep.test'], put.id, put.size, 'a@x.example')
    let came = 0
    const closing: Arrive = async (arrival) => {
      came += 1
      await place.db.updateTable('accounts').set({ closes_at: 1 }).where('id', '=', id).execute()
      await plain(arrival)
    }
    for (const _try of ['open', 'closed']) await expect(keepBy(closing)).rejects.toBeInstanceOf(StoreAway)
    expect(came).toBe(1)
    expect(await place.mails('lin', 'inbox')).toEqual([])
    expect((await hand(['lin@ep.test'])).refused).toEqual([expect.stringMatching(/^550 5\.2\.1/)])
  })

  it('takes the null sender, and addresses beyond ASCII', async () => {
    await listen()
    expect(await hand(['lin@ep.test'], raw, '')).toMatchObject({ accepted: ['lin@ep.test'] })
    expect(await hand(['lin@ep.test'], raw, '王@例子.cn')).toMatchObject({ accepted: ['lin@ep.test'] })
  })

  it('S27: takes a hundred recipients and no more, whatever is asked', async () => {
    await listen()
    const many = Array.from({ length: 101 }, (_, index) => `a${index}@ep.test`)
    for (const address of many)
      await place.accounts.add({
        address,
        displayName: '',
        passwordHash: '',
        tier: 'free',
        organization: null,
        dueAt: null,
      })
    const { accepted, refused } = await hand(many)
    expect(accepted).toHaveLength(100)
    expect(refused).toEqual([expect.stringMatching(/^452/)])
  })

  it('stops a mail that goes round in circles', async () => {
    await listen()
    const looped = `${'Received: from a by b\r\n'.repeat(51)}${raw}`
    expect((await hand(['lin@ep.test'], looped)).refused).toEqual([expect.stringMatching(/^554/)])
  })

  it('S11: takes no second mail out of the middle of one (bare line ends)', async () => {
    await listen()
    for (const end of ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r']) {
      const smuggled = `MAIL FROM:<spy@x.example>\r\nRCPT TO:<wang@ep.test>\r\nDATA\r\n${raw}`
      await speak([...opening, `${raw}${end}${smuggled}\r\n.\r\n`])
    }
    expect(await place.mails('wang', 'inbox')).toEqual([])
    expect(await place.mails('lin', 'inbox')).toHaveLength(4)
  })

  it('keeps nothing of a mail that was cut', async () => {
    await listen()
    await new Promise<void>((resolve) => {
      const left = [...opening, raw]
      const socket = connect(listener.port, '127.0.0.1')
      socket.on('data', () => {
        const next = left.shift()
        socket.write(next ?? '')
        if (left.length === 0) socket.destroySoon()
      })
      socket.on('close', () => resolve())
    })
    expect(await hand(['wang@ep.test'])).toMatchObject({ accepted: ['wang@ep.test'] })
    expect(await place.mails('lin', 'inbox')).toEqual([])
  })
})
