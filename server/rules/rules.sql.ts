/** Rules in the product's own database; deliveries here are judged by them (`server/rules/arrival`). */
import type { Account } from '../core/account'
import { Refusal } from '../core/refusal'
import { checkRules } from '../core/rules/checkRules'
import { emptyRuleSet, type RuleSet } from '../core/rules/rules'
import type { Database } from '../sql/openDatabase'
import type { RuleStore, RuleStores } from './rules.store'

declare module '../sql/schema' {
  interface Schema {
    /** `rules` is JSON. */
    rule_sets: { account_id: string; rules: string; version: number }
  }
}

export function makeEmbeddedRuleStores(db: Database): RuleStores {
  return {
    of: (account) => storeOf(db, account),
  }
}

/** The version before anything was kept. */
const first = 0

function storeOf(db: Database, { id }: Account): RuleStore {
  return {
    load: async () => {
      const row = await db
        .selectFrom('rule_sets')
        .select(['rules', 'version'])
        .where('account_id', '=', id)
        .executeTakeFirst()
      return {
        rules: row ? ruleSetOf(row.rules) : emptyRuleSet,
        version: String(row?.version ?? first),
        isInForce: true,
      }
    },
    surroundings: async () => ({ foreign: [], lacking: [] }),
    replace: async (rules, version) => {
      checkRules(rules)
      const next = Number(version) + 1
      if (!Number.isSafeInteger(next)) throw new Refusal('rulesChanged')
      const values = { rules: JSON.stringify(rules), version: next }
      // Of two at the same moment exactly one finds the version that it has read.
      const written =
        version === String(first)
          ? await db
              .insertInto('rule_sets')
              .values({ account_id: id, ...values })
              .onConflict((conflict) => conflict.doNothing())
              .returning('version')
              .executeTakeFirst()
          : await db
              .updateTable('rule_sets')
              .set(values)
              .where('account_id', '=', id)
              .where('version', '=', next - 1)
              .returning('version')
              .executeTakeFirst()
      if (!written) throw new Refusal('rulesChanged')
      return { version: String(next) }
    },
  }
}

function ruleSetOf(json: string): RuleSet {
  // Written by `replace` alone.
  const rules: RuleSet = JSON.parse(json)
  return rules
}
