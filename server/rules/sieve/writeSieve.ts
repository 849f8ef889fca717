/** A set of rules as Sieve (RFC 5228, 3894, 5230, 5232, 5260, 5429, 5490, 6609). */
import { asciiAddress } from '#contract/mail/domainSpelling'
import { awayReason, replyReason } from '../../core/rules/replyReason'
import {
  type AwayReply,
  effectiveRules,
  inOrder,
  isDelivering,
  isFinal,
  type Rule,
  type RuleAction,
  type RuleSet,
} from '../../core/rules/rules'
import { commented, type Dollars, dollar, quoted, quotedList } from './quote'
import { joined, negated, ruleCondition, sendersCondition, type Written } from './writeCondition'

export type WriteOptions = {
  /** Where a folder lies on the mail server, in UTF-8; null where it is no longer there, so that the mail stays in the inbox. */
  readonly pathOf: (folder: string) => string | null
  /** Extensions that the mail server knows. */
  readonly knows: ReadonlySet<string>
  readonly dollars: Dollars
  /** The person's own scripts, run before these rules. */
  readonly includes: readonly string[]
}

export type WrittenRules = { readonly code: string; readonly needs: readonly string[] }

const secondsOf = (at: number) => new Date(at).toISOString().slice(0, 19)

export function writeSieve({ away, lists, ...set }: RuleSet, options: WriteOptions): WrittenRules {
  const { dollars } = options
  const needed = new Set<string>()
  const use = ({ text, needs }: Written) => {
    for (const need of needs) needed.add(need)
    return text
  }
  const active = effectiveRules(set).filter((rule) => rule.isEnabled)
  /** Rules before this one that were met and let the mail go on to it. */
  const earlier = (before: Rule | null, does: (action: RuleAction) => boolean) =>
    active
      .slice(0, before === null ? active.length : active.indexOf(before))
      .filter((rule) => !rule.stops && !rule.actions.some(isFinal) && rule.actions.some(does))
      .map((rule) => ruleCondition(rule, dollars))
  /** A mail may be answered once and returned only untouched: a server meets two such actions with an error (RFC 5230 section 4.7). */
  const unless = (tests: readonly Written[], also: readonly Written[], command: Written) => {
    const all = [...also, ...(tests.length > 0 ? [negated(joined('anyof', tests))] : [])]
    return all.length === 0 ? use(command) : `if ${use(joined('allof', all))} { ${use(command)} }`
  }
  const awayLine = (before: Rule | null) =>
    away.isEnabled ? [unless(earlier(before, isReply), awayPeriod(away), awayCommand(away, dollars))] : []
  const actionLine = (rule: Rule, action: RuleAction): string => {
    if (action.kind === 'reply') return unless(earlier(rule, isReply), [], replyCommand(rule, action, dollars))
    if (action.kind === 'reject')
      return unless(earlier(rule, isDelivering), [], command(`reject ${quoted(action.text, dollars)};`, 'reject'))
    return use(plainCommand(action, options))
  }
  const ruleLines = (rule: Rule) => {
    const actions = inOrder(rule.actions)
    const ends = actions.some(isFinal)
    const answersHere = actions.some(isReply)
    return [
      // No name is one of the marks that `readScript` looks for.
      `# - ${commented(rule.name)}`,
      `if ${use(ruleCondition(rule, dollars))} {`,
      ...actions.map((action) => `  ${actionLine(rule, action)}`),
      ...(rule.stops && !ends && !answersHere ? awayLine(rule).map((line) => `  ${line}`) : []),
      ...(rule.stops || ends ? ['  stop;'] : []),
      '}',
    ]
  }
  const lines = [
    ...options.includes.map((name) => use(command(`include :personal :optional ${quoted(name, 'plain')};`, 'include'))),
    ...(dollars === 'variables' ? [`set "${dollar}" "$";`] : []),
    ...blacklist(lists, options).map(use),
    ...active.flatMap(ruleLines),
    ...awayLine(null),
  ]
  return { code: lines.map((line) => `${line}\r\n`).join(''), needs: [...needed].sort() }
}

const isReply = ({ kind }: RuleAction) => kind === 'reply'

