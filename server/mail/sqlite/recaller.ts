/** Recall from mailboxes that are kept here: the mail is known by the key that its delivery gave it, which no header can claim. */
import { sql } from 'kysely'
import { StoreAway } from '../../core/refusal'
import type { Recaller, Taken } from '../../recall/recaller.port'
import type { AccountStore } from '../../session/account.store'
import type { Connection } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import type { MailStores } from '../mail.store'
import type { FileSpool } from '../spool/fileSpool'
import { findMailbox, type MailboxNumber } from './mailboxes'

/** What the recipient has deleted for good can be recovered for a while: it is in the mailbox as well. */
const places = ['mails', 'removed_mails'] as const

type Found = {
  readonly place: (typeof places)[number]
  readonly seq: number
  readonly seen: number
  readonly spool: string
}

export type EmbeddedRecallerDeps = {
  readonly db: Database
  readonly spool: FileSpool
  readonly accounts: Pick<AccountStore, 'byAddress'>
  readonly mailStores: MailStores
}

export function makeEmbeddedRecaller({ db, spool, accounts, mailStores }: EmbeddedRecallerDeps): Recaller {
  return {
    // What is sent lies in its mailbox before the journal says so.
    onItsWayMs: 0,
    keep: async (address, mail) => {
      const account = await accounts.byAddress(address)
      if (account !== null) await mailStores.of(account).append(mail)
    },
    recall: async ({ sendId, address }) => {
      const account = await accounts.byAddress(address)
      if (account === null) return 'absent'
      const gone: string[] = []
      try {
        // One transaction: nobody opens the mail between the look and the taking, and that it was taken is on record with it.
        const taken = await db.transaction().execute(async (transaction): Promise<Taken> => {
          const known = { account_id: account.id, send_id: sendId }
          if (await wasTaken(transaction, known)) return 'recalled'
          const mailbox = await findMailbox(transaction, account.id)
          const copies = mailbox === null ? [] : await copiesOf(transaction, mailbox, `${sendId}:${address}`)
          if (copies.length === 0) return 'absent'
          if (copies.some(({ seen }) => seen === 1)) return 'read'
          for (const { place, seq } of copies) await transaction.deleteFrom(place).where('seq', '=', seq).execute()
          await transaction.insertInto('recalled_mails').values(known).execute()
          gone.push(...copies.map((copy) => copy.spool))
          return 'recalled'
        })
        await spool.releaseAll(gone)
        return taken
      } catch (error) {
        if (error instanceof StoreAway) return 'away'
        throw error
      }
    },
  }
}

async function wasTaken(db: Connection, known: { account_id: string; send_id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('recalled_mails')
    .select('send_id')
    .where('account_id', '=', known.account_id)
    .where('send_id', '=', known.send_id)
    .executeTakeFirst()
  return row !== undefined
}

/** A rule may have kept several: the others' keys end in their place (`server/rules/arrival/arrive.ts`). The semicolon follows the colon. */
async function copiesOf(db: Connection, mailbox: MailboxNumber, key: string): Promise<readonly Found[]> {
  const found: Found[] = []
  for (const place of places) {
    const { rows } = await sql<Omit<Found, 'place'>>`
      select seq, seen, spool from ${sql.table(place)}
      where mailbox = ${mailbox}
        and (idempotency_key = ${key} or (idempotency_key > ${`${key}:`} and idempotency_key < ${`${key};`}))
        and idempotency_key is not null`.execute(db)
    found.push(...rows.map((row) => ({ place, ...row })))
  }
  return found
}
