/** Rules carried out over one mail, on paper: what is to become of it (the same as the Sieve that `server/rules/sieve` writes does). */
import { asciiAddress, bothSpellings } from '#contract/mail/domainSpelling'
import { domainOf } from '../../core/emailAddress'
import type { ArrivalFindings, JunkReason } from '../../core/mail'
import { awayReason, replyReason } from '../../core/rules/replyReason'
import {
  type AwayReply,
  type Condition,
  comparesAddress,
  effectiveRules,
  inOrder,
  isDelivering,
  isFinal,
  type Rule,
  type RuleSet,
} from '../../core/rules/rules'
import { strippedText } from '../../kit/message/strippedText'
import type { ArrivedMail, MatchedMail } from './arrivedMail'
import { isFromMachine, isWrittenTo } from './automatic'
import { meetsTextCondition } from './textCondition'

export type Kept = {
  readonly folder: string
  readonly seen: boolean
  readonly flagged: boolean
  /** What is no rule and put it into Junk. */
  readonly junkBy?: JunkReason
}

export type Reply = {
  /** Made of the mail's own when empty. */
  readonly subject: string
  readonly text: string
  /** What contacts are told instead. */
  readonly contactText?: string
  /** What colleagues are told instead. */
  readonly colleagueText?: string
  readonly days: number
  readonly reason: string
}

export type Outcome = {
  /** Copies in the mailbox, each folder once. */
  readonly kept: readonly Kept[]
  readonly redirectedTo: readonly string[]
  /** What its sender is told when it is returned; null when it is not. */
  readonly returned: string | null
  readonly reply: Reply | null
}

const dayWide = 1
const unmarked = { seen: false, flagged: false }
const inbox = 'inbox'
/** `now` in epoch milliseconds; `hasFolder` knows the folders that a mail can be filed in. */
export function judge(
  { away, lists, ...set }: RuleSet,
  mail: ArrivedMail,
  now: number,
  hasFolder: (folder: string) => boolean,
): Outcome {
  const isListed = (entries: readonly string[]) => entries.some((entry) => isSender(mail, entry))
  const junkBy = junkReasonOf(mail, { isBlack: isListed(lists.black), isWhite: isListed(lists.white) })
  // Nothing is handed on and nobody answered: who wrote junk is not to know that it came.
  if (junkBy !== null)
    return { kept: [{ folder: 'junk', ...unmarked, junkBy }], redirectedTo: [], returned: null, reply: null }
  const { kept, redirectedTo, returned, reply, isEnded } = carryOut(
    effectiveRules(set).filter(({ isEnabled }) => isEnabled),
    (rule) => meetsRule(rule, mail),
    { hasFolder, home: inbox },
  )
  const answer = isEnded ? reply : (reply ?? awayReply(away, now))
  return { kept, redirectedTo, returned, reply: mayAnswer(mail, away.addresses) ? answer : null }
}

/** The whitelist lifts what was found at the door for a confirmed sender alone. */
function junkReasonOf(mail: ArrivedMail, { isBlack, isWhite }: { isBlack: boolean; isWhite: boolean }) {
  if (isBlack && !(isWhite && isSenderProven(mail))) return 'blacklist'
  return isWhite && isSenderConfirmed(mail) ? null : suspicionOf(mail.found)
}

/** Why a message is junk whoever gets it; a scanner's verdict covers its sender too. */
export function suspicionOf(found: ArrivalFindings | undefined): JunkReason | null {
  if (found?.scan === 'junk') return 'scanner'
  return found?.isDisowned === true && found.scan !== 'ham' ? 'authentication' : null
}

type Folders = {
  readonly hasFolder: (folder: string) => boolean
  /** Where a mail stays that nothing files. */
  readonly home: string
}

/** What rules make of a mail, whoever it is from. */
export function carryOut(
  rules: readonly Rule[],
  meets: (rule: Rule) => boolean,
  { hasFolder, home }: Folders,
): Outcome & { readonly isEnded: boolean } {
  let marks = unmarked
  const kept = new Map<string, Kept>()
  const redirects = new Set<string>()
  const state: { isTaken: boolean; isDelivered: boolean; returned: string | null; reply: Reply | null } = {
    isTaken: false,
    isDelivered: false,
    returned: null,
    reply: null,
  }
  const keep = (wanted: string) => {
    const folder = hasFolder(wanted) ? wanted : home
    kept.set(folder, { folder, ...marks })
  }
  let isEnded = false
  for (const rule of rules) {
    if (!meets(rule)) continue
    for (const action of inOrder(rule.actions)) {
      if (action.kind === 'markSeen') marks = { ...marks, seen: true }
      else if (action.kind === 'flag') marks = { ...marks, flagged: true }
      else if (action.kind === 'file') keep(action.folder)
      else if (action.kind === 'copy' && hasFolder(action.folder)) keep(action.folder)
      else if (action.kind === 'redirect') redirects.add(asciiAddress(action.to))
      else if (action.kind === 'reply') state.reply ??= replyOf(rule, action.text)
      else if (action.kind === 'reject' && !state.isDelivered) state.returned = action.text
      const leaves = action.kind === 'redirect' ? !action.keepCopy : action.kind === 'file' || action.kind === 'discard'
      if (leaves || (action.kind === 'reject' && !state.isDelivered)) state.isTaken = true
    }
    if (rule.actions.some(isDelivering)) state.isDelivered = true
    isEnded = rule.actions.some(isFinal)
    if (isEnded || rule.stops) break
  }
  if (!state.isTaken) keep(home)
  return {
    kept: [...kept.values()],
    redirectedTo: [...redirects],
    returned: state.returned,
    reply: state.reply,
    isEnded,
  }
}

