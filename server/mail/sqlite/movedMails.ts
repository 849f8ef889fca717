/** Mirrors a mailbox into another: a copy has its message's id as its key, and shares the file. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Account, accountQuota } from '../../core/account'
import type { FolderId } from '../../core/mail'
import type { MovedMails } from '../../organizations/mailboxMoves.store'
import { asJson, type Connection } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import { keepMail, type Owner } from './arrival/mailArrival'
import { type FolderNumber, type MailboxNumber, mailboxOf, nameKey } from './mailboxes'
import type { MailContext } from './mailContext'
import { pieceOfMails } from './pieces'

/** Messages of one page: what is noted after each. */
const pageOfMails = 50

const keyOf = (id: string) => `move ${id}`
const copyKey = sql`'move ' || m.id`

type Numbers = { readonly from: MailboxNumber; readonly to: MailboxNumber }

export function createMovedMails(context: MailContext): MovedMails {
  const { db } = context
  const numbers = async (from: Account, to: Account): Promise<Numbers> => ({
    from: await mailboxOf(db, from.id),
    to: await mailboxOf(db, to.id),
  })
  return {
    changes: async (account) => {
      const mailbox = await mailboxOf(db, account)
      const row = await db.selectFrom('mailboxes').select('changes').where('mailbox', '=', mailbox).executeTakeFirst()
      return row?.changes ?? 0
    },
    held: async (account) => {
      const mailbox = await mailboxOf(db, account)
      const row = await db
        .selectFrom('mailboxes')
        .select(['used', 'count'])
        .where('mailbox', '=', mailbox)
        .executeTakeFirst()
      return { bytes: row?.used ?? 0, count: row?.count ?? 0 }
    },
    removeGone: async (from, to) => removeGone(context, await numbers(from, to)),
    mirrorPage: async (from, to, position, into) => {
      const both = await numbers(from, to)
      if (into === undefined) await mirrorFolders(db, both)
      return mirrorPage(context, both, { owner: ownerOf(to, both.to), into }, position)
    },
  }
}

function ownerOf(account: Account, mailbox: MailboxNumber): Owner {
  return { account: account.id, address: account.address, mailbox, quotaBytes: accountQuota(account) }
}

type Folder = {
  readonly folder: FolderNumber
  readonly id: string
  readonly name: string
  readonly parent: FolderNumber | null
  readonly total: number
}

const ownFolders = (db: Connection, mailbox: MailboxNumber): Promise<Folder[]> =>
  db
    .selectFrom('mail_folders')
    .select(['folder', 'id', 'name', 'parent', 'total'])
    .where('mailbox', '=', mailbox)
    .where('name_key', 'is not', null)
    .execute()

/** Under the same ids, for rules and settings. One that went goes once it is empty. */
function mirrorFolders(db: Database, { from, to }: Numbers): Promise<void> {
  return db.transaction().execute(async (within) => {
    const [wanted, found] = [await ownFolders(within, from), await ownFolders(within, to)]
    const ids = new Map(wanted.map(({ folder, id }) => [folder, id]))
    const copies = new Map(found.map((it) => [it.id, it]))
    const numberOf = (parent: FolderNumber | null) =>
      parent === null ? null : (copies.get(ids.get(parent) ?? '')?.folder ?? null)
    const isOther = ({ id, name, parent }: Folder) => {
      const copy = copies.get(id)
      return copy === undefined || copy.name !== name || copy.parent !== numberOf(parent)
    }
    // First out of one another's way: two may have changed their names.
    for (const { id } of wanted.filter(isOther)) await setKey(within, to, id, `\u001f${id}`)
    for (const one of topDown(wanted)) {
      if (!isOther(one)) continue
      const parent = numberOf(one.parent)
      const row = { name: one.name, name_key: nameKey(one.name, parent), parent }
      const { folder } = await within
        .insertInto('mail_folders')
        .values({ mailbox: to, id: one.id, ...row })
        .onConflict((conflict) => conflict.columns(['mailbox', 'id']).doUpdateSet(row))
        .returning('folder')
        .executeTakeFirstOrThrow()
      copies.set(one.id, { ...one, folder, parent })
    }
    const kept = new Set(ids.values())
    for (const gone of topDown(found).toReversed())
      if (!kept.has(gone.id) && gone.total === 0)
        await within.deleteFrom('mail_folders').where('folder', '=', gone.folder).execute()
  })
}

async function setKey(within: Connection, mailbox: MailboxNumber, id: string, key: string): Promise<void> {
  await within
    .updateTable('mail_folders')
    .set({ name_key: key })
    .where('mailbox', '=', mailbox)
    .where('id', '=', id)
    .execute()
}

/** Each after the one that it stands in. */
function topDown(all: readonly Folder[]): readonly Folder[] {
  const sorted = all.filter(({ parent }) => parent === null)
  for (const above of sorted) sorted.push(...all.filter(({ parent }) => parent === above.folder))
  return sorted
}

