import { LoginPage } from '../../features/session'
import { useMailboxPrefetch } from './prefetchMailbox'

/** The login page; while the person types, the mailbox's code arrives. */
export function LoginRoute() {
  return <LoginPage onTyping={useMailboxPrefetch()} />
}
