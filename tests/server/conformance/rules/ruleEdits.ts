/** Use cases of rules, whoever keeps the set. */
import { describe, expect, it } from 'vitest'
import type { RuleDraft } from '#contract/mail/ruleDraft'
import type { Account } from '#server/core/account'
import type { Folder } from '#server/core/mail'
import {
  makeListRules,
  makeMoveRule,
  makeRemoveRule,
  makeRestoreRule,
  makeSaveRule,
  makeSwitchRule,
} from '#server/rules/editRules'
import { makeEmbeddedRuleStores } from '#server/rules/rules.sql'
import type { RuleStores } from '#server/rules/rules.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const account: Account = {
  id: 'lin',
  address: 'lin@ep.test',
  displayName: 'Lin',
  tier: 'soho',
  organization: null,
  locked: false,
  dueAt: null,
}
const session = { accountId: 'lin', username: 'lin@ep.test', timezone: 'UTC', createdAt: 0 }
const caller = { account, session, tokenHash: '', sealedSecret: null }

export const someDraft = (name: string, change: Partial<RuleDraft> = {}): RuleDraft => ({
  name,
  match: 'all',
  conditions: [{ kind: 'subject', test: 'contains', values: [name] }],
  exceptions: [],
  actions: [{ kind: 'flag' }],
  stops: false,
  ...change,
})

