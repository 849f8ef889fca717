/** A scanner learns from what people call junk: noted with the move, taught behind it. */
import { limits } from '../../../src/contract/limits'
import type { Account } from '../../core/account'
import type { FolderId } from '../../core/mail'
import type { Clock } from '../../kit/clock'
import type { MailStores, Moved } from '../../mail/mail.store'
import type { Lesson, MailScanner, Teach } from '../mailScanner.port'
import type { DueLesson, LessonStore } from './lessons.store'

export type TeachingDeps = {
  readonly lessons: LessonStore
  readonly scanner: MailScanner
  readonly accounts: { readonly byId: (id: string) => Promise<Account | null> }
  readonly mailStores: MailStores
  readonly clock: Clock
  readonly report: (name: string) => void
}

export type Teaching = {
  readonly teach: Teach
  readonly start: () => void
  /** Teaches what is due now. */
  readonly drain: () => Promise<void>
  readonly stop: () => Promise<void>
}

const minute = 60_000
const day = 24 * 60 * minute
/** Lessons of one look at the queue. */
const atOnce = 20
/** How often the scanner may refuse one. */
const mostTries = 3
/** Between two rounds, and for the message that has found the scanner away. */
const everyMs = minute
const awayMs = 5 * minute
const unlearnt: readonly FolderId[] = ['junk', 'deleted', 'sent', 'draft']

export function makeTeaching(deps: TeachingDeps): Teaching {
  const { lessons, clock, report } = deps
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let round: Promise<void> | null = null
  let again = false

  const reported = (error: unknown) => report(error instanceof Error ? error.name : typeof error)

  function turn(): Promise<void> {
    clearTimeout(timer)
    again = false
    round = teachDue(deps, () => isRunning)
      .catch(reported)
      .finally(() => {
        round = null
        if (!isRunning) return
        if (again) void turn()
        else timer = setTimeout(wake, everyMs).unref()
      })
    return round
  }

  function wake(): void {
    again = true
    if (isRunning && round === null) void turn()
  }

  return {
    teach: async (account, moved, target) => {
      const word = wordOf(moved, target)
      if (word === null) return
      const now = clock.now()
      // The move is done and answered whatever becomes of its lesson.
      await lessons.note(account.id, word, { now, since: now - day, most: limits.lessonsPerDay }).then(wake, reported)
    },
    start: () => {
      isRunning = true
      wake()
    },
    drain: async () => {
      while (round !== null) await round
      await turn()
    },
    stop: async () => {
      isRunning = false
      clearTimeout(timer)
      await round
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

async function teachDue(deps: TeachingDeps, goesOn: () => boolean): Promise<void> {
  for (let isFirst = true; isFirst || goesOn(); isFirst = false) {
    const due = await deps.lessons.due(deps.clock.now(), atOnce)
    if (due.length === 0) return
    for (const lesson of due) if ((await teachOne(deps, lesson)) === 'away') return
  }
}

async function teachOne(deps: TeachingDeps, due: DueLesson): Promise<'away' | 'settled'> {
  const { lessons, scanner, accounts, mailStores, clock, report } = deps
  const account = await accounts.byId(due.account)
  const raw = account && (await mailStores.of(account).raw(due.mail))
  if (raw === null) {
    // It was deleted meanwhile.
    await lessons.settle(due, null)
    return 'settled'
  }
  const came = await scanner.learn(due.lesson, { size: raw.size, open: async () => raw.stream })
  const at = clock.now() + awayMs
  if (came === 'away') {
    await lessons.settle(due, { at, tries: due.tries })
    return 'away'
  }
  const tries = due.tries + 1
  if (came === 'refused') report('LessonRefused')
  await lessons.settle(due, came === 'learnt' || tries >= mostTries ? null : { at, tries })
  return 'settled'
}