function mayAnswer(mail: ArrivedMail, addresses: readonly string[]): boolean {
  const own = [mail.to, ...addresses]
  return (
    !isFromMachine(mail) &&
    isWrittenTo(mail, own) &&
    !own.some((address) => address.toLowerCase() === mail.from.toLowerCase())
  )
}

function replyOf({ id }: Rule, text: string): Reply {
  return { subject: '', text, days: dayWide, reason: replyReason(`rule-${id}`, text) }
}

function awayReply(away: AwayReply, now: number): Reply | null {
  const { isEnabled, subject, text, contactText, colleagueText, from, until, days } = away
  const second = Math.floor(now / 1_000)
  const isBefore = from !== null && second < Math.floor(from / 1_000)
  const isOver = until !== null && second >= Math.floor(until / 1_000)
  if (!isEnabled || isBefore || isOver) return null
  const forContacts = contactText === undefined ? {} : { contactText }
  const forColleagues = colleagueText === undefined ? {} : { colleagueText }
  return { subject, text, ...forContacts, ...forColleagues, days, reason: awayReason(away) }
}

/** A whitelist speaks for a sender, and not for who writes in that one's name. */
export function isSenderProven(mail: ArrivedMail): boolean {
  const { spf, dkim, dmarc } = mail.parsed.authentication
  return isSenderConfirmed(mail) || (!mail.isChecked && [spf, dkim, dmarc].every((it) => it === 'none'))
}

/** By a check that passed, and not for want of one. */
function isSenderConfirmed({ parsed, from }: ArrivedMail): boolean {
  const { spf, dmarc } = parsed.authentication
  if (dmarc !== 'none') return dmarc === 'pass'
  // SPF speaks of the sender on the way alone (RFC 7208 section 2.4).
  return spf === 'pass' && domainOf(from) === domainOf(parsed.from.address)
}

function isSender({ parsed }: ArrivedMail, entry: string): boolean {
  const { address } = parsed.from
  const said = entry.startsWith('@') ? address.slice(address.lastIndexOf('@')) : address
  return meetsTextCondition('is', [said], bothSpellings([entry]))
}

type Tests = Pick<Rule, 'match' | 'conditions' | 'exceptions'>

export function meetsRule({ match, conditions, exceptions = [] }: Tests, mail: MatchedMail): boolean {
  const meets = (condition: Condition) => meetsCondition(condition, mail)
  if (exceptions.some(meets)) return false
  if (conditions.length === 0) return true
  return match === 'all' ? conditions.every(meets) : conditions.some(meets)
}

export function meetsCondition(condition: Condition, mail: MatchedMail): boolean {
  const named = (name: string) => headersOf(mail, [name])
  switch (condition.kind) {
    case 'size':
      return condition.test === 'over' ? mail.size > condition.bytes : mail.size < condition.bytes
    case 'attachment':
      return mail.parsed.attachments.some(({ inline }) => !inline) === condition.has
    case 'body':
      return meetsTextCondition(condition.test, shownTexts(mail), condition.values)
    case 'hasHeader':
      return named(condition.name).length > 0 === condition.exists
    case 'envelope':
      return meetsTextCondition(
        condition.test,
        [condition.field === 'from' ? mail.from : mail.to],
        bothSpellings(condition.values),
      )
    case 'subject':
      return meetsTextCondition(condition.test, named('subject'), condition.values)
    case 'header':
      return meetsTextCondition(condition.test, named(condition.name), condition.values)
    case 'domain':
      return meetsTextCondition(
        condition.test,
        addressesOf(mail, condition.field).map(domainPart),
        bothSpellings(condition.values),
      )
    case 'person': {
      const isExact = comparesAddress(condition.test)
      const names = condition.field === 'toOrCc' ? ['to', 'cc'] : [condition.field]
      const texts = isExact ? addressesOf(mail, condition.field) : headersOf(mail, names)
      return meetsTextCondition(condition.test, texts, bothSpellings(condition.values))
    }
  }
}

/** Characters of a text that rules look at, in each of its forms. */
const textMost = 200_000

/** Each mail is stripped once, however many conditions look at it. */
const shown = new WeakMap<MatchedMail['parsed'], readonly string[]>()

function shownTexts({ parsed }: MatchedMail): readonly string[] {
  const known = shown.get(parsed)
  if (known !== undefined) return known
  const texts = strippedTexts(parsed)
  shown.set(parsed, texts)
  return texts
}

function strippedTexts({ html, text }: MatchedMail['parsed']): readonly string[] {
  const words = html === null ? [] : [strippedText(html.slice(0, textMost), { lineBreaks: false, most: textMost })]
  return [...words, ...(text === null ? [] : [text.slice(0, textMost)])]
}

function headersOf({ parsed }: MatchedMail, names: readonly string[]): readonly string[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  return parsed.headers.filter(({ name }) => wanted.has(name.toLowerCase())).map(({ value }) => value.trim())
}

type PersonField = Extract<Condition, { readonly kind: 'person' }>['field']

function addressesOf({ parsed }: MatchedMail, field: PersonField): readonly string[] {
  const lists = { from: [parsed.from], to: parsed.to, cc: parsed.cc, toOrCc: [...parsed.to, ...parsed.cc] }
  return lists[field].map(({ address }) => address)
}

const domainPart = (address: string) => address.slice(address.lastIndexOf('@') + 1)
