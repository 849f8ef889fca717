/** Listens to the inbox on one connection (IDLE, RFC 2177) until that breaks. */
import type { ImapFlow } from 'imapflow'
import { answered, ConnectionBroken } from '../connection/errors'
import { nextUid } from '../list/cursor'
import { matching } from '../list/pages'

/** Where the inbox stands: mail of this UID or above has not been told of. */
export type Standing = { readonly uidValidity: bigint; readonly next: number }

export type Listening = {
  /** Where it stood when somebody last listened; null where nobody did. */
  readonly since: Standing | null
  /** Milliseconds after which an IDLE in which nothing happened is begun anew; a server ends it after 29 minutes, and a dead line shows only then. */
  readonly renewMs: number
  /** Milliseconds within which the server answers a command, DONE among them. */
  readonly answerMs: number
  /** After each look: where the inbox stands now, and whether mail has come since the last one. */
  readonly onLooked: (standing: Standing, hasCome: boolean) => void
}

/**
 * Only UIDs tell what has come: counts go up and down, are said twice, and say nothing of what came while nobody listened. So every change
 * leads to a look, and a look is taken before each IDLE; what comes between the two is said by the server within the IDLE.
 */
export async function listenToInbox(client: ImapFlow, listening: Listening): Promise<never> {
  const { since, renewMs, answerMs, onLooked } = listening
  let hasChanged = false
  let wake: () => void = () => undefined
  client.on('exists', () => {
    hasChanged = true
    wake()
  })
  const inTime = <T>(work: Promise<T>) => within(client, answerMs, work)
  // Looked at without a trace: a SELECT would take \Recent away from other programs.
  const inbox = answered(await inTime(client.mailboxOpen('INBOX', { readOnly: true })), 'select')
  const { uidValidity } = inbox
  const isNew = since?.uidValidity !== uidValidity
  let next = isNew ? await inTime(nextUid(client, inbox)) : since.next
  // A mailbox that was made anew may hold anything.
  let hasCome = isNew && since !== null
  for (;;) {
    hasChanged = false
    // `n:*` names the last mail even where its UID is below n.
    const last = (await inTime(matching(client, { uid: `${next}:*` }))).at(-1) ?? 0
    hasCome ||= last >= next
    next = Math.max(next, last + 1)
    onLooked({ uidValidity, next }, hasCome)
    hasCome = false
    const change = new Promise<'changed'>((resolve) => {
      wake = () => resolve('changed')
    })
    if (hasChanged) continue
    // The next look ends it by a DONE.
    const ended = client.idle().then(() => 'ended' as const)
    const why = await soonest(renewMs, [change, ended])
    // Also where the server refuses: it would be asked again without a pause.
    if (why === 'ended' && !hasChanged) throw new ConnectionBroken('The mail server ended the listening')
  }
}

async function soonest<T>(ms: number, events: readonly Promise<T>[]): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
    timer.unref()
  })
  try {
    return await Promise.race([late, ...events])
  } finally {
    clearTimeout(timer)
  }
}

/** A line whose other end has gone without a word answers nothing, and is given up. */
async function within<T>(client: ImapFlow, ms: number, work: Promise<T>): Promise<T> {
  const late = setTimeout(() => client.close(), ms)
  late.unref()
  try {
    return await work
  } finally {
    clearTimeout(late)
  }
}
