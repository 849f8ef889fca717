/** A mail comes to a mailbox of this house: judged by its owner's rules, and kept whatever becomes of them. */
import { Refusal } from '../../core/refusal'
import { effectiveRules, type Rule, type RuleSet, readsText } from '../../core/rules/rules'
import type { Clock } from '../../kit/clock'
import type { MailStores } from '../../mail/mail.store'
import type { MimeReader } from '../../mail/mimeReader.port'
import { withoutForwarding } from '../forwarding/mayForward'
import type { RuleStores } from '../rules.store'
import type { Arrival, ArrivedMail } from './arrivedMail'
import { judge, type Kept, type Outcome, suspicionOf } from './judge'
import { headOf } from './messageHead'
import type { SendingDeps } from './outgoing'
import { redirect } from './redirect'
import { answer, returnMail } from './replies'

/** Throws what `MailStore.append` throws: the mail is then not kept, and whoever brought it still has it. */
export type Arrive = (arrival: Arrival) => Promise<void>

export type ArriveDeps = SendingDeps & {
  readonly rules: RuleStores
  readonly mailStores: MailStores
  readonly mime: MimeReader
  /** Whether senders of mail from outside are checked. */
  readonly checksSenders: boolean
}

/** Where no rules are kept, everything goes to the inbox that is no junk. */
export function makePlainArrive({
  mailStores,
  clock,
}: {
  readonly mailStores: MailStores
  readonly clock: Clock
}): Arrive {
  return (arrival) => {
    const junkBy = suspicionOf(arrival.found)
    const kept = junkBy === null ? inInbox : { ...inInbox, folder: 'junk', junkBy }
    return append(mailStores, clock, arrival, kept, arrival.key)
  }
}

const inInbox: Kept = { folder: 'inbox', seen: false, flagged: false }

export function makeArrive(deps: ArriveDeps): Arrive {
  return async (arrival) => {
    const copies = await copiesOf(deps, arrival)
    for (const [position, kept] of copies.entries()) {
      // By place, not by folder: rules that change between two tries double no copy.
      const key = arrival.key === null || position === 0 ? arrival.key : `${arrival.key}:${position}`
      await append(deps.mailStores, deps.clock, arrival, kept, key)
    }
  }
}

/** The copies that are to be kept, after everything else was done. No fault of rules loses a mail: it stays in the inbox. */
async function copiesOf(deps: ArriveDeps, arrival: Arrival): Promise<readonly Kept[]> {
  try {
    const stored = (await deps.rules.of(arrival.account).load()).rules
    const { forwardingOff } = await deps.policies.of(arrival.account.organization)
    const rules = forwardingOff ? withoutForwarding(stored) : stored
    if (isIdle(rules) && suspicionOf(arrival.found) === null) return [inInbox]
    const mail = await read(deps, arrival, rules.rules)
    const folders = await deps.mailStores.of(arrival.account).folders()
    const names = new Set(folders.map(({ id }) => id))
    const outcome: Outcome = judge(rules, mail, deps.clock.now(), (folder) => names.has(folder))
    const isDone = await sendOut(deps, arrival, mail, outcome)
    return isDone || outcome.kept.length > 0 ? outcome.kept : [inInbox]
  } catch (error) {
    deps.report?.(error instanceof Error ? error.name : typeof error)
    return [inInbox]
  }
}

/** False where the mail did not go as the rules would have it and must not be lost. */
async function sendOut(deps: SendingDeps, arrival: Arrival, mail: ArrivedMail, outcome: Outcome): Promise<boolean> {
  const sent = async (work: () => Promise<boolean>) =>
    work().catch((error: unknown) => {
      deps.report?.(error instanceof Error ? error.name : typeof error)
      return false
    })
  let isDone = true
  const isOnly = outcome.kept.length === 0
  for (const to of outcome.redirectedTo)
    if (!(await sent(() => redirect(deps, arrival, mail, { to, isOnly })))) isDone = false
  if (outcome.returned !== null) {
    const text = outcome.returned
    if (!(await sent(() => returnMail(deps, arrival, mail, text)))) isDone = false
  }
  const { reply } = outcome
  if (reply !== null) await sent(() => answer(deps, arrival, mail, reply))
  return isDone
}

function isIdle({ away, lists, ...set }: RuleSet): boolean {
  return !effectiveRules(set).some(({ isEnabled }) => isEnabled) && !away.isEnabled && lists.black.length === 0
}

async function read(
  { spool, mime, checksSenders }: Pick<ArriveDeps, 'spool' | 'mime' | 'checksSenders'>,
  { account, from, spool: id, key, found }: Arrival,
  rules: readonly Rule[],
): Promise<ArrivedMail> {
  const isWhole = rules.some((rule) => rule.isEnabled && readsText(rule))
  const source = isWhole ? await spool.source(id) : { bytes: await headOf(await spool.read(id)) }
  return {
    parsed: await mime.parse(source, account.id),
    from,
    to: account.address,
    size: await spool.size(id),
    // What a mailbox of this house sends has a key, and was signed in for.
    isChecked: checksSenders && key === null,
    ...(found && { found }),
  }
}

async function append(
  mailStores: MailStores,
  clock: Clock,
  { account, spool, found }: Arrival,
  { folder, seen, flagged, junkBy = 'rule' }: Kept,
  key: string | null,
): Promise<void> {
  const store = mailStores.of(account)
  const source = { kind: 'spool', spool } as const
  const judged = found === undefined || found.scan === null ? {} : { scan: found.scan }
  const mail = { source, flags: { seen, flagged }, receivedAt: clock.now(), key, arrives: true, judged }
  try {
    await store.append({ ...mail, folder, judged: folder === 'junk' ? { ...judged, junkBy } : judged })
  } catch (error) {
    // The folder went between the judging and now.
    if (!(error instanceof Refusal) || error.code !== 'notFound' || folder === 'inbox') throw error
    await store.append({ ...mail, folder: 'inbox' })
  }
}
