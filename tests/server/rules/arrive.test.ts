import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyRuleSet } from '#server/core/rules/rules'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { away, rule, ruleSet, subjectHas } from '../../support/mail/someRules'
import { openRulesPlace, type RulesPlace } from '../../support/stores/rulesSetup'

let sink: SmtpSink
let place: RulesPlace

beforeEach(async () => {
  sink = await openSmtpSink()
  place = await openRulesPlace({ relayPort: sink.port })
  await place.account('lin')
  await place.account('chen')
})

afterEach(async () => {
  await place.close()
  await sink.close()
})

const letter = (subject: string, header = '') =>
  `Return-Path: <san@corp.test>\r\nReceived: from x by y\r\n${header}Message-ID: <${subject}@corp.test>\r\nFrom: San <san@corp.test>\r\nTo: lin@ep.test\r\nSubject: ${subject}\r\n\r\nHello\r\n`

const bring = async (subject: string, header?: string, from = 'san@corp.test') => {
  await place.bring(letter(subject, header), from, 'lin@ep.test')
  await place.dispatcher.drain()
}

const subjects = async (name: string, folder: string) => (await place.mails(name, folder)).map((mail) => mail.subject)
const redirect = (to: string, keepCopy = false) => ruleSet(rule({ actions: [{ kind: 'redirect', to, keepCopy }] }))
const toJunk = { kind: 'file', folder: 'junk' } as const

describe('mail that comes in', () => {
  it('is filed with its marks, by either door, and stays in the inbox where no rule is met', async () => {
    const invoices = rule({
      conditions: [subjectHas('invoice')],
      actions: [{ kind: 'flag' }, { kind: 'markSeen' }, toJunk],
    })
    await place.setRules('lin', ruleSet(invoices))
    await bring('invoice 1')
    await bring('hello')
    await place.handIn(letter('invoice 2'), 'lin', 'k')
    expect(await place.mails('lin', 'junk')).toMatchObject([
      { subject: 'invoice 1', flagged: true, seen: true },
      { subject: 'invoice 2', flagged: true, seen: true },
    ])
    expect(await place.mails('lin', 'inbox')).toMatchObject([{ subject: 'hello', flagged: false, seen: false }])
  })

  it("goes by each recipient's own rules", async () => {
    await place.setRules('lin', ruleSet(rule({ actions: [{ kind: 'discard' }] })))
    await place.bring(letter('hello'), 'san@corp.test', 'lin@ep.test', 'chen@ep.test')
    expect([await subjects('lin', 'inbox'), await subjects('chen', 'inbox')]).toEqual([[], ['hello']])
  })

  it('R1: is one mail in each folder, however often it is handed in', async () => {
    await place.setRules('lin', ruleSet(rule({ actions: [toJunk, { kind: 'file', folder: 'inbox' }] })))
    for (let time = 0; time < 3; time += 1) await place.handIn(letter('once'), 'lin', 'k')
    expect([await subjects('lin', 'junk'), await subjects('lin', 'inbox')]).toEqual([['once'], ['once']])
  })

  it('means the inbox by a folder that is gone', async () => {
    await place.setRules('lin', ruleSet(rule({ actions: [{ kind: 'file', folder: 'gone' }, { kind: 'flag' }] })))
    await bring('hello')
    expect(await place.mails('lin', 'inbox')).toMatchObject([{ flagged: true }])
  })

  it('is kept whatever fails', async () => {
    const fails = () => Promise.reject(new Error('x'))
    const failing = { of: () => ({ load: fails, surroundings: fails, replace: fails }) }
    for (const parts of [
      { rules: failing },
      { outbox: { ...place.parts.outbox, add: () => Promise.reject(new Error('x')) } },
    ]) {
      const other = await openRulesPlace({ relayPort: sink.port, parts })
      await other.account('lin')
      if ('outbox' in parts) await other.setRules('lin', redirect('x@y.test'))
      await other.bring(letter('kept'), 'san@corp.test', 'lin@ep.test')
      expect(await other.mails('lin', 'inbox')).toMatchObject([{ subject: 'kept' }])
      expect(other.reports).toEqual(['Error'])
      await other.close()
    }
  })
})

