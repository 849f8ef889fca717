import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { removeFolder } from '../../support/removeFolder'
import { callerOf, openSending, type Sending, sendForm } from '../../support/stores/sendingSetup'

let folder: string
let sink: SmtpSink
let place: Sending
let now: number

const minute = 60_000
const send = async (to: readonly string[], key = 'k') =>
  place.send(sendForm({ to: [...to], idempotencyKey: key }), callerOf(await place.account('lin')))
const statesOf = async (id: string) =>
  (await place.outbox.find((await place.account('lin')).id, id))?.recipients.map(({ state }) => state)

beforeEach(async () => {
  now = Date.UTC(2026, 0, 5)
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  sink = await openSmtpSink()
  place = await openSending({ folder, relayPort: sink.port, now: () => now })
})

afterEach(async () => {
  await place.close()
  await sink.close()
  await removeFolder(folder)
})

describe('what becomes of a send outside', () => {
  it.each([421, 450, 451, 452])('R3: tries a recipient again after %i, and the others not', async (code) => {
    sink.answerRecipient('slow@elsewhere.example', { code, text: '4.7.1 later' })
    const { id } = await send(['anna@elsewhere.example', 'slow@elsewhere.example'])
    await place.dispatcher.drain()
    sink.answerRecipient('slow@elsewhere.example', null)
    await place.dispatcher.drain()
    expect(await statesOf(id)).toEqual(expect.arrayContaining(['retrying']))
    now += 2 * minute
    await place.dispatcher.drain()
    expect(await statesOf(id)).toEqual(['sent', 'sent'])
    const reached = sink.taken.flatMap(({ to }) => to)
    expect(reached.toSorted()).toEqual(['anna@elsewhere.example', 'slow@elsewhere.example'])
    expect(await place.mails('lin', 'inbox')).toEqual([])
  })

  it('R3: gives 550 back at once, in one bounce that names the address and the reason', async () => {
    sink.answerRecipient('gone@elsewhere.example', { code: 550, text: '5.1.1 no such person' })
    const { id } = await send(['anna@elsewhere.example', 'gone@elsewhere.example'])
    await place.dispatcher.drain()
    expect(await statesOf(id)).toEqual(['sent', 'failed'])
    const bounces = await place.mails('lin', 'inbox')
    expect(bounces).toHaveLength(1)
    const opened = await place.mailStores.of(await place.account('lin')).open(bounces[0]?.id ?? '')
    expect(opened?.parsed.text).toContain('gone@elsewhere.example')
    expect(opened?.parsed.text).toContain('no such person')
    expect(opened?.parsed.text).not.toContain('anna@elsewhere.example')
  })

  it('R3: gives up after two days, with a bounce', async () => {
    sink.answerRecipient('slow@elsewhere.example', { code: 451, text: '4.7.1 greylisted' })
    const { id } = await send(['slow@elsewhere.example'])
    for (let hours = 0; hours < 60; hours += 4) {
      await place.dispatcher.drain()
      now += 4 * 60 * minute
    }
    expect(await statesOf(id)).toEqual(['failed'])
    expect(await place.mails('lin', 'inbox')).toHaveLength(1)
    expect(await place.outbox.nextDue()).toBeNull()
  })

  it('R3: takes 552 after the text for a final no', async () => {
    sink.answerData({ code: 552, text: '5.3.4 too big' })
    const { id } = await send(['anna@elsewhere.example'])
    await place.dispatcher.drain()
    expect(await statesOf(id)).toEqual(['failed'])
    expect(await place.mails('lin', 'inbox')).toHaveLength(1)
  })

  it('R3: never sends again what was cut after the last dot, and says so', async () => {
    sink.answerData('cut')
    const { id } = await send(['anna@elsewhere.example'])
    await place.dispatcher.drain()
    expect(await statesOf(id)).toEqual(['unconfirmed'])
    now += 24 * 60 * minute
    await place.dispatcher.drain()
    expect(sink.taken).toHaveLength(1)
    expect(await place.mails('lin', 'inbox')).toHaveLength(1)
  })

  it('R1: never sends again what a gateway that died was handing in, and says so once', async () => {
    const { id } = await send(['anna@elsewhere.example'])
    const dead = { worker: 'dead', now, leaseMs: minute }
    expect(await place.outbox.claim({ ...dead, most: 1 })).toHaveLength(1)
    await place.outbox.setRecipients(id, dead.worker, [{ address: 'anna@elsewhere.example', state: 'handing' }])
    for (const passed of [minute, 24 * 60 * minute]) {
      now += passed
      await place.dispatcher.drain()
      expect(await statesOf(id)).toEqual(['unconfirmed'])
    }
    expect(sink.taken).toEqual([])
    expect(await place.outbox.nextDue()).toBeNull()
    const notices = await place.mails('lin', 'inbox')
    expect(notices).toHaveLength(1)
    const opened = await place.mailStores.of(await place.account('lin')).open(notices[0]?.id ?? '')
    expect(opened?.parsed.text).toContain('anna@elsewhere.example')
    expect(await place.mails('lin', 'sent')).toHaveLength(1)
  })

  it('R3: waits for a relay that is away, and drops nothing', async () => {
    const away = await openSmtpSink()
    await away.close()
    await place.close()
    place = await openSending({ folder, relayPort: away.port, now: () => now })
    const { id } = await send(['anna@elsewhere.example'])
    await place.dispatcher.drain()
    expect(await statesOf(id)).toEqual(['retrying'])
    await place.close()
    place = await openSending({ folder, relayPort: sink.port, now: () => now })
    now += 2 * minute
    await place.dispatcher.drain()
    expect(await statesOf(id)).toEqual(['sent'])
    expect(sink.taken).toHaveLength(1)
  })
})
