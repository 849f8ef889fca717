/** Senders blocked and trusted, and rules made of a mail, over Dovecot's Sieve: on record there, and done to what arrives. */
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveAndRemember, queryFolder, reportSpam, takeBackSenders } from '../../src/contract/endpoints/mail/mail'
import { saveRule, tryRule } from '../../src/contract/endpoints/mail/rules'
import { decideSenders, takeBackDecision } from '../../src/contract/endpoints/mail/senders'
import type { RuleDraft } from '../../src/contract/mail/ruleDraft'
import type { CallGateway, Outcome } from '../../src/lib/http/outcome'
import { addLabUser, labEnv } from './lab/env'
import type { LabUser } from './lab/users'
import { subjectsIn } from './mailbox'
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

type Letter = { readonly from: string; readonly subject: string; readonly headers?: Record<string, string> }

const send = (to: LabUser, { from, subject, headers = {} }: Letter) =>
  nodemailer
    .createTransport({ host: '127.0.0.1', port: labEnv().mxPort })
    .sendMail({ from, to: to.address, subject, headers, text: 'x' })

/** Waits until Postfix has brought it to that folder. */
const arrives = async (to: LabUser, folder: string, letter: Letter) => {
  await send(to, letter)
  await expect.poll(() => subjectsIn(to, folder)).toContain(letter.subject)
}

async function idOf(call: CallGateway, folder: string, subject: string): Promise<string> {
  const page = done(await call(queryFolder, { folder }))
  const id = page.list.find((mail) => mail.subject === subject)?.id
  if (id === undefined) throw new Error(`${subject} is not there`)
  return id
}

async function desk(): Promise<{ readonly lin: LabUser; readonly call: CallGateway }> {
  const lin = await addLabUser('lin')
  return { lin, call: await product.signIn(lin) }
}

const bad = 'ad@bad.example'

describe('a decision about a sender over Sieve', () => {
  it('blocks with the report of a mail, and lets through again after the Undo', { timeout: 60_000 }, async () => {
    const { lin, call } = await desk()
    await arrives(lin, 'INBOX', { from: bad, subject: 'one' })
    const told = done(await call(reportSpam, { ids: [await idOf(call, 'inbox', 'one')], blacklist: true }))
    expect(told.blocked).toEqual([bad])
    expect(await subjectsIn(lin, 'Junk')).toEqual(['one'])
    await arrives(lin, 'Junk', { from: bad, subject: 'two' })
    const { blocked, distrusted, rules } = told
    done(await call(takeBackSenders, { blocked, distrusted, rules }))
    await arrives(lin, 'INBOX', { from: bad, subject: 'three' })
  })

  it('blocks a domain but for whom the whitelist names: the whitelist wins', { timeout: 60_000 }, async () => {
    const { lin, call } = await desk()
    await arrives(lin, 'INBOX', { from: bad, subject: 'one' })
    const id = await idOf(call, 'inbox', 'one')
    expect(done(await call(decideSenders, { ids: [id], decision: 'blockDomain' })).blocked).toEqual(['@bad.example'])
    await arrives(lin, 'Junk', { from: 'other@bad.example', subject: 'two' })
    const told = done(await call(decideSenders, { ids: [id], decision: 'trust' }))
    expect(told).toMatchObject({ trusted: [bad], against: ['@bad.example'] })
    await arrives(lin, 'INBOX', { from: bad, subject: 'three' })
    await arrives(lin, 'Junk', { from: 'other@bad.example', subject: 'four' })
    done(await call(takeBackDecision, { trusted: [bad] }))
    await arrives(lin, 'Junk', { from: bad, subject: 'five' })
  })

  it('files whatever a sender writes from now on, along with the move of a mail', { timeout: 60_000 }, async () => {
    const { lin, call } = await desk()
    await arrives(lin, 'INBOX', { from: 'shop@far.example', subject: 'one' })
    const ids = [await idOf(call, 'inbox', 'one')]
    const { rules } = done(await call(moveAndRemember, { ids, target: 'deleted', rememberSender: true }))
    expect(rules).toHaveLength(1)
    await arrives(lin, 'Trash', { from: 'shop@far.example', subject: 'two' })
    done(await call(takeBackDecision, { rules }))
    await arrives(lin, 'INBOX', { from: 'shop@far.example', subject: 'three' })
  })

  it('carries out a rule that was made of a mail of a list', { timeout: 60_000 }, async () => {
    const { lin, call } = await desk()
    const rule: RuleDraft = {
      name: '列表 "A"',
      match: 'all',
      conditions: [
        { kind: 'header', name: 'List-Id', test: 'contains', values: ['team.far.example'] },
        { kind: 'subject', test: 'notContains', values: ['急'] },
      ],
      exceptions: [{ kind: 'subject', test: 'begins', values: ['*'] }],
      actions: [{ kind: 'markSeen' }, { kind: 'file', folder: 'deleted' }],
      stops: false,
    }
    done(await call(saveRule, { rule }))
    const headers = { 'List-Id': 'Team <team.far.example>' }
    await arrives(lin, 'Trash', { from: 'a@far.example', subject: 'filed', headers })
    await arrives(lin, 'INBOX', { from: 'a@far.example', subject: '急 now', headers })
    await arrives(lin, 'INBOX', { from: 'a@far.example', subject: '* but', headers })
    const { list } = done(await call(queryFolder, { folder: 'deleted' }))
    expect(list).toMatchObject([{ subject: 'filed', seen: true }])
    const tried: RuleDraft = {
      ...rule,
      conditions: [{ kind: 'person', field: 'from', test: 'begins', values: ['A@'] }],
    }
    await expect
      .poll(async () => {
        const { matches, next } = done(await call(tryRule, { rule: tried }))
        return next === null ? matches.map(({ subject }) => subject) : []
      })
      .toEqual(['急 now'])
  })

  it('loses none where two windows decide at the same moment', { timeout: 60_000 }, async () => {
    const { lin, call } = await desk()
    const senders = ['a@bad.example', 'b@bad.example', 'c@bad.example']
    for (const from of senders) await arrives(lin, 'INBOX', { from, subject: from })
    const ids = await Promise.all(senders.map((subject) => idOf(call, 'inbox', subject)))
    const told = await Promise.all(ids.map((id) => call(decideSenders, { ids: [id], decision: 'block' })))
    expect(told.flatMap((one) => (one.ok ? one.value.blocked : [one.code]))).toEqual(senders)
    for (const from of senders) await arrives(lin, 'Junk', { from, subject: `again ${from}` })
  })
})
