/** A rule's first draft, made of the mail that it is made from. */
import { limits } from '../../contract/limits'
import type { RuleDraft, RuleField } from '../../contract/mail/ruleDraft'
import type { Mail } from '../../contract/shapes'

export type Condition = RuleDraft['conditions'][number]
/** A draft's condition with a name of its own, while it is written. */
export type ConditionDraft = Condition & { readonly key: string }

export type RuleStart = {
  readonly name: string
  readonly first: Condition
  /** What else the mail offers. */
  readonly further: readonly Condition[]
}

type Read = Pick<Mail, 'from' | 'subject' | 'headers'>

/** A mailing list is told by its id, which stays when its senders change; anyone else by the address. */
export function ruleStart({ from, subject, headers = [] }: Read): RuleStart {
  const list = listIdOf(headers.find(({ name }) => name.toLowerCase() === 'list-id')?.value ?? '')
  const offers = [
    condition('list', 'contains', list),
    condition('from', 'is', from.address),
    condition('subject', 'contains', plainSubject(subject)),
  ].filter(({ value }) => value !== '')
  const [first = condition('subject', 'contains', ''), ...further] = offers
  const name = list !== '' ? list : from.name || from.address || plainSubject(subject)
  return { name: [...name].slice(0, limits.ruleNameCharacters).join('').trim(), first, further }
}

function condition(field: RuleField, test: Condition['test'], value: string): Condition {
  return { field, test, value: value.slice(0, limits.ruleValueCharacters) }
}

/** What stands between angle brackets (RFC 2919), else the whole. */
function listIdOf(header: string): string {
  return (/<([^<>]+)>/.exec(header)?.[1] ?? header).trim()
}

/** Without the words that answers and forwards put before it, in both languages. */
function plainSubject(subject: string): string {
  return subject.replace(/^(?:\s*(?:re|fwd?|aw|回复|答复|转发)\s*[:：])+/iu, '').trim()
}
