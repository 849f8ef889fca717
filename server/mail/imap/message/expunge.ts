/** Removes exactly the mails that are named, in the mailbox that is selected. */
import type { ImapFlow } from 'imapflow'
import { atom, command, sequence } from '../connection/command'
import { uidSearch } from '../uidSearch'
import { uidChunks } from '../uidSets'

/** Whether the server expunges named mails alone (RFC 4315). */
export function hasUidPlus(client: ImapFlow): boolean {
  return client.capabilities.has('UIDPLUS') || client.capabilities.has('IMAP4REV2')
}

const deleted = [atom('\\Deleted')]

/** Can be done a second time: what is gone is no fault. */
export async function expungeExactly(client: ImapFlow, uids: Iterable<number>): Promise<void> {
  for (const chunk of uidChunks(uids)) {
    await command(client, 'UID STORE', [sequence(chunk.set), atom('+FLAGS.SILENT'), deleted])
    if (hasUidPlus(client)) await command(client, 'UID EXPUNGE', [sequence(chunk.set)])
    else await expungeAllBut(client, new Set(chunk.uids))
  }
}

/**
 * A plain EXPUNGE takes all that any client has marked as deleted. The others are unmarked first and marked again afterwards: a
 * break between leaves them unmarked, which loses nothing.
 */
async function expungeAllBut(client: ImapFlow, ours: ReadonlySet<number>): Promise<void> {
  const others = (await uidSearch(client, [atom('DELETED')])).filter((uid) => !ours.has(uid))
  const chunks = uidChunks(others)
  for (const { set } of chunks) await command(client, 'UID STORE', [sequence(set), atom('-FLAGS.SILENT'), deleted])
  try {
    await command(client, 'EXPUNGE', [])
  } finally {
    for (const { set } of chunks) await command(client, 'UID STORE', [sequence(set), atom('+FLAGS.SILENT'), deleted])
  }
}
