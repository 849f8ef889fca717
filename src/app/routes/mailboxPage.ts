/** The page of every list of mail; apart from the other pages, since the login page fetches it ahead. */
import type { ComponentType } from 'react'

export type Page = {
  /** Namespaces of its texts. */
  readonly texts: readonly string[]
  readonly load: () => Promise<ComponentType>
}

/** What the desk around it says at once: with the page, so that no part of it waits for its words. */
export const shellTexts: readonly string[] = ['layout', 'search', 'folders', 'look']

export const mailbox: Page = {
  texts: ['mail'],
  load: async () => (await import('../../features/mailbox')).MailboxPage,
}
