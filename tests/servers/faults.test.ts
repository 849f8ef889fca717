/** Whatever happens between gateway and servers ends in a clear message, never in a wrong mail, and is over 10 s after its end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderInfo, queryFolder } from '../../src/contract/endpoints/mail/mail'
import { saveDraft } from '../../src/contract/endpoints/sending/sending'
import type { CallGateway, Outcome } from '../../src/lib/http/outcome'
import { type FaultProxy, openFaultProxy } from '../support/connections/faultProxy'
import { addLabUser, labEnv } from './lab/env'
import { type Lab, startLab } from './lab/index'
import type { LabUser } from './lab/users'
import { fill } from './mailbox'
import { openProduct, type Product } from './product'

/** Milliseconds in which all is well again once a fault has ended, and in which a silent server is noticed (docs/threats.md). */
const recoveryMs = 10_000
const noticedMs = 30_000

/** Asks again and again until the answer is right, which it must be in time. */
async function recovers(ask: () => Promise<unknown>, expected: unknown): Promise<void> {
  const began = performance.now()
  await expect.poll(ask, { timeout: recoveryMs, interval: 100 }).toEqual(expected)
  expect(performance.now() - began).toBeLessThan(recoveryMs)
}

describe('a line that fails', () => {
  let product: Product
  let imap: FaultProxy
  let call: CallGateway
  beforeAll(async () => {
    imap = await openFaultProxy({ to: labEnv().imapPort })
    product = await openProduct({ over: { imapPort: imap.port } })
    const lin = await addLabUser('lin')
    await fill(lin, 'INBOX', [{ subject: 'One' }, { subject: 'Two' }])
    call = await product.signIn(lin)
  })
  afterAll(async () => {
    await product?.close()
    await imap?.close()
  })

  const list = () => call(queryFolder, { folder: 'inbox' })
  const subjects = (outcome: Awaited<ReturnType<typeof list>>) =>
    outcome.ok ? outcome.value.list.map(({ subject }) => subject) : outcome.code
  const isRight = (outcome: Awaited<ReturnType<typeof list>>) => expect(subjects(outcome)).toEqual(['Two', 'One'])
  const codeOf = (outcome: Outcome<unknown>) => (outcome.ok ? 'ok' : outcome.code)
  const worksAgain = () => recovers(async () => subjects(await list()), ['Two', 'One'])

  it('R9: 5 s late answers late and right, or says that the server is away', { timeout: 90_000 }, async () => {
    isRight(await list())
    await imap.inflict({ kind: 'latency', ms: 2_500 })
    const late = await list()
    if (late.ok) isRight(late)
    else expect(late.code).toBe('storeAway')
    await imap.heal()
    await worksAgain()
  })

  it('R9: a black hole is noticed within 30 s, and over within 10 s of its end', { timeout: 90_000 }, async () => {
    isRight(await list())
    await imap.inflict({ kind: 'blackHole' })
    const began = performance.now()
    expect(codeOf(await list())).toBe('storeAway')
    expect(performance.now() - began).toBeLessThan(noticedMs)
    await imap.heal()
    await worksAgain()
  })

  it('R10: a server that nobody can reach is away, and back when it is back', async () => {
    isRight(await list())
    await imap.inflict({ kind: 'refuse' })
    expect(codeOf(await list())).toBe('storeAway')
    await imap.heal()
    await worksAgain()
  })

  it('R10: BYE is no end: the next call is answered', async () => {
    isRight(await list())
    imap.say('* BYE Disconnected for inactivity.', true)
    await worksAgain()
  })

  it.each([
    ['UNAVAILABLE', 'storeAway'],
    ['INUSE', 'storeAway'],
  ])('R10: NO [%s] says %s', async (code, expected) => {
    isRight(await list())
    const command = /^\S+ (UID )?(FETCH|SELECT|EXAMINE|STATUS|NOOP|SEARCH)/i
    await imap.inflict({ kind: 'answer', command, text: `NO [${code}] Not now`, times: 100 })
    expect(codeOf(await list())).toBe(expected)
    await imap.heal()
    await worksAgain()
  })

  it('R10: NO [OVERQUOTA] says that the mailbox is full', async () => {
    const draft = () => call(saveDraft, { to: [], subject: 'Draft', html: '<p>Text</p>' })
    await imap.inflict({ kind: 'answer', command: /^\S+ APPEND/i, text: 'NO [OVERQUOTA] Quota exceeded', times: 100 })
    expect(codeOf(await draft())).toBe('quotaExceeded')
    await imap.heal()
    expect(codeOf(await draft())).toBe('ok')
  })
})

describe('a server that is restarted', () => {
  let lab: Lab
  let product: Product
  let lin: LabUser
  beforeAll(async () => {
    lab = await startLab({ postgres: false, postfix: false })
    product = await openProduct({ over: { imapPort: Number(lab.env.EP_LAB_IMAP_PORT) } })
    lin = await lab.addUser('lin')
  })
  afterAll(async () => {
    await product?.close()
    await lab?.stop()
  })

  it('R10: Dovecot, in order or as by a power cut, is used again without a new sign-in', {
    timeout: 60_000,
  }, async () => {
    const call = await product.signIn(lin)
    const folders = async () => codeOf(await call(folderInfo, {}))
    const codeOf = (outcome: Outcome<unknown>) => (outcome.ok ? 'ok' : outcome.code)
    expect(await folders()).toBe('ok')
    for (const end of [lab.dovecot.stop, lab.dovecot.kill]) {
      await end()
      expect(await folders()).toBe('storeAway')
      await lab.dovecot.start()
      await recovers(folders, 'ok')
    }
  })
})