describe('mail that is handed on', () => {
  it('goes out as it came, once, in the name of its owner', async () => {
    await place.setRules('lin', redirect('x@y.test'))
    await bring('hello')
    // Brought again, since the first answer got lost.
    await bring('hello')
    expect(sink.taken).toMatchObject([{ from: 'lin@ep.test', to: ['x@y.test'] }])
    expect(sink.taken[0]?.raw).toBe(
      `X-EP-Redirected-By: lin@ep.test\r\nX-Loop: lin@ep.test\r\n${letter('hello').replace(/^.*\r\n/, '')}`,
    )
    expect(await subjects('lin', 'inbox')).toEqual([])
  })

  it('leaves a copy where one is asked for, and reaches mailboxes of the house', async () => {
    await place.setRules('lin', redirect('chen@ep.test', true))
    await bring('hello')
    expect([await subjects('lin', 'inbox'), await subjects('chen', 'inbox')]).toEqual([['hello'], ['hello']])
  })

  it('S27: does not go round in circles, and is not lost', async () => {
    await place.setRules('lin', redirect('chen@ep.test'))
    await place.setRules('chen', redirect('LIN@ep.test'))
    await bring('hello')
    expect([await subjects('lin', 'inbox'), await subjects('chen', 'inbox')]).toEqual([['hello'], []])
    await place.setRules('lin', redirect('lin@ep.test'))
    await bring('to myself')
    await place.setRules('lin', redirect('x@y.test'))
    await bring('far travelled', 'Received: from a by b\r\n'.repeat(101))
    await bring('handed on often', 'X-Loop: a@b.test\r\n'.repeat(11))
    await bring('seen here', 'X-Loop: LIN@ep.test\r\n')
    const stayed = ['hello', 'to myself', 'far travelled', 'handed on often', 'seen here']
    expect(await subjects('lin', 'inbox')).toEqual(stayed)
    expect(sink.taken).toEqual([])
    await bring('ten hops', 'X-Loop: a@b.test\r\n'.repeat(10))
    expect(sink.taken).toHaveLength(1)
  })

  it('is no bounce, and waits for no relay that there is not', async () => {
    await place.setRules('lin', redirect('x@y.test'))
    await bring('undelivered', '', '')
    expect([await subjects('lin', 'inbox'), sink.taken]).toEqual([['undelivered'], []])
    const inside = await openRulesPlace({ relayPort: null })
    await inside.account('lin')
    await inside.setRules('lin', redirect('x@y.test'))
    await inside.bring(letter('hello'), 'san@corp.test', 'lin@ep.test')
    expect(await inside.mails('lin', 'inbox')).toMatchObject([{ subject: 'hello' }])
    await inside.close()
  })

  it.each([false, true])(
    'tells its owner when nobody takes it, who has it once (a copy kept: %s)',
    async (keepsCopy) => {
      sink.answerRecipient('x@y.test', { code: 550, text: '5.1.1 no such person' })
      await place.setRules('lin', redirect('x@y.test', keepsCopy))
      await bring('hello')
      expect(await place.mails('lin', 'inbox')).toMatchObject([
        { subject: 'hello', from: { address: 'san@corp.test' } },
        { from: { address: 'MAILER-DAEMON@ep.test' } },
      ])
    },
  )
})

describe('what a sender is told', () => {
  const returning = ruleSet(rule({ actions: [{ kind: 'reject', text: '不收 "this"' }] }))

  it('that the mail is returned, with an empty return path; lists and bounces nothing', async () => {
    await place.setRules('lin', returning)
    await bring('no')
    expect(sink.taken).toMatchObject([{ from: '', to: ['san@corp.test'] }])
    expect(Buffer.from(sink.taken[0]?.raw ?? '').toString()).toContain('Final-Recipient: rfc822; lin@ep.test')
    await bring('list', 'List-Id: <x>\r\n')
    await bring('bounce', '', '')
    expect(sink.taken).toHaveLength(1)
    expect(await subjects('lin', 'inbox')).toEqual([])
  })

  it('nothing is returned to whom a forged mail names: it stays, and where nobody looks that is told once a day', async () => {
    await place.setRules('lin', returning)
    await bring('one')
    await bring('two')
    expect([sink.taken.length, await subjects('lin', 'inbox')]).toEqual([1, ['two']])
    const checking = await openRulesPlace({ relayPort: sink.port, parts: { checksSenders: true } })
    await checking.account('lin')
    await checking.setRules('lin', returning)
    await checking.bring(letter('forged'), 'san@corp.test', 'lin@ep.test')
    await checking.dispatcher.drain()
    expect([sink.taken.length, (await checking.mails('lin', 'inbox')).map(({ subject }) => subject)]).toEqual([
      1,
      ['forged'],
    ])
    await checking.close()
  })

  it('that its owner is away, once a day, in the thread of the mail, and never twice at a time', async () => {
    await place.setRules('lin', { ...emptyRuleSet, away: away({ text: 'Back <soon>\n\nLin' }) })
    await bring('one')
    await bring('two')
    await bring('three', 'Precedence: bulk\r\n', 'other@corp.test')
    expect(sink.taken).toMatchObject([{ from: '', to: ['san@corp.test'] }])
    const raw = sink.taken[0]?.raw ?? ''
    expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m)
    expect(raw).toMatch(/^Subject: Auto: one\r$/m)
    expect(raw).toMatch(/^In-Reply-To: <one@corp\.test>\r$/m)
    expect(raw).toMatch(/^From: lin <lin@ep\.test>\r$/m)
    expect(raw).toContain('Back <soon>')
    place.advance(86_400_000)
    await bring('four')
    expect(sink.taken).toHaveLength(2)
    expect(await subjects('lin', 'inbox')).toEqual(['one', 'two', 'three', 'four'])
  })

  it('is told to nobody else when it cannot be told', async () => {
    sink.answerRecipient('san@corp.test', { code: 550, text: '5.1.1 no such person' })
    await place.setRules('lin', { ...emptyRuleSet, away: away() })
    await bring('one')
    expect(await subjects('lin', 'inbox')).toEqual(['one'])
    expect(await place.parts.outbox.nextDue()).toBeNull()
  })
})
