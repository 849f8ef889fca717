import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { withinTime } from '../../lib/clock/withinTime'
import { ensureNamespaces } from '../../lib/i18n/i18n'
import { mailbox, shellTexts } from './mailboxPage'

/** Fetches at its first call what the inbox needs; a failure shows there, with a retry. */
export function useMailboxPrefetch(): () => void {
  const { i18n } = useTranslation()
  const isAsked = useRef(false)
  return () => {
    if (isAsked.current) return
    isAsked.current = true
    withinTime(
      Promise.all([
        import('../layout/RootLayout'),
        mailbox.load(),
        ensureNamespaces(i18n, [...shellTexts, ...mailbox.texts]),
      ]),
    ).catch(() => undefined)
  }
}
