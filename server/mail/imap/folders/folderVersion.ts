/** When a list that is held may be another one, as the server counts it (RFC 7162): one STATUS at most, and no mail read. */
import type { Account } from '#server/core/account'
import type { ImapContext } from '../context'
import type { Mailbox } from '../operations'

/** Null where the server counts no changes of flags. */
export function folderVersion({ pool }: ImapContext, account: Account, { path }: Mailbox): Promise<string | null> {
  return pool.within(
    account,
    path,
    async (client, selected) => {
      if (!client.enabled.has('CONDSTORE') || selected.noModseq === true) return null
      // What the inbox's SELECT said grows old while it stays open.
      const isInbox = path.toUpperCase() === 'INBOX'
      const said = isInbox
        ? await client.status(path, { uidValidity: true, uidNext: true, messages: true, highestModseq: true })
        : { ...selected, messages: selected.exists }
      if (!said || said.highestModseq === undefined || said.uidValidity === undefined) return null
      // An expunge need not count as a change of flags, and an arrival may come where a mail went.
      return [said.uidValidity, said.uidNext, said.messages, said.highestModseq].join('.')
    },
    { again: true },
  )
}
