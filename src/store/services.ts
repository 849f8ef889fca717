/** The world as thunks see it: tests build the same store with other doubts. */
import type { StreamConfig } from '../lib/http/eventStream'
import type { CallGateway, LinkTo, SendBytes } from '../lib/http/outcome'
import type { LocalDrafts } from '../lib/storage/localDrafts'
import type { MailCacheOpener } from '../lib/storage/mailCache'
import type { StoredItems } from '../lib/storage/storedItems'
import type { UserCookies } from '../lib/storage/userCookies'

export type Services = {
  readonly call: CallGateway
  readonly sendBytes: SendBytes
  /** For what is no call of one answer: streams, and the site's own page; null where there is none of that. */
  readonly server: StreamConfig | null
  readonly linkTo: LinkTo
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly stored: StoredItems
  readonly cookies: UserCookies
  /** What this tab keeps over a reload, and no other tab knows. */
  readonly tabItems: StoredItems
  readonly localDrafts: LocalDrafts
  readonly keptMails: MailCacheOpener
}
