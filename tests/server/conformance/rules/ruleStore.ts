import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { emptyRuleSet } from '#server/core/rules/rules'
import type { RuleStore } from '#server/rules/rules.store'
import { away, nastyRules, randomFrom, rule, ruleSet, subjectHas } from '#tests/support/mail/someRules'
import { eachTest, type MakeSubject } from '../subject'

const some = ruleSet(
  rule({ name: '发票', conditions: [subjectHas('发票')], actions: [{ kind: 'file', folder: 'deleted' }], stops: true }),
  rule({ name: 'Off', isEnabled: false, actions: [{ kind: 'discard' }] }),
)

/** `rounds` = how many generated sets are kept and read back. */
export function ruleStoreConforms(
  name: string,
  make: MakeSubject<RuleStore>,
  { rounds }: { readonly rounds: number },
): void {
  describe(`rule store: ${name}`, () => {
    const subject = eachTest(make)

    const replaced = async (rules: typeof some) => {
      const { store } = subject.current()
      const { version } = await store.load()
      return store.replace(rules, version)
    }

    it('holds nothing at first, in force', async () => {
      const { store } = subject.current()
      expect(await store.load()).toMatchObject({ rules: emptyRuleSet, isInForce: true })
      expect(await store.surroundings()).toEqual({ foreign: [], lacking: [] })
    })

    it('gives back what was kept, in its order, also after a restart', async () => {
      const { store, reopen } = subject.current()
      const whole = {
        ...some,
        away: away({ addresses: ['lin@ep.test'] }),
        lists: { black: ['@spam.test'], white: ['a@spam.test'] },
      }
      const { version } = await replaced(whole)
      expect(await store.load()).toEqual({ rules: whole, version, isInForce: true })
      expect((await (await reopen()).load()).rules).toEqual(whole)
    })

    it('takes everything away again', async () => {
      await replaced(some)
      await replaced(emptyRuleSet)
      expect((await subject.current().store.load()).rules).toEqual(emptyRuleSet)
    })

    it('refuses to write over what somebody else has changed', async () => {
      const { store } = subject.current()
      const { version } = await store.load()
      const next = await store.replace(some, version)
      await expect(store.replace(emptyRuleSet, version)).rejects.toMatchObject({ code: 'rulesChanged' })
      expect((await store.load()).rules).toEqual(some)
      expect((await store.replace(emptyRuleSet, next.version)).version).not.toBe(next.version)
      await expect(store.replace(some, 'no version at all')).rejects.toMatchObject({ code: 'rulesChanged' })
    })

    it('S14: gives back texts that try to be more than text, and a rule that is off stays off', async () => {
      const random = randomFrom(14)
      for (let round = 0; round < rounds; round += 1) {
        const rules = nastyRules(random)
        await replaced(rules)
        expect((await subject.current().store.load()).rules).toEqual(rules)
      }
    })

    it('S14: refuses line ends and controls where a line is due, and halves of characters', async () => {
      const { store } = subject.current()
      const { version } = await store.load()
      const file = [{ kind: 'file', folder: 'junk' }] as const
      const refused = async (rules: typeof some, field: string) =>
        expect(store.replace(rules, version)).rejects.toMatchObject({ code: 'badField', detail: { field } })
      for (const bad of ['a\r\ndiscard;', 'a\n', '\u0000', '\u2028', '\ud800']) {
        await refused(ruleSet(rule({ name: bad, actions: file })), 'name')
        await refused(ruleSet(rule({ conditions: [subjectHas(bad)], actions: file })), 'conditions')
        await refused({ ...emptyRuleSet, away: away({ subject: bad }) }, 'subject')
        await refused({ ...emptyRuleSet, lists: { black: [`${bad}@a.test`], white: [] } }, 'black')
      }
      await refused(
        ruleSet(rule({ actions: [{ kind: 'redirect', to: 'a@b.test>\r\nRCPT TO:<c@d.test', keepCopy: true }] })),
        'actions',
      )
      await refused(
        ruleSet(rule({ conditions: [{ kind: 'hasHeader', name: 'X: y', exists: true }], actions: file })),
        'conditions',
      )
      await refused({ ...emptyRuleSet, away: away({ text: 'a\u0000' }) }, 'text')
      expect((await store.load()).rules).toEqual(emptyRuleSet)
    })

    it('asks for a name and for what is to be done, and keeps to the limits', async () => {
      const { store } = subject.current()
      const { version } = await store.load()
      const refused = async (rules: typeof some, code: string, field: string) =>
        expect(store.replace(rules, version)).rejects.toMatchObject({ code, detail: { field } })
      const discard = [{ kind: 'discard' }] as const
      await refused(ruleSet(rule({ name: ' ', actions: discard })), 'badField', 'name')
      await refused(ruleSet(rule({ actions: [] })), 'badField', 'actions')
      await refused(ruleSet(rule({ actions: [{ kind: 'reject', text: 'x'.repeat(301) }] })), 'badField', 'actions')
      await refused({ ...emptyRuleSet, away: away({ days: 0 }) }, 'badField', 'days')
      await refused({ ...emptyRuleSet, away: away({ from: 2_000, until: 1_000 }) }, 'badField', 'until')
      await refused(ruleSet(...Array(limits.rules + 1).fill(rule({ actions: discard }))), 'tooLarge', 'rules')
      await replaced(ruleSet(...Array(limits.rules).fill(rule({ actions: discard }))))
      expect((await store.load()).rules.rules).toHaveLength(limits.rules)
    })
  })
}