type Source = {
  readonly seq: number
  readonly id: string
  readonly spool: string
  readonly folder: string
  readonly received_at: number
  readonly seen: number
  readonly flagged: number
  readonly answered: number
  readonly forwarded: number
  readonly tells_recall: number
  readonly is_copied: number
}

/** The next messages in order of arrival, by the index that each folder has. */
async function nextSeqs(db: Connection, mailbox: MailboxNumber, position: number, most: number) {
  const { rows } = await sql<{ seq: number }>`
    select m.seq from mail_folders as f join mails as m on m.seq in (
      select x.seq from mails as x where x.folder = f.folder and x.seq > ${position} order by x.seq limit ${most})
    where f.mailbox = ${mailbox} order by m.seq limit ${most}`.execute(db)
  return rows.map(({ seq }) => seq)
}

/** Whose the copies are, and their one folder where they do not stand as in the source. */
type Place = { readonly owner: Owner; readonly into: FolderId | undefined }

async function mirrorPage(context: MailContext, both: Numbers, place: Place, position: number): Promise<number | null> {
  const { db } = context
  const seqs = await nextSeqs(db, both.from, position, pageOfMails)
  const last = seqs.at(-1)
  if (last === undefined) return null
  const { rows } = await sql<Source>`
    select m.seq, m.id, m.spool, f.id as folder, m.received_at, m.seen, m.flagged, m.answered, m.forwarded,
      m.tells_recall,
      exists (select 1 from mails as c where c.mailbox = ${both.to} and c.idempotency_key = ${copyKey}) as is_copied
    from mails as m join mail_folders as f on f.folder = m.folder
    where m.seq in (select value from json_each(${asJson(seqs)})) order by m.seq`.execute(db)
  for (const row of rows) if (row.is_copied === 0) await copyMail(context, both, place, row)
  if (place.into === undefined) await mirrorMarks(db, both, seqs)
  await nextTurn()
  return last
}

/** What went meanwhile is left out: its mailbox has changed, and another pass comes. */
async function copyMail(context: MailContext, { from }: Numbers, { owner, into }: Place, row: Source): Promise<void> {
  const { id, spool, folder, received_at: receivedAt } = row
  const flags = {
    seen: row.seen === 1,
    flagged: row.flagged === 1,
    answered: row.answered === 1,
    forwarded: row.forwarded === 1,
  }
  const mail = { folder: into ?? folder, flags, receivedAt, key: keyOf(id), tellsRecall: row.tells_recall === 1 }
  try {
    await keepMail(context, owner, { ...mail, source: { kind: 'spool', spool } }, null)
  } catch (error) {
    const { rows } = await sql`
      select 1 from mails as m join mail_folders as f on f.folder = m.folder
      where m.mailbox = ${from} and m.id = ${id} and f.id = ${folder}`.execute(context.db)
    if (rows.length > 0) throw error
  }
}

const marks = [
  ...['seen', 'flagged', 'answered', 'forwarded', 'receipt', 'tells_recall', 'left_folder', 'deleted_at'],
  ...['scan', 'junk_by'],
]

/** One UPDATE for the folder and one for each mark, as migrations/mailTriggers.ts counts them. */
async function mirrorMarks(db: Database, { from, to }: Numbers, seqs: readonly number[]): Promise<void> {
  const page = sql`m.mailbox = ${from} and m.seq in (select value from json_each(${asJson(seqs)}))`
  const copy = sql`c.mailbox = ${to} and c.idempotency_key = ${copyKey}`
  await db.transaction().execute(async (within) => {
    for (const mark of marks) {
      const column = sql.ref(mark)
      await sql`update mails as c set ${column} = m.${column} from mails as m
        where ${page} and ${copy} and c.${column} is not m.${column}`.execute(within)
    }
    await sql`
      update mails as c set folder = t.folder
      from mails as m join mail_folders as f on f.folder = m.folder
        join mail_folders as t on t.mailbox = ${to} and t.id = f.id
      where ${page} and ${copy} and c.folder <> t.folder`.execute(within)
  })
}

/** Deleted for good, and drafts that have a newer version. */
async function removeGone({ db, spool }: MailContext, { from, to }: Numbers): Promise<void> {
  for (let position = 0; ; await nextTurn()) {
    const seqs = await nextSeqs(db, to, position, pieceOfMails)
    const last = seqs.at(-1)
    if (last === undefined) return
    position = last
    const { rows } = await sql<{ spool: string }>`
      delete from mails where seq in (select value from json_each(${asJson(seqs)}))
        and idempotency_key like 'move %' and not exists (
          select 1 from mails as m where m.id = substr(mails.idempotency_key, 6) and m.mailbox = ${from})
      returning spool`.execute(db)
    if (rows.length > 0) await spool.releaseAll(rows.map((row) => row.spool))
  }
}
