import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callerOf, openSending, sendForm } from '../../support/sendingPlace'
import { openSmtpSink, type SmtpSink } from '../../support/smtpSink'

const program = fileURLToPath(new URL('../../support/killedSend.ts', import.meta.url))
const to = ['wang@ep.test', 'anna@elsewhere.example']
/** Longer than any lease or pause: whatever the dead process held is anyone's. */
const later = 10 * 60_000

let folder: string
let sink: SmtpSink

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  sink = await openSmtpSink()
})

afterEach(async () => {
  await sink.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the sending process until it ends or is killed; answers whether it said yes, and by what it ended. */
function sendAndDie(killAt: string): Promise<{ readonly yes: boolean; readonly signal: string | null }> {
  const run = ['--import', 'tsx', program, folder, String(sink.port), killAt, to.join(',')]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, run, (_error, output) =>
      resolve({ yes: output.includes('yes'), signal: child.signalCode }),
    )
  })
}

async function prepare(): Promise<void> {
  const place = await openSending({ folder, relayPort: sink.port })
  for (const name of ['lin', 'wang', 'bea']) await place.account(name)
  await place.close()
}

async function afterRestart(again: boolean) {
  const place = await openSending({ folder, relayPort: sink.port, now: () => Date.now() + later })
  // The person, who got no answer, presses Send once more.
  const form = sendForm({ to, bcc: ['bea@ep.test'], idempotencyKey: 'once' })
  if (again) await place.send(form, callerOf(await place.account('lin')))
  await place.dispatcher.drain()
  const count = async (name: string, mailFolder: string) => (await place.mails(name, mailFolder)).length
  const found = {
    wang: await count('wang', 'inbox'),
    bea: await count('bea', 'inbox'),
    sent: await count('lin', 'sent'),
    notices: await count('lin', 'inbox'),
    waits: (await place.outbox.nextDue()) !== null,
  }
  await place.close()
  return found
}

const once = { wang: 1, bea: 1, sent: 1, waits: false }

describe('R1: a gateway killed while it sends', () => {
  it.each([
    'spooled',
    'onRecord',
    'claimed',
    'sentKept',
    'draftRemoved',
    'replyNoted',
    'handedIn',
    'handInNoted',
    'beforeHandOver',
    'handOutNoted',
    'settled',
  ])('R1: killed at %s, it sends everything once after the restart', async (killAt) => {
    await prepare()
    const { yes, signal } = await sendAndDie(killAt)
    expect(signal).toBe('SIGKILL')
    expect(await afterRestart(!yes)).toEqual({ ...once, notices: 0 })
    expect(sink.taken).toHaveLength(1)
  })

  it.each([
    ['handing', 0],
    ['handedOut', 1],
  ] as const)('R1: killed at %s, it hands out nothing twice and tells the sender', async (killAt, taken) => {
    await prepare()
    expect((await sendAndDie(killAt)).signal).toBe('SIGKILL')
    expect(await afterRestart(false)).toEqual({ ...once, notices: 1 })
    expect(sink.taken).toHaveLength(taken)
  })
})
