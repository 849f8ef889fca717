/** Marks: each mailbox in one SEARCH and few STOREs, whatever the number of mails. */
import type { ImapAttribute, ImapFlow, MailboxObject } from 'imapflow'
import type { Mark } from '#contract/endpoints/mail/mail'
import type { Account } from '#server/core/account'
import { Refusal } from '#server/core/refusal'
import { atom, command, sequence } from '../connection/command'
import type { ImapContext, WithMailbox } from '../context'
import type { Mailbox, MarkMails, NoteReplied } from '../operations'
import { uidSearch, uidsAmong } from '../uidSearch'
import { uidChunks } from '../uidSets'
import { receiptFlag, takes } from './keywords'

/** What is stored, and the mails that lack it. */
const stores: Readonly<Record<Mark, { readonly item: string; readonly flag: string; readonly unlike: string }>> = {
  seen: { item: '+FLAGS.SILENT', flag: '\\Seen', unlike: 'UNSEEN' },
  unseen: { item: '-FLAGS.SILENT', flag: '\\Seen', unlike: 'SEEN' },
  flagged: { item: '+FLAGS.SILENT', flag: '\\Flagged', unlike: 'UNFLAGGED' },
  unflagged: { item: '-FLAGS.SILENT', flag: '\\Flagged', unlike: 'FLAGGED' },
}

type Lacking = (client: ImapFlow, mailbox: MailboxObject) => Promise<readonly number[]>

export const markMails: MarkMails = async (context, folders, account, which, mark) => {
  const { unlike } = stores[mark]
  let changed = 0
  if ('folder' in which) {
    const { mailboxes, terms } = await chosen(folders, account, which.folder)
    for (const mailbox of mailboxes) {
      const lacking: Lacking = (client) => uidSearch(client, [...terms, atom(unlike)])
      // A whole folder may take a while: it stays off the line on which a person waits for a page.
      changed += await markWithin(context, account, mailbox, mark, lacking, { lane: 'slow' })
    }
  } else {
    for (const group of await folders.groups(account, which)) {
      const lacking: Lacking = async (client, mailbox) => {
        if (mailbox.uidValidity !== group.uidValidity) return []
        return uidsAmong(
          client,
          group.mails.map((mail) => mail.uid),
          atom(unlike),
        )
      }
      changed += await markWithin(context, account, group.mailbox, mark, lacking, {})
    }
  }
  folders.changed(account.id, 'counts')
  return changed
}

async function chosen(
  folders: Parameters<MarkMails>[1],
  account: Account,
  id: string,
): Promise<{ readonly mailboxes: readonly Mailbox[]; readonly terms: readonly ImapAttribute[] }> {
  if (id === 'flag') {
    const { mailboxes } = await folders.layout(account)
    return { mailboxes: mailboxes.filter((mailbox) => mailbox.holdsMail), terms: [atom('FLAGGED')] }
  }
  const mailbox = await folders.find(account, id)
  return { mailboxes: mailbox ? [mailbox] : [], terms: [] }
}

/** May be done again on a new connection: a mark that is there already is not counted twice, and one that went through stays counted. */
async function markWithin(
  context: ImapContext,
  account: Account,
  { path }: Mailbox,
  mark: Mark,
  lacking: Lacking,
  options: WithMailbox,
): Promise<number> {
  const { item, flag } = stores[mark]
  const changed = new Set<number>()
  const work = async (client: ImapFlow, mailbox: MailboxObject) => {
    const uids = await lacking(client, mailbox)
    if (uids.length > 0 && !takes(mailbox, flag)) throw new Refusal('serverCannot')
    for (const chunk of uidChunks(uids)) {
      for (const uid of chunk.uids) changed.add(uid)
      await command(client, 'UID STORE', [sequence(chunk.set), atom(item), [atom(flag)]])
    }
  }
  await context.pool.within(account, path, work, { ...options, again: true }).catch(unlessGone)
  return changed.size
}

/** A mailbox that another client has removed holds nothing to mark. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'notFound')) throw error
}

const replyFlags = { answered: '\\Answered', forwarded: '$Forwarded', receipt: receiptFlag } as const

/** Where the server keeps no such flag nothing is noted: no reason to fail the reply itself. */
export const noteReplied: NoteReplied = async (context, folders, account, id, kind) => {
  const [group] = await folders.groups(account, [id])
  const uid = group?.mails[0]?.uid
  if (group === undefined || uid === undefined) return
  const flag = replyFlags[kind]
  const work = async (client: ImapFlow, mailbox: MailboxObject) => {
    if (mailbox.uidValidity !== group.uidValidity || !takes(mailbox, flag)) return
    await command(client, 'UID STORE', [sequence(String(uid)), atom('+FLAGS.SILENT'), [atom(flag)]])
  }
  await context.pool.within(account, group.mailbox.path, work, { again: true }).catch(unlessGone)
  folders.changed(account.id, 'counts')
}
