/** A scanner learns from what people call junk: noted with the move, taught behind it. */
import { limits } from '../../../src/contract/limits'
import { discardedFolders, writtenFolders } from '../../../src/contract/mail/folderRoles'
import type { Account } from '../../core/account'
import type { FolderId } from '../../core/mail'
import type { Clock } from '../../kit/clock'
import { makeRounds, type Rounds } from '../../kit/rounds'
import type { MailStores, Moved } from '../../mail/mail.store'
import type { Learn, Lesson, Teach } from '../mailScanner.port'
import type { DueLesson, LessonStore } from './lessons.store'

export type TeachingDeps = {
  readonly lessons: LessonStore
  readonly learn: Learn
  readonly accounts: { readonly byId: (id: string) => Promise<Account | null> }
  readonly mailStores: MailStores
  readonly clock: Clock
  readonly report: (name: string) => void
}

export type Teaching = Omit<Rounds, 'wake'> & { readonly teach: Teach }

const minute = 60_000
const day = 24 * 60 * minute
/** Lessons of one look at the queue. */
const atOnce = 20
/** How often one may be refused, or be unreadable. */
const mostTries = 3
/** How often one may find the scanner away, each time for twice as long: 42 hours in all. */
const mostAways = 10
/** Lessons in a row after which the scanner is away for all. */
const awaysInRow = 2
/** Between two rounds, and until a scanner that is away is asked again. */
const everyMs = minute
const awayMs = 5 * minute
const unlearnt: readonly FolderId[] = [...discardedFolders, ...writtenFolders]

export function makeTeaching(deps: TeachingDeps): Teaching {
  const { lessons, clock, report } = deps
  let halt = new AbortController()
  const work = makeRested(deps)
  const rounds = makeRounds(() => work(halt.signal), { everyMs, report })
  return {
    teach: async (account, moved, target) => {
      const word = wordOf(moved, target)
      if (word === null) return
      const now = clock.now()
      // The move is done and answered whatever becomes of its lesson.
      await lessons
        .note(account.id, word, { now, since: now - day, most: limits.lessonsPerDay })
        .then(rounds.wake, (error: unknown) => report(error instanceof Error ? error.name : typeof error))
    },
    start: () => {
      halt = new AbortController()
      rounds.start()
    },
    drain: rounds.drain,
    stop: () => {
      halt.abort()
      return rounds.stop()
    },
  }
}

/** Null where a move says nothing, as of one's own messages and of what was deleted. */
function wordOf(moved: readonly Moved[], target: FolderId): { mails: readonly string[]; lesson: Lesson } | null {
  const isJunk = target === 'junk'
  if (!isJunk && unlearnt.includes(target)) return null
  const meant = moved.filter(({ from }) => (isJunk ? !unlearnt.includes(from) : from === 'junk'))
  return meant.length === 0 ? null : { mails: meant.map(({ newId }) => newId), lesson: isJunk ? 'junk' : 'ham' }
}

/** Teaches what is due, and nothing for a while after the scanner was away. */
function makeRested(deps: TeachingDeps): (halted: AbortSignal) => Promise<void> {
  const { clock } = deps
  let awayAt: number | null = null
  return async (halted) => {
    const rested = awayAt === null ? awayMs : clock.now() - awayAt
    // A clock that was set back makes nobody wait longer.
    if (rested >= 0 && rested < awayMs) return
    const isAway = await teachDue(deps, halted)
    awayAt = isAway ? clock.now() : null
  }
}

/** Answers whether the scanner is away. */
async function teachDue(deps: TeachingDeps, halted: AbortSignal): Promise<boolean> {
  let aways = 0
  for (;;) {
    const due = await deps.lessons.due(deps.clock.now(), atOnce)
    if (due.length === 0) return aways > 0
    for (const lesson of due) {
      if (halted.aborted) return false
      const came = await teachOne(deps, lesson, halted)
      // One message alone may be what it does not get through with.
      if (came !== 'unread') aways = came === 'away' ? aways + 1 : 0
      if (aways === awaysInRow) return true
    }
  }
}

async function teachOne(
  deps: TeachingDeps,
  due: DueLesson,
  halted: AbortSignal,
): Promise<'answered' | 'unread' | 'away'> {
  const { lessons, learn, accounts, mailStores } = deps
  const account = await accounts.byId(due.account)
  const store = account && mailStores.of(account)
  const raw = store && (await store.raw(due.mail).catch(errorOf))
  if (raw instanceof Error) {
    await putOff(deps, due, raw.name)
    return 'unread'
  }
  if (raw === null) {
    // It was deleted meanwhile.
    await lessons.settle(due, null)
    return 'unread'
  }
  try {
    const came = await learn(due.lesson, { size: raw.size, open: async () => raw.stream }, halted)
    // Whoever ends it says nothing of the scanner.
    if (came === 'away' && halted.aborted) return 'unread'
    if (came === 'learnt') await lessons.settle(due, null)
    else await putOff(deps, due, came === 'refused' ? 'LessonRefused' : null)
    return came === 'away' ? 'away' : 'answered'
  } finally {
    raw.stream.destroy()
  }
}

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error('Not to be read', { cause: error }))

/** `fault` is null where the scanner was away, and is told once, at the end of the lesson. */
async function putOff({ lessons, clock, report }: TeachingDeps, due: DueLesson, fault: string | null): Promise<void> {
  const tries = due.tries + (fault === null ? 0 : 1)
  const aways = due.aways + (fault === null ? 1 : 0)
  const isOver = tries >= mostTries || aways >= mostAways
  const at = clock.now() + awayMs * (fault === null ? 2 ** due.aways : 1)
  await lessons.settle(due, isOver ? null : { at, tries, aways })
  if (isOver) report(fault ?? 'LessonAway')
}
