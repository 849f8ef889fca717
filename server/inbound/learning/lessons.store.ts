/** What a scanner has still to learn of people: each message once, by their newest word. */
import type { AccountId } from '../../core/account'
import type { MailId } from '../../core/mail'
import type { Lesson } from '../mailScanner.port'

export type DueLesson = {
  readonly account: AccountId
  readonly mail: MailId
  readonly lesson: Lesson
  /** How often it was refused or could not be read, and how often the scanner was away. */
  readonly tries: number
  readonly aways: number
  /** Names the word that it stands for. */
  readonly said: { readonly at: number; readonly words: number }
}

export type NextTry = { readonly at: number; readonly tries: number; readonly aways: number }

export type LessonStore = {
  /** Leaves out what is beyond `most` words of the account since `since`; epoch milliseconds. */
  readonly note: (
    account: AccountId,
    word: { readonly mails: readonly MailId[]; readonly lesson: Lesson },
    at: { readonly now: number; readonly since: number; readonly most: number },
  ) => Promise<void>
  /** Those that may be taught now, the one that waits longest first. */
  readonly due: (now: number, most: number) => Promise<readonly DueLesson[]>
  /** Ends a lesson by null, or puts it off; does nothing where another word came meanwhile. */
  readonly settle: (lesson: DueLesson, next: NextTry | null) => Promise<void>
  /** Forgets what was said before. */
  readonly sweep: (before: number) => Promise<void>
}
