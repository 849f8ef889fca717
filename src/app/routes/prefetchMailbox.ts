import type { i18n as I18n } from 'i18next'
import { withinTime } from '../../lib/clock/withinTime'
import { ensureNamespaces } from '../../lib/i18n/i18n'
import { mailbox, shellTexts } from './mailboxPage'

/** Fetches what the inbox needs, ahead of its first visit; a failure shows there, with a retry. */
export function prefetchMailbox(i18n: I18n): void {
  withinTime(
    Promise.all([
      import('../layout/RootLayout'),
      mailbox.load(),
      ensureNamespaces(i18n, [...shellTexts, ...mailbox.texts]),
    ]),
  ).catch(() => undefined)
}
