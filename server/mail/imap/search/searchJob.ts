/** One search as it goes on: newest first, window after window, so that first finds come at once and others get their turn on the line. */
import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Account } from '#server/core/account'
import { Refusal } from '#server/core/refusal'
import { sequence } from '../connection/command'
import type { ImapContext } from '../context'
import type { Mailbox } from '../operations'
import { uidSearch } from '../uidSearch'
import type { SearchPlan } from './searchPlan'
import { sifted } from './searchSift'
import { charsetOf, type SearchPass, termsOf } from './searchTerms'

/** Finds beyond this are neither counted nor paged to: whoever has so many types another word. */
const findsMost = 20_000
/**
 * Milliseconds for which a search works on the line on which the person waits for it, where the mailbox is open already. Ends before that
 * person's patience does: the rows of what was found are read on the same line and must not wait for a window.
 */
const hurryMs = 150
/** Milliseconds that a window should take: few at first, since finds show at its end, then more, since each costs a round trip and a turn. */
const windowMs = { least: 60, most: 600 } as const
/** Mails of a first window, of the smallest and of the largest. */
const firstWindow: Readonly<Record<SearchPass, number>> = { headers: 5_000, bodies: 500, files: 500 }
const smallestWindow: Readonly<Record<SearchPass, number>> = { headers: 1_000, bodies: 100, files: 100 }
const largestWindow = 50_000
/** Milliseconds after which a search for which nobody asks any more ends. */
const askedMs = 30_000

/** UIDs that were found in a mailbox, under the UIDVALIDITY that it had. */
export type Finds = { readonly mailbox: Mailbox; readonly uidValidity: bigint; readonly uids: Set<number> }

export type SearchJob = {
  readonly finds: ReadonlyMap<string, Finds>
  readonly isDone: () => boolean
  /** Whether it ended because nobody asked any more, with more to look through. */
  readonly isCut: () => boolean
  /** Settles when the search has ended; throws what it failed of. */
  readonly end: Promise<void>
  /** Settles when the next window has been looked through. */
  readonly grown: () => Promise<void>
  readonly noteAsked: () => void
  readonly cancel: () => void
}

export function startSearch(context: ImapContext, account: Account, plan: SearchPlan): SearchJob {
  const finds = new Map<string, Finds>()
  let isDone = false
  let isCancelled = false
  let askedAt = performance.now()
  let isCut = false
  const isWanted = () => {
    isCut ||= isCancelled || performance.now() - askedAt >= askedMs
    return !isCut && countOf(finds) < findsMost
  }
  let waiting: (() => void)[] = []
  const noteGrown = () => {
    for (const wake of waiting) wake()
    waiting = []
  }
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  const run = async () => {
    for (const pass of plan.passes) {
      for (const mailbox of plan.mailboxes) {
        await lookThrough({ context, account, plan, finds, isWanted, elapsed, noteGrown }, pass, mailbox)
      }
    }
  }
  const end = run().finally(() => {
    isDone = true
  })
  // Whoever asks next hears of it.
  end.catch(() => undefined)
  return {
    finds,
    isDone: () => isDone,
    isCut: () => isCut,
    end,
    grown: () => new Promise((resolve) => waiting.push(resolve)),
    noteAsked: () => {
      askedAt = performance.now()
    },
    cancel: () => {
      isCancelled = true
    },
  }
}

export function countOf(finds: ReadonlyMap<string, Finds>): number {
  let count = 0
  for (const { uids } of finds.values()) count += uids.size
  return count
}

type Search = {
  readonly context: ImapContext
  readonly account: Account
  readonly plan: SearchPlan
  readonly finds: Map<string, Finds>
  readonly isWanted: () => boolean
  /** Milliseconds since the search began. */
  readonly elapsed: () => number
  readonly noteGrown: () => void
}

/** Windows of sequence numbers from the newest down: what is expunged above them moves none of those below. */
async function lookThrough(search: Search, pass: SearchPass, mailbox: Mailbox): Promise<void> {
  const { context, account, plan, finds, isWanted, elapsed, noteGrown } = search
  let size = firstWindow[pass]
  let top = Number.POSITIVE_INFINITY
  while (top > 0 && isWanted()) {
    let startedAt = performance.now()
    const work = async (client: ImapFlow, { exists, uidValidity }: MailboxObject) => {
      startedAt = performance.now()
      const high = Math.min(top, exists)
      const low = Math.max(1, high - size + 1)
      const uids = high < 1 ? [] : await inWindow(client, plan, pass, `${low}:${high}`)
      return { uids, uidValidity, low }
    }
    const lane = elapsed() < hurryMs ? 'quick' : 'slow'
    const window = await context.pool
      .within(account, mailbox.path, work, { lane, readOnly: true, again: true })
      .catch(unlessGone)
    if (window === null) return
    keep(finds, mailbox, window)
    noteGrown()
    top = window.low - 1
    const wanted = Math.min(windowMs.most, Math.max(windowMs.least, elapsed() / 5))
    const change = Math.min(4, Math.max(0.25, wanted / Math.max(1, performance.now() - startedAt)))
    size = Math.round(Math.min(largestWindow, Math.max(smallestWindow[pass], size * change)))
  }
}

function keep(
  finds: Map<string, Finds>,
  mailbox: Mailbox,
  { uids, uidValidity }: { readonly uids: readonly number[]; readonly uidValidity: bigint },
): void {
  const known = finds.get(mailbox.path)
  // Under another UIDVALIDITY the numbers that were found mean other mails.
  const held = known?.uidValidity === uidValidity ? known : { mailbox, uidValidity, uids: new Set<number>() }
  for (const uid of uids) held.uids.add(uid)
  if (held.uids.size > 0) finds.set(mailbox.path, held)
  else finds.delete(mailbox.path)
}

async function inWindow(
  client: ImapFlow,
  plan: SearchPlan,
  pass: SearchPass,
  range: string,
): Promise<readonly number[]> {
  const terms = [...charsetOf(client, plan.texts), sequence(range), ...termsOf(plan, pass)]
  return sifted(client, await uidSearch(client, terms), plan)
}

/** A mailbox that another client has removed holds nothing to find. */
function unlessGone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'notFound') return null
  throw error
}
