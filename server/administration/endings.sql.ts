/** What ends with a member's account, counted in the tables that hold it. */
import { sql } from 'kysely'
import * as v from 'valibot'
import { type Endings, endingKinds, endings } from '#contract/organizations/administrationRules'
import type { AccountId } from '../core/account'
import { emptyRuleSet, type RuleSet } from '../core/rules/rules'
import type { Connection } from '../sql/connection'

export async function endingsOf(db: Connection, account: AccountId, now: number): Promise<Endings> {
  const { rows } = await sql<Omit<Endings, 'rules' | 'forward'>>`select
    (select count(*) from shares
      where account_id = ${account} and revoked_at is null and expires_at > ${now}) as shares,
    (select count(*) from file_links
      where account_id = ${account} and revoked_at is null and expires_at > ${now}) as links,
    (select count(*) from outbox
      where account_id = ${account} and planned = 'schedule' and due_at is not null) as scheduled,
    (select coalesce(sum(f.total), 0) from mailboxes as m join mail_folders as f on f.mailbox = m.mailbox
      where m.account_id = ${account} and f.id = 'draft') as drafts,
    (select count(*) from contacts where account_id = ${account}) as contacts,
    (select count(*) from file_entries where account_id = ${account} and is_folder = 0 and trash = '') as files
  `.execute(db)
  const row = await db.selectFrom('rule_sets').select('rules').where('account_id', '=', account).executeTakeFirst()
  // Written by the rules' own store alone.
  const { rules, forward }: RuleSet = row === undefined ? emptyRuleSet : JSON.parse(row.rules)
  const isForwarding = forward?.isOn === true && (forward.until ?? Number.POSITIVE_INFINITY) > now
  return v.parse(endings, { ...rows[0], rules: rules.length, forward: isForwarding ? forward.to : '' })
}

/** For the log: what there was of it. */
export function endingDetail(ended: string | null): Readonly<Record<string, string | number>> {
  if (ended === null) return {}
  const found = v.parse(v.pipe(v.string(), v.parseJson(), endings), ended)
  const counts = endingKinds.flatMap((kind) => (found[kind] > 0 ? [[kind, found[kind]] as const] : []))
  return { ...Object.fromEntries(counts), ...(found.forward !== '' && { forward: found.forward }) }
}
