/** What a person wants done with mail that arrives: ordered rules, an answer while away, and two lists of senders. */
import type { FolderId } from '../mail'

/** `matches` knows `*` (any run) and `?` (any one character), each taken literally after a backslash. ASCII letters are alike in either case. */
export type TextTest = 'contains' | 'notContains' | 'is' | 'isNot' | 'begins' | 'ends' | 'matches' | 'notMatches'

export type PersonField = 'from' | 'to' | 'cc' | 'toOrCc'

/** A `not…` test holds when none of its values is met; every other one when any is. */
export type Condition =
  /** The person as written; see `comparesAddress`. */
  | {
      readonly kind: 'person'
      readonly field: PersonField
      readonly test: TextTest
      readonly values: readonly string[]
    }
  /** Compares the address's domain. */
  | {
      readonly kind: 'domain'
      readonly field: PersonField
      readonly test: TextTest
      readonly values: readonly string[]
    }
  | { readonly kind: 'subject'; readonly test: TextTest; readonly values: readonly string[] }
  /** Any header by its name; a header that is absent meets no value. */
  | { readonly kind: 'header'; readonly name: string; readonly test: TextTest; readonly values: readonly string[] }
  | { readonly kind: 'hasHeader'; readonly name: string; readonly exists: boolean }
  /** What was said on the way, not what the mail says of itself (RFC 5321). */
  | {
      readonly kind: 'envelope'
      readonly field: 'from' | 'to'
      readonly test: TextTest
      readonly values: readonly string[]
    }
  /** The text that is shown, whichever of its forms has it. */
  | { readonly kind: 'body'; readonly test: 'contains' | 'notContains'; readonly values: readonly string[] }
  /** Whether a file comes with it; a picture within its text is none. */
  | { readonly kind: 'attachment'; readonly has: boolean }
  /** The whole message in bytes. */
  | { readonly kind: 'size'; readonly test: 'over' | 'under'; readonly bytes: number }

/**
 * Done in the order in which they stand, but for marks, which come first: what is filed carries them. A mail that nothing files, forwards
 * without a copy, rejects or discards stays in the inbox.
 */
export type RuleAction =
  | { readonly kind: 'markSeen' }
  | { readonly kind: 'flag' }
  /** A folder that is not there means the inbox. */
  | { readonly kind: 'file'; readonly folder: FolderId }
  /** Beside where the mail is kept anyhow. A folder that is not there gets none. */
  | { readonly kind: 'copy'; readonly folder: FolderId }
  | { readonly kind: 'redirect'; readonly to: string; readonly keepCopy: boolean }
  /** Answers the sender, once a day each. A mail is answered by one rule, the first. */
  | { readonly kind: 'reply'; readonly text: string }
  /** Returns the mail to its sender and ends the rules; a mail that an earlier rule has filed, forwarded or answered is no longer returned. */
  | { readonly kind: 'reject'; readonly text: string }
  /** Keeps nothing beyond what earlier rules have kept, and ends the rules. */
  | { readonly kind: 'discard' }

export type Rule = {
  readonly id: string
  readonly name: string
  readonly isEnabled: boolean
  /** Of its conditions; a rule without any is met by every mail. */
  readonly match: 'all' | 'any'
  readonly conditions: readonly Condition[]
  /** A mail that meets any of them does not meet the rule. */
  readonly exceptions?: readonly Condition[]
  readonly actions: readonly RuleAction[]
  /** Whether the rules after it are left out when it is met. */
  readonly stops: boolean
}

/** The answer while a person is away: for whatever the rules kept and did not answer already. */
export type AwayReply = {
  readonly isEnabled: boolean
  /** Made of the mail's own subject when empty. */
  readonly subject: string
  readonly text: string
  /** Epoch milliseconds, to the second: from the first on, and no longer at the second. Null is without end. */
  readonly from: number | null
  readonly until: number | null
  /** Days in which one sender gets one answer. */
  readonly days: number
  /** Further addresses of this person: a mail to none of them is not answered. */
  readonly addresses: readonly string[]
  /** What contacts are told instead; left out where they are told the same. */
  readonly contactText?: string
  /** What colleagues are told instead, where their organization has it so. */
  readonly colleagueText?: string
  /** The days that `from` and `until` were made of: shown as chosen, whatever zone is looked from. */
  readonly period?: { readonly firstDay: string | null; readonly lastDay: string | null; readonly zone: string }
}

export type RuleSet = {
  readonly rules: readonly Rule[]
  /** Where all messages go on to that are not blocked; left out where nothing was ever chosen. */
  readonly forward?: {
    readonly isOn: boolean
    readonly to: string
    readonly keepsCopy: boolean
    /** Epoch milliseconds from which it is off by itself; left out where it has no end. */
    readonly until?: number
  }
  readonly away: AwayReply
  /** Addresses and `@domain`s. */
  readonly lists: {
    /** Filed as junk before any rule. */
    readonly black: readonly string[]
    /** Never filed as junk by the blacklist. */
    readonly white: readonly string[]
  }
}

export const emptyRuleSet: RuleSet = {
  rules: [],
  away: { isEnabled: false, subject: '', text: '', from: null, until: null, days: 1, addresses: [] },
  lists: { black: [], white: [] },
}

/** The rules as they are carried out: forwarding of all messages comes before all of them. */
export function effectiveRules({ forward, rules }: Pick<RuleSet, 'forward' | 'rules'>): readonly Rule[] {
  if (forward?.isOn !== true) return rules
  const all = { id: 'forward', name: 'Forward', isEnabled: true, match: 'all', conditions: [], stops: false } as const
  return [{ ...all, actions: [{ kind: 'redirect', to: forward.to, keepCopy: forward.keepsCopy }] }, ...rules]
}

/** Whether an action decides where the mail goes or answers its sender: after one of them, returning it would say two things at once. */
export function isDelivering({ kind }: RuleAction): boolean {
  return kind === 'file' || kind === 'copy' || kind === 'redirect' || kind === 'reply'
}

/** Whether a test is of an address alone, and not of the name and brackets around it. */
export function comparesAddress(test: TextTest): boolean {
  return test === 'is' || test === 'isNot' || test === 'begins' || test === 'ends'
}

/** The folder that an action names. */
export function folderOf(action: RuleAction): FolderId | null {
  return action.kind === 'file' || action.kind === 'copy' ? action.folder : null
}

/** Whether a rule looks at more of a mail than its header and size. */
export function readsText({ conditions, exceptions = [] }: Pick<Rule, 'conditions' | 'exceptions'>): boolean {
  return [...conditions, ...exceptions].some(({ kind }) => kind === 'body' || kind === 'attachment')
}

export function isFinal({ kind }: RuleAction): boolean {
  return kind === 'reject' || kind === 'discard'
}

const marksFirst = (action: RuleAction) =>
  action.kind === 'markSeen' || action.kind === 'flag' ? 0 : isFinal(action) ? 2 : 1

/** The actions in the order in which they are done, at most one of them final. */
export function inOrder(actions: readonly RuleAction[]): readonly RuleAction[] {
  const sorted = actions.toSorted((one, other) => marksFirst(one) - marksFirst(other))
  const end = sorted.findIndex(isFinal)
  return end < 0 ? sorted : sorted.slice(0, end + 1)
}
