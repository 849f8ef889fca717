/** The page of every list of mail; apart from the other pages, since the login page fetches it ahead. */
import type { ComponentType } from 'react'

export type Page = {
  /** Namespaces of its texts. */
  readonly texts: readonly string[]
  readonly load: () => Promise<ComponentType>
}

export const mailbox: Page = {
  texts: ['mail'],
  load: async () => (await import('../../features/mailbox')).MailboxPage,
}
