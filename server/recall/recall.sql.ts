/** Recalls in the product's own database (TRUST R22). */
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { recalledStates } from '../../src/contract/endpoints/sending/recall'
import { recallMarks } from '../../src/contract/shapes'
import type { Recall } from '../core/recall'
import { jobRow } from '../mail/jobs/mailJobs.tables'
import type { Connection } from '../sql/connection'
import { waitForTurn } from '../sql/dialect'
import type { Database } from '../sql/openDatabase'
import type { Schema } from '../sql/schema'
import { truth } from '../sql/truth'
import type { RecallStore } from './recall.store'

declare module '../sql/schema' {
  interface Schema {
    recalls: {
      id: string
      account_id: string
      mail_id: string
      /** Unique: a send is recalled once. */
      send_id: string
      subject: string
      notice: 0 | 1
      mark: string
      created_at: number
    }
    recall_recipients: { recall_id: string; position: number; address: string; state: string }
    /** What was taken out of whose mailbox, so that a recall which is worked twice tells the same twice. */
    recalled_mails: { account_id: string; send_id: string }
    /** The same on a mail server: noted before anything is taken, `taken` once all of it is. */
    recall_takings: { send_id: string; address: string; taken: 0 | 1 }
  }
}

export function makeRecallStore(db: Database): RecallStore {
  const found = async (accountId: string, column: 'id' | 'mail_id' | 'send_id', value: string) => {
    const row = await db
      .selectFrom('recalls')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(column, '=', value)
      .executeTakeFirst()
    return row ? recallOf(db, row) : null
  }
  return {
    begin: (recall, { from, most }) =>
      db.transaction().execute(async (transaction) => {
        const { id, accountId, sendId, createdAt } = recall
        await waitForTurn(transaction, `recalls ${accountId}`)
        const earlier = await transaction
          .selectFrom('recalls')
          .select('id')
          .where('send_id', '=', sendId)
          .executeTakeFirst()
        if (earlier !== undefined) return 'repeated'
        if ((await usedIn(transaction, accountId, from)) >= most) return 'usedUp'
        await transaction.insertInto('recalls').values(rowOf(recall)).execute()
        for (const [position, { address, state }] of recall.recipients.entries())
          await transaction
            .insertInto('recall_recipients')
            .values({ recall_id: id, position, address, state })
            .execute()
        const about = { accountId, folder: 'sent', filter: 'all', total: recall.recipients.length, createdAt } as const
        const begun = { state: 'running', done: 0, position: 0, reason: null } as const
        const work = { kind: 'recall', recallId: id } as const
        await transaction
          .insertInto('mail_jobs')
          .values(jobRow({ id: randomUUID(), ...about, ...begun, work }, createdAt))
          .execute()
        return 'begun'
      }),
    find: (accountId, id) => found(accountId, 'id', id),
    ofMail: (accountId, mailId) => found(accountId, 'mail_id', mailId),
    ofSend: (accountId, sendId) => found(accountId, 'send_id', sendId),
    used: (accountId, from) => usedIn(db, accountId, from),
    marks: async (accountId, mailIds) => {
      if (mailIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('recalls')
        .select(['mail_id', 'mark'])
        .where('account_id', '=', accountId)
        .where('mail_id', 'in', mailIds)
        .execute()
      return new Map(rows.map(({ mail_id, mark }) => [mail_id, word(recallMarks, mark)]))
    },
    note: async (id, address, state) => {
      await db
        .updateTable('recall_recipients')
        .set({ state })
        .where('recall_id', '=', id)
        .where('address', '=', address)
        .where('state', '=', 'waiting')
        .execute()
    },
    end: async (id, mark) => {
      await db.updateTable('recalls').set({ mark }).where('id', '=', id).execute()
    },
    version: async (accountId) => {
      const row = await db
        .selectFrom('recalls')
        .select((it) => [
          it.fn.countAll<number>().as('begun'),
          it.fn.count<number>('id').filterWhere('mark', '=', 'running').as('running'),
        ])
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return `${row?.begun ?? 0}.${row?.running ?? 0}`
    },
    drop: (accountId) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('recall_recipients')
          .where('recall_id', 'in', (it) => it.selectFrom('recalls').select('id').where('account_id', '=', accountId))
          .execute()
        await transaction
          .deleteFrom('recall_takings')
          .where('send_id', 'in', (it) =>
            it.selectFrom('recalls').select('send_id').where('account_id', '=', accountId),
          )
          .execute()
        await transaction.deleteFrom('recalls').where('account_id', '=', accountId).execute()
        await transaction.deleteFrom('recalled_mails').where('account_id', '=', accountId).execute()
      }),
  }
}

async function usedIn(db: Connection, accountId: string, from: number): Promise<number> {
  const row = await db
    .selectFrom('recalls')
    .select((it) => it.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>=', from)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

function rowOf(recall: Recall): Selectable<Schema['recalls']> {
  const { id, subject, mark } = recall
  return {
    id,
    account_id: recall.accountId,
    mail_id: recall.mailId,
    send_id: recall.sendId,
    subject,
    notice: truth(recall.notice),
    mark,
    created_at: recall.createdAt,
  }
}

async function recallOf(db: Database, row: Selectable<Schema['recalls']>): Promise<Recall> {
  const recipients = await db
    .selectFrom('recall_recipients')
    .select(['address', 'state'])
    .where('recall_id', '=', row.id)
    .orderBy('position')
    .execute()
  return {
    id: row.id,
    accountId: row.account_id,
    mailId: row.mail_id,
    sendId: row.send_id,
    subject: row.subject,
    notice: row.notice === 1,
    mark: word(recallMarks, row.mark),
    recipients: recipients.map(({ address, state }) => ({ address, state: word(recalledStates, state) })),
    createdAt: row.created_at,
  }
}

function word<T extends string>(words: readonly T[], text: string): T {
  const known = words.find((candidate) => candidate === text)
  if (known === undefined) throw new Error(`A recall holds the word ${text}, which is not known`)
  return known
}