const command = (text: string, ...needs: readonly string[]): Written => ({ text, needs })

function blacklist({ black, white }: RuleSet['lists'], options: WriteOptions): readonly Written[] {
  const blocked = sendersCondition(black, options.dollars)
  if (blocked === null) return []
  const welcome = sendersCondition(white, options.dollars)
  // Whoever adds such a header harms themselves alone.
  const denied = command('header :contains "authentication-results" "dmarc=fail"')
  const test = welcome === null ? blocked : joined('allof', [blocked, joined('anyof', [negated(welcome), denied])])
  const file = fileCommand('junk', options)
  return [command(`if ${test.text} {\r\n  ${file.text}\r\n  stop;\r\n}`, ...file.needs)]
}

/** A folder that was taken away since would be made anew by some servers and be an error for others: the inbox is where people look. */
function fileCommand(folder: string, { pathOf, knows, dollars }: WriteOptions): Written {
  const path = folder === 'inbox' ? 'INBOX' : pathOf(folder)
  if (path === null) return command('keep;')
  const name = quoted(path, dollars)
  return knows.has('mailbox') && path !== 'INBOX'
    ? command(`if mailboxexists ${name} { fileinto ${name}; } else { keep; }`, 'fileinto', 'mailbox')
    : command(`fileinto ${name};`, 'fileinto')
}

/** RFC 3894; nothing for a folder that was taken away. */
function copyCommand(folder: string, { pathOf, knows, dollars }: WriteOptions): Written {
  const path = folder === 'inbox' ? 'INBOX' : pathOf(folder)
  if (path === null) return command('')
  const name = quoted(path, dollars)
  const copy = `fileinto :copy ${name};`
  return knows.has('mailbox') && path !== 'INBOX'
    ? command(`if mailboxexists ${name} { ${copy} }`, 'copy', 'fileinto', 'mailbox')
    : command(copy, 'copy', 'fileinto')
}

function plainCommand(
  action: Exclude<RuleAction, { readonly kind: 'reply' | 'reject' }>,
  options: WriteOptions,
): Written {
  switch (action.kind) {
    case 'markSeen':
      return command('addflag "\\\\Seen";', 'imap4flags')
    case 'flag':
      return command('addflag "\\\\Flagged";', 'imap4flags')
    case 'file':
      return fileCommand(action.folder, options)
    case 'copy':
      return copyCommand(action.folder, options)
    case 'redirect':
      return action.keepCopy
        ? command(`redirect :copy ${quoted(asciiAddress(action.to), options.dollars)};`, 'copy')
        : command(`redirect ${quoted(asciiAddress(action.to), options.dollars)};`)
    case 'discard':
      return command('discard;')
  }
}

function replyCommand(
  rule: Rule,
  { text }: Extract<RuleAction, { readonly kind: 'reply' }>,
  dollars: Dollars,
): Written {
  const handle = quoted(replyReason(`rule-${rule.id}`, text), dollars)
  return command(`vacation :days 1 :handle ${handle} ${quoted(text, dollars)};`, 'vacation')
}

function awayCommand(away: AwayReply, dollars: Dollars): Written {
  const { subject, text, days, addresses } = away
  const tags = [
    `:days ${days}`,
    ...(subject === '' ? [] : [`:subject ${quoted(subject, dollars)}`]),
    ...(addresses.length === 0 ? [] : [`:addresses ${quotedList(addresses, dollars)}`]),
    `:handle ${quoted(awayReason(away), dollars)}`,
  ]
  return command(`vacation ${tags.join(' ')} ${quoted(text, dollars)};`, 'vacation')
}

/** RFC 5260 section 4.2; the text goes on behind the seconds, so that one compared with the seconds alone is the greater of two equal. */
function awayPeriod({ from, until }: AwayReply): readonly Written[] {
  const test = (relation: 'ge' | 'lt', at: number | null) =>
    at === null
      ? []
      : [command(`currentdate :zone "+0000" :value "${relation}" "iso8601" "${secondsOf(at)}"`, 'date', 'relational')]
  return [...test('ge', from), ...test('lt', until)]
}
