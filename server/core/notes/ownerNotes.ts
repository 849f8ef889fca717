/** Messages by which an owner of a mailbox is told something, in the languages that they read. */
import * as v from 'valibot'
import { settingsRead } from '../../../src/contract/settings'
import type { Account, AccountId } from '../account'

export type OwnerNotes = {
  readonly settings: { readonly load: (account: AccountId) => Promise<Readonly<Record<string, string>>> }
  /** Puts a message into an inbox, once for its key. */
  readonly putMail: (
    to: Account,
    key: string,
    mail: { readonly subject: string; readonly html: string },
  ) => Promise<void>
}

/** `text` is HTML. */
type NoteText = { readonly subject: string; readonly text: string }
export type NoteTexts = { readonly 'zh-CN': NoteText; readonly 'en-US': NoteText }

/** In the account's language; in both where it has none of its own. */
export async function tellOwner(
  { settings, putMail }: OwnerNotes,
  to: Account,
  key: string,
  texts: NoteTexts,
): Promise<void> {
  const { language } = v.parse(settingsRead, await settings.load(to.id))
  const said = language === 'asHere' ? [texts['zh-CN'], texts['en-US']] : [texts[language]]
  await putMail(to, key, {
    subject: said.map(({ subject }) => subject).join(' / '),
    html: said.map(({ text }) => `<p>${text}</p>`).join('\n'),
  })
}
