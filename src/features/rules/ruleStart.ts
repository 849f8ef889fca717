/** What a rule begins with: nothing, or the mail that it is made of. */
import { limits } from '#contract/limits'
import type { RuleCondition, RuleDraft } from '#contract/mail/ruleDraft'
import type { Mail } from '#contract/shapes'

type Read = Pick<Mail, 'from' | 'subject' | 'headers'>

export const emptyCondition: RuleCondition = { kind: 'person', field: 'from', test: 'contains', values: [] }

export const emptyDraft: RuleDraft = {
  name: '',
  match: 'all',
  conditions: [emptyCondition],
  exceptions: [],
  actions: [{ kind: 'file', folder: '' }],
  stops: false,
}

/** A mailing list is told by its id, which stays when its senders change. */
export function draftOf({ from, subject, headers = [] }: Read): RuleDraft {
  const list = listIdOf(headers.find(({ name }) => name.toLowerCase() === 'list-id')?.value ?? '')
  const sender: readonly RuleCondition[] =
    list !== ''
      ? [{ kind: 'header', name: 'List-Id', test: 'contains', values: [cut(list)] }]
      : from.address !== ''
        ? [{ kind: 'person', field: 'from', test: 'is', values: [from.address] }]
        : []
  const about = plainSubject(subject)
  const topic: readonly RuleCondition[] =
    about === '' ? [] : [{ kind: 'subject', test: 'contains', values: [cut(about)] }]
  const conditions = [...sender, ...topic]
  const name = list !== '' ? list : from.name || from.address || about
  return {
    ...emptyDraft,
    name: [...name].slice(0, limits.ruleNameCharacters).join('').trim(),
    conditions: conditions.length > 0 ? conditions : emptyDraft.conditions,
  }
}

const cut = (text: string) => [...text].slice(0, limits.ruleValueCharacters).join('').trim()

/** What stands between angle brackets (RFC 2919), else the whole. */
function listIdOf(header: string): string {
  return (/<([^<>]+)>/.exec(header)?.[1] ?? header).trim()
}

/** Without the words that answers and forwards put before it, in both languages. */
function plainSubject(subject: string): string {
  return subject.replace(/^(?:\s*(?:re|fwd?|aw|回复|答复|转发)\s*[:：])+/iu, '').trim()
}
