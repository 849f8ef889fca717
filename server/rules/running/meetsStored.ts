/** Rules held against mail that lies in a folder, and not against one that arrives. */
import type { Account } from '../../core/account'
import type { StoredSummary } from '../../core/mail'
import type { Condition, Rule } from '../../core/rules/rules'
import type { MatchedMail } from '../arrival/arrivedMail'
import { meetsCondition, meetsRule } from '../arrival/judge'

type Tests = Pick<Rule, 'match' | 'conditions' | 'exceptions'>

type Mailbox = {
  readonly account: Account
  /** Null where the mail is not there, or must not be read. */
  readonly open: () => Promise<MatchedMail['parsed'] | null>
}

/** Whether a mail of a folder meets a rule: read whole only where its row does not settle it. */
export async function meetsStored(
  { exceptions = [], ...rule }: Tests,
  summary: StoredSummary,
  { account, open }: Mailbox,
): Promise<boolean> {
  const rough = matchedOf(summary, roughly(summary), account)
  const meets = (one: Condition) => meetsCondition(one, rough)
  if (exceptions.some((one) => isInRow(one) && meets(one))) return false
  const told = settledByRow(rule, meets)
  if (told === false || (told === true && exceptions.every(isInRow))) return told
  const parsed = await open()
  return parsed !== null && meetsRule({ ...rule, exceptions }, matchedOf(summary, parsed, account))
}

/** Whether the conditions are met, as far as a row says; null where it does not. */
function settledByRow({ match, conditions }: Tests, meets: (one: Condition) => boolean): boolean | null {
  if (conditions.length === 0) return true
  const known = conditions.filter(isInRow).map(meets)
  if (known.includes(match === 'any')) return match === 'any'
  return known.length === conditions.length ? match === 'all' : null
}

function isInRow(condition: Condition): boolean {
  if (condition.kind === 'person' || condition.kind === 'domain') return condition.field === 'from'
  return condition.kind === 'subject' || condition.kind === 'size' || condition.kind === 'attachment'
}

function matchedOf({ size }: StoredSummary, parsed: MatchedMail['parsed'], account: Account): MatchedMail {
  return { parsed, from: parsed.from.address, to: account.address, size }
}

function roughly({ from, subject, hasAttachment }: StoredSummary): MatchedMail['parsed'] {
  const sender = from.name === '' ? from.address : `${from.name} <${from.address}>`
  const headers = [
    { name: 'From', value: sender },
    { name: 'Subject', value: subject },
  ]
  return {
    from,
    to: [],
    cc: [],
    headers,
    html: null,
    text: null,
    attachments: hasAttachment ? [{ inline: false }] : [],
  }
}