export function ruleEditsConform(name: string, make: MakeSubject<RuleStores>): void {
  describe(`changes of rules: ${name}`, () => {
    const subject = eachTest(make)
    let folders: readonly Folder[] = []

    function uses() {
      const deps = { rules: subject.current().store, mailStores: { of: () => ({ folders: async () => folders }) } }
      const store = deps.rules.of(account)
      const save = makeSaveRule(deps)
      return {
        list: async () => (await makeListRules(deps)({}, caller)).rules,
        stored: async () => (await store.load()).rules,
        add: async (rule: RuleDraft) => (await save({ id: undefined, version: undefined, rule }, caller)).id,
        change: (id: string, version: string | undefined, rule: RuleDraft) => save({ id, version, rule }, caller),
        remove: (id: string) => makeRemoveRule(deps)({ id }, caller),
        restore: makeRestoreRule(deps),
        move: (id: string, before?: string) => makeMoveRule(deps)({ id, before }, caller),
        turn: (id: string, on: boolean) => makeSwitchRule(deps)({ id, on }, caller),
        names: async () => (await store.load()).rules.rules.map((rule) => rule.name),
      }
    }

    it('five rules at once, as two windows add them, are five rules', async () => {
      const { add, names } = uses()
      const made = ['a', 'b', 'c', 'd', 'e']
      const ids = await Promise.all(made.map((one) => add(someDraft(one))))
      expect(new Set(ids).size).toBe(5)
      expect((await names()).toSorted()).toEqual(made)
    })

    it('a changed rule keeps its place and its switch, and the others stay as they are', async () => {
      const { add, change, list, turn, stored, names } = uses()
      const ids = [await add(someDraft('a')), await add(someDraft('b')), await add(someDraft('c'))] as const
      await turn(ids[1], false)
      const [a, b, c] = (await stored()).rules
      const version = (await list())[1]?.version
      await change(ids[1], version, { ...someDraft('b'), name: ' b2 ', actions: [{ kind: 'markSeen' }], stops: true })
      const after = (await stored()).rules
      expect(after).toEqual([a, { ...b, name: 'b2', actions: [{ kind: 'markSeen' }], stops: true }, c])
      expect(await names()).toEqual(['a', 'b2', 'c'])
    })

    it('reading the rules, and saving one as it stands, changes nothing of the set', async () => {
      const { add, change, list, stored } = uses()
      const exceptions = [{ kind: 'attachment', has: true }] as const
      const id = await add(someDraft('a', { exceptions, conditions: [{ kind: 'size', test: 'over', bytes: 5 }] }))
      await add(someDraft('b'))
      const before = JSON.stringify(await stored())
      for (const { id: each, version, isEnabled: _on, isFolderGone: _gone, ...draft } of await list())
        await change(each, version, draft)
      expect(JSON.stringify(await stored())).toBe(before)
      expect(id).not.toBe('')
    })

    it('a change of what somebody else has changed is refused and loses nothing', async () => {
      const { add, change, list, remove, names, turn } = uses()
      const id = await add(someDraft('a'))
      const version = (await list())[0]?.version
      await change(id, version, someDraft('theirs'))
      await expect(change(id, version, someDraft('mine'))).rejects.toMatchObject({ code: 'rulesChanged' })
      await expect(change(id, undefined, someDraft('mine'))).rejects.toMatchObject({ code: 'rulesChanged' })
      expect(await names()).toEqual(['theirs'])
      // A switch and another rule are no change of this one.
      const seen = (await list())[0]?.version
      await turn(id, false)
      await add(someDraft('other'))
      await change(id, seen, someDraft('mine'))
      expect(await names()).toEqual(['mine', 'other'])
      await remove(id)
      await expect(change(id, seen, someDraft('mine'))).rejects.toMatchObject({ code: 'notFound' })
    })

    it('a removed rule comes back at its place, once, and at the end where the next one is gone', async () => {
      const { add, remove, restore, stored, names } = uses()
      const ids = [await add(someDraft('a')), await add(someDraft('b')), await add(someDraft('c'))] as const
      const before = await stored()
      const [a] = before.rules
      if (a === undefined) throw new Error('No rule')
      const rule = { ...someDraft('a'), id: a.id, isEnabled: a.isEnabled }
      await remove(ids[0])
      for (const _twice of [1, 2]) await restore({ rule, before: ids[1] }, caller)
      expect(await stored()).toEqual(before)
      await remove(ids[0])
      await remove(ids[1])
      await restore({ rule, before: ids[1] }, caller)
      expect(await names()).toEqual(['c', 'a'])
      await remove(ids[0])
      await restore({ rule: { ...rule, actions: [{ kind: 'file', folder: 'gone' }] }, before: undefined }, caller)
      expect((await stored()).rules.at(-1)).toMatchObject({ name: 'a', isEnabled: false })
      const forward = {
        ...rule,
        id: 'r9',
        actions: [{ kind: 'redirect', to: account.address, keepCopy: true }],
      } as const
      await expect(restore({ rule: forward, before: undefined }, caller)).rejects.toMatchObject({
        code: 'badField',
      })
      await expect(remove(ids[1])).rejects.toMatchObject({ code: 'notFound' })
    })

    it('a rule is put before another and to the end', async () => {
      const { add, move, names } = uses()
      const ids = [await add(someDraft('a')), await add(someDraft('b')), await add(someDraft('c'))] as const
      await move(ids[2], ids[0])
      expect(await names()).toEqual(['c', 'a', 'b'])
      await move(ids[2])
      await move(ids[0], ids[0])
      expect(await names()).toEqual(['a', 'b', 'c'])
    })

    it('a rule into a folder that is gone says so and is not switched on', async () => {
      const folder = { id: 'f1', name: 'W', parent: null, total: 0, unread: 0, size: 0 }
      folders = [folder]
      const { add, list, turn, change } = uses()
      const draft = someDraft('a', { actions: [{ kind: 'copy', folder: 'f1' }] })
      const id = await add(draft)
      expect(await list()).toMatchObject([{ isFolderGone: false, isEnabled: true }])
      await turn(id, false)
      folders = []
      const [gone] = await list()
      expect(gone).toMatchObject({ isFolderGone: true, isEnabled: false })
      await expect(turn(id, true)).rejects.toMatchObject({ code: 'notFound' })
      const refused = change(id, gone?.version, draft)
      await expect(refused).rejects.toMatchObject({ code: 'notFound', detail: { field: 'actions' } })
      await change(id, gone?.version, someDraft('a'))
      await turn(id, true)
      expect(await list()).toMatchObject([{ isFolderGone: false, isEnabled: true }])
    })
  })
}

export const overSql = sqlSuite(makeEmbeddedRuleStores, ruleEditsConform)
