import { beforeAll, describe, expect, it } from 'vitest'
import { emptyRuleSet } from '../../server/core/rules/rules'
import { ruleEditsConform } from '../server/conformance/rules/ruleEdits'
import { type JudgeRules, ruleOutcomesAgree } from '../server/conformance/rules/ruleOutcomes'
import { ruleStoreConforms } from '../server/conformance/rules/ruleStore'
import { nastyRules, randomFrom, rule, ruleSet, subjectHas } from '../support/mail/someRules'
import { judgedBy, openSievePlace, replaceRules, type SievePlace } from './sievePlace'

ruleStoreConforms(
  'Dovecot',
  async () => {
    const { store } = await openSievePlace()
    return { store, reopen: async () => store, close: async () => {} }
  },
  { rounds: 200 },
)

ruleEditsConform('Dovecot', async () => {
  const { store } = await openSievePlace()
  const stores = { of: () => store }
  return { store: stores, reopen: async () => stores, close: async () => {} }
})

describe('Pigeonhole', () => {
  let place: SievePlace
  beforeAll(async () => {
    place = await openSievePlace('judge')
  })

  const judged: JudgeRules = async (rules, mail) => {
    await replaceRules(place, rules)
    return judgedBy(place, mail(place.user.address))
  }

  ruleOutcomesAgree('Pigeonhole', () => judged, Math.floor(Date.now() / 1_000) * 1_000)

  it('S14: does with texts that try to be more than text what they say, and nothing else', async () => {
    const random = randomFrom(41)
    const to = place.user.address
    const raw = `From: a@b.test\r\nTo: ${to}\r\nSubject: x\r\n\r\nx\r\n`
    for (let round = 0; round < 20; round += 1) {
      const { rules, away } = nastyRules(random)
      const [first, ...rest] = rules
      if (!first) throw new Error('No rule')
      // The first rule is met by every mail: its reply must arrive as it was written, and the last rule's copy.
      const reply = first.actions.find(({ kind }) => kind === 'reply')
      const set = {
        ...emptyRuleSet,
        rules: [{ ...first, conditions: [], actions: reply ? [reply] : [] }, ...rest],
        away,
      }
      const seen = await judged(set, () => ({ raw, from: 'a@b.test', to }), 0)
      const text = reply?.kind === 'reply' ? reply.text.replaceAll('\r\n', '\n') : ''
      expect(seen).toEqual({
        kept: [{ folder: 'inbox', marks: [] }],
        redirectedTo: ["o'neil+x@other.test"],
        returned: null,
        reply: text,
      })
    }
  })
})

describe("somebody else's script", () => {
  const filing = ruleSet(rule({ conditions: [subjectHas('x')], actions: [{ kind: 'file', folder: 'projects' }] }))
  const foreign =
    '# mine \xff\r\nrequire ["fileinto", "variables"];\nif header :is "X-A" "1" { fileinto "Trash"; stop; }\n/* end */'

  it('is run first when it was in force, and stays as it is', async () => {
    const place = await openSievePlace('other')
    const own = foreign.replace('\xff', '')
    await place.asClient(async (client) => {
      await client.put('mine', own)
      await client.activate('mine')
    })
    expect(await place.store.load()).toMatchObject({ isInForce: true })
    expect(await place.store.surroundings()).toMatchObject({ foreign: [{ name: 'mine', script: own }] })
    await replaceRules(place, filing)
    await place.asClient(async (client) => {
      expect(await client.get('mine')).toBe(own)
      expect(await client.list()).toEqual(expect.arrayContaining([{ name: 'ep-mail', isActive: true }]))
    })
    expect((await place.store.surroundings()).foreign).toEqual([{ name: 'mine', script: own }])
    // Once more: it is still the person's own that is run.
    await replaceRules(place, filing)
    const script = await place.asClient((client) => client.get('ep-mail'))
    expect(script).toContain('include :personal :optional "mine";')
  })

  it('stays byte for byte where it stands around ours, and goes on working', async () => {
    const place = await openSievePlace('around')
    await replaceRules(place, filing)
    const before = 'if header :is "X-A" "1" { stop; }\n\r\n'
    const after = '# after\r\n if false { keep; }\t\r\n# no end of line'
    await place.asClient(async (client) => {
      const script = (await client.get('ep-mail')) ?? ''
      const marked = script.replace('# EP Mail: rules', `${before}# EP Mail: rules`)
      await client.put('ep-mail', `${marked}${after}`)
    })
    expect(await place.store.load()).toMatchObject({ rules: filing })
    expect(await place.store.surroundings()).toMatchObject({
      foreign: [{ name: null, script: `${before}${after}` }],
    })
    await replaceRules(place, ruleSet(...filing.rules, rule({ actions: [{ kind: 'flag' }] })))
    const script = (await place.asClient((client) => client.get('ep-mail'))) ?? ''
    expect(script).toContain(`\r\n${before}# EP Mail: rules`)
    expect(script.endsWith(`# EP Mail: end of rules\r\n${after}`)).toBe(true)
  })

  it('is what ours becomes when somebody changes it: it goes on working and is no longer shown', async () => {
    const place = await openSievePlace('changed')
    await replaceRules(place, filing)
    await place.asClient(async (client) => {
      const script = (await client.get('ep-mail')) ?? ''
      await client.put('ep-mail', script.replace('"x"', '"y"'))
    })
    expect(await place.store.load()).toMatchObject({ rules: emptyRuleSet })
    expect(await place.store.surroundings()).toMatchObject({ foreign: [{ name: null }] })
    await replaceRules(place, ruleSet(rule({ actions: [{ kind: 'flag' }] })))
    const to = place.user.address
    const raw = `From: a@b.test\r\nTo: ${to}\r\nSubject: y\r\n\r\nx\r\n`
    expect((await judgedBy(place, { raw, from: 'a@b.test', to })).kept).toEqual([{ folder: 'projects', marks: [] }])
  })

  it('is not written over when it was switched on meanwhile', async () => {
    const place = await openSievePlace('meanwhile')
    const { version } = await place.store.load()
    await place.asClient(async (client) => {
      await client.put('mine', 'keep;')
      await client.activate('mine')
    })
    await expect(place.store.replace(filing, version)).rejects.toMatchObject({ code: 'rulesChanged' })
    await replaceRules(place, filing)
    await place.asClient((client) => client.activate('mine'))
    expect(await place.store.load()).toMatchObject({ rules: filing, isInForce: false })
  })
})
