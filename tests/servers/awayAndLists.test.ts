/** Lists, automatic reply and forwarding over Dovecot's Sieve: kept there by the calls of the settings, and done to what arrives. */
import { simpleParser } from 'mailparser'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmVerification } from '../../src/contract/endpoints/account/verification'
import { endAutoReply, readAutoReply, saveAutoReply } from '../../src/contract/endpoints/mail/autoReply'
import { addForwardTarget, removeForwardTarget, saveForwarding } from '../../src/contract/endpoints/mail/forwarding'
import { addListEntries, removeListEntries, senderLists } from '../../src/contract/endpoints/mail/senderLists'
import type { Outcome } from '../../src/lib/http/outcome'
import { addLabUser, labEnv } from './lab/env'
import type { LabUser } from './lab/users'
import { subjectsIn, within } from './mailbox'
import { openProduct, type Product } from './product'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

function done<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.value
}

const send = (to: LabUser, from: string, subject: string) =>
  nodemailer
    .createTransport({ host: '127.0.0.1', port: labEnv().mxPort })
    .sendMail({ from, to: to.address, subject, text: 'x' })

const day = (daysOn: number) => new Date(Date.now() + daysOn * 86_400_000).toISOString().slice(0, 10)

describe('over Sieve', () => {
  it('lists are written, the whitelist wins, and both are taken off', { timeout: 60_000 }, async () => {
    const lin = await addLabUser('lin')
    const call = await product.signIn(lin)
    done(await call(addListEntries, { kind: 'black', entries: ['@bad.example', '@例子.example'] }))
    done(await call(addListEntries, { kind: 'white', entries: ['friend@bad.example'] }))
    expect(done(await call(senderLists, { query: 'friend', order: 'name', from: 0 }))).toMatchObject({
      entries: [{ entry: 'friend@bad.example', kind: 'white', against: '@bad.example' }],
    })
    await send(lin, 'ad@bad.example', 'one')
    await send(lin, 'x@xn--fsqu00a.example', 'two')
    await send(lin, 'friend@bad.example', 'three')
    await expect.poll(async () => (await subjectsIn(lin, 'Junk')).toSorted()).toEqual(['one', 'two'])
    await expect.poll(() => subjectsIn(lin, 'INBOX')).toEqual(['three'])
    done(await call(removeListEntries, { black: ['@bad.example'] }))
    await send(lin, 'ad@bad.example', 'four')
    await expect.poll(() => subjectsIn(lin, 'INBOX')).toContain('four')
  })

  it('an automatic reply goes on its days, once, and no longer once it is ended', { timeout: 60_000 }, async () => {
    const [lin, one] = [await addLabUser('lin'), await addLabUser('one')]
    const call = await product.signIn(lin)
    const form = {
      isOn: true,
      text: 'Away',
      contactText: '',
      firstDay: day(-1),
      lastDay: day(1),
      zone: 'Asia/Shanghai',
    }
    expect(await call(saveAutoReply, { ...form, contactText: 'Friends' })).toMatchObject({ code: 'serverCannot' })
    // East and west of UTC, days that are over or to come: nothing goes.
    done(await call(saveAutoReply, { ...form, firstDay: day(2), lastDay: day(3), zone: 'Pacific/Kiritimati' }))
    await send(lin, one.address, 'too early')
    await expect.poll(() => subjectsIn(lin, 'INBOX')).toEqual(['too early'])
    done(await call(saveAutoReply, { ...form, firstDay: day(-4), lastDay: day(-3), zone: 'Pacific/Honolulu' }))
    await send(lin, one.address, 'too late')
    await expect.poll(() => subjectsIn(lin, 'INBOX')).toContain('too late')
    for (let time = 0; time < 3; time += 1) done(await call(saveAutoReply, form))
    expect(done(await call(readAutoReply, {}))).toMatchObject({ ...form, isActive: true, knowsContacts: false })
    await send(lin, one.address, 'first')
    await send(lin, one.address, 'second')
    await expect.poll(() => subjectsIn(one, 'INBOX')).toEqual([expect.stringContaining('first')])
    done(await call(endAutoReply, {}))
    await send(lin, one.address, 'third')
    await expect.poll(() => subjectsIn(lin, 'INBOX')).toContain('third')
    expect(await subjectsIn(one, 'INBOX')).toHaveLength(1)
  })

  it('all messages go on to who agreed until it is removed, and to nobody else', { timeout: 60_000 }, async () => {
    const [lin, one] = [await addLabUser('lin'), await addLabUser('one')]
    const call = await product.signIn(lin)
    expect(await call(saveForwarding, { isOn: true, to: 'x@far.example', keepsCopy: true })).toMatchObject({
      code: 'forwardUnconfirmed',
    })
    done(await call(addForwardTarget, { address: one.address }))
    // Whether a mailbox is there only its mail server knows: its owner agrees by the link.
    await expect.poll(() => subjectsIn(one, 'INBOX')).toHaveLength(1)
    const secret = await within(one, 'INBOX', async (client) => {
      const found = await client.fetchOne('1', { source: true })
      const source = found ? (await simpleParser(found.source ?? '')).text : ''
      await client.messageDelete('1')
      return /\/verify#t=([\w-]{43})/.exec(source ?? '')?.[1] ?? ''
    })
    done(await call(confirmVerification, { secret }))
    done(await call(saveForwarding, { isOn: true, to: one.address, keepsCopy: false }))
    await send(lin, 'ad@far.example', 'onward')
    await expect.poll(() => subjectsIn(one, 'INBOX')).toEqual(['onward'])
    expect(await subjectsIn(lin, 'INBOX')).toEqual([])
    done(await call(removeForwardTarget, { address: one.address }))
    await send(lin, 'ad@far.example', 'stays')
    await expect.poll(() => subjectsIn(lin, 'INBOX')).toEqual(['stays'])
  })
})
