/** Whatever names an account goes with it: rows are written into every table of the database, by its columns alone. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountTables, tableRules } from '#server/composition/records'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'

/** Tables whose rows belong to an account by way of another table's row: the columns that name that row. */
const hanging: Readonly<Record<string, readonly string[]>> = {
  outbox_recipients: ['outbox_id', 'outbox', 'id'],
  recall_recipients: ['recall_id', 'recalls', 'id'],
  recall_takings: ['send_id', 'recalls', 'send_id'],
}

/** Tables that belong to nobody, to a mailbox or to files: `deleteAccountData.test.ts` removes those by way of the product. */
const others = [
  ...[
    'accounts',
    'attachments',
    'attachments_due',
    'attempts',
    'blob_chunks',
    'blobs',
    'captchas',
    'closed_names',
    'due_notes',
    'invites',
    'migrations',
    'page_views',
    'passkey_challenges',
  ],
  ...['mail_buckets', 'mail_conversations', 'mail_folders', 'mail_parsed', 'mails', 'removed_mails'],
  ...[
    'member_removals',
    'organization_audit',
    'organization_claims',
    'organization_policies',
    'organization_sends',
    'organization_domains',
    'organizations',
  ],
  ...['store_identity', 'unread_messages', 'test_payments', 'upload_parts'],
  ...['mail_text', 'mail_text_config', 'mail_text_data', 'mail_text_docsize', 'mail_text_idx'],
]

type Column = { readonly name: string; readonly type: string; readonly needed: number }
type Table = { readonly name: string; readonly columns: readonly Column[] }

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
})
afterEach(() => gateway.close())

async function tables(): Promise<readonly Table[]> {
  const { db } = gateway.stores
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(db)
  return Promise.all(
    rows.map(async ({ name }) => {
      const columns = await sql<Column>`
        select name, type, ("notnull" = 1 and dflt_value is null) or pk > 0 as needed from pragma_table_info(${name})`.execute(
        db,
      )
      return { name, columns: columns.rows }
    }),
  )
}

const namesAccount = ({ columns }: Table) => columns.some(({ name }) => name === 'account_id')

/** Writes a row in which every text begins with the account's id, so that two accounts' rows never meet in a unique column. */
async function fill({ name: table, columns }: Table, account: string, at: number): Promise<void> {
  const value = ({ name, type }: Column) => {
    if (name === 'account_id') return account
    return /int/i.test(type) ? at : `${account} ${hanging[table]?.[0] === name ? hanging[table][2] : name}`
  }
  const wanted = columns.filter(({ name, needed }) => needed === 1 || name === 'account_id')
  const names = sql.join(wanted.map(({ name }) => sql.ref(name)))
  const values = sql.join(wanted.map(value))
  // A mailbox is there from the start.
  await sql`insert or ignore into ${sql.table(table)} (${names}) values (${values})`.execute(gateway.stores.db)
}

/** How many rows of each table begin with the account's id in a column that names it or its row. */
async function held(filled: readonly Table[], account: string): Promise<Readonly<Record<string, number>>> {
  const counted = filled.map(async ({ name }) => {
    const [column = 'account_id'] = hanging[name] ?? []
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(name)} where ${sql.ref(column)} like ${`${account}%`}`.execute(
      gateway.stores.db,
    )
    return [name, rows[0]?.rows ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

const namesOf = (all: readonly Table[]) => all.map(({ name }) => name)
const records = 'server/composition/records.ts'

/** What the records and this file do not know of a database, or name in vain: a line each. */
function recordFaults(all: readonly Table[], recorded: readonly string[]): readonly string[] {
  const owned = namesOf(all.filter(namesAccount))
  const known = [...Object.keys(hanging), ...others]
  const rest = namesOf(all).filter((name) => !owned.includes(name))
  const lines = (names: readonly string[], among: readonly string[], says: (name: string) => string) =>
    names.filter((name) => !among.includes(name)).map(says)
  return [
    ...lines(owned, recorded, (name) => `${name} has an account_id: name it in \`tables\` of its record in ${records}`),
    ...lines(recorded, owned, (name) => `${name} stands in ${records} and is no table with an account_id`),
    ...lines(rest, known, (name) => `${name} has no account_id: name it in this file, among those that hang or others`),
    ...lines(known, rest, (name) => `${name} stands in this file and is no table without an account_id`),
  ]
}

/** Fills every table for two accounts; says what removing one leaves of it and takes of the other. */
async function removalFaults(): Promise<readonly string[]> {
  const [lin, anna] = [await gateway.account('lin@ep.test'), await gateway.account('anna@ep.test')]
  const filled = (await tables()).filter((table) => namesAccount(table) || table.name in hanging)
  for (const [at, { id }] of [lin, anna].entries()) for (const table of filled) await fill(table, id, 1_000 + at)
  const each = Object.fromEntries(namesOf(filled).map((name) => [name, 1]))
  expect([await held(filled, lin.id), await held(filled, anna.id)]).toEqual([each, each])

  await gateway.stores.deleteAccountData(lin.id)

  const [left, kept] = [await held(filled, lin.id), await held(filled, anna.id)]
  return namesOf(filled).flatMap((name) => [
    ...(left[name] === 0 ? [] : [`${name} keeps rows of an account that is removed: ${records} does not remove them`]),
    ...(kept[name] === 1 ? [] : [`${name} loses rows of another account than the one that is removed`]),
  ])
}

it('every table is known here, and each that has an account_id to the records', async () => {
  expect(recordFaults(await tables(), accountTables)).toEqual([])
})

it('a table that no record names is found', async () => {
  const { db } = gateway.stores
  await sql`create table planted_notes (account_id text not null, note text not null)`.execute(db)
  await sql`create table planted_words (word text not null)`.execute(db)
  expect(recordFaults(await tables(), [...accountTables, 'planted_record'])).toEqual([
    'planted_notes has an account_id: name it in `tables` of its record in server/composition/records.ts',
    'planted_record stands in server/composition/records.ts and is no table with an account_id',
    'planted_words has no account_id: name it in this file, among those that hang or others',
  ])
})

it('every table says where its rows go with their owner, or a word why they go nowhere', () => {
  const reasons = [...tableRules].flatMap(([table, rule]) => {
    if (typeof rule === 'string') return [[table, rule] as const]
    return [rule.transfer, rule.archive].flatMap((way) =>
      typeof way === 'object' && 'left' in way ? [[table, way.left] as const] : [],
    )
  })
  expect(reasons.filter(([, reason]) => reason.split(' ').length < 2)).toEqual([])
})

it('removing an account leaves no row of it in any table, and every row of another', async () => {
  expect(await removalFaults()).toEqual([])
})

it('rows that outlive their account, and rows of another that go with it, are found', async () => {
  const { db } = gateway.stores
  await sql`create table planted_notes (account_id text not null, note text not null)`.execute(db)
  await sql`create trigger planted_shield before delete on settings begin select raise(ignore); end`.execute(db)
  await sql`create trigger planted_greed after delete on profiles begin delete from sign_ins; end`.execute(db)
  expect((await removalFaults()).toSorted()).toEqual([
    'planted_notes keeps rows of an account that is removed: server/composition/records.ts does not remove them',
    'settings keeps rows of an account that is removed: server/composition/records.ts does not remove them',
    'sign_ins loses rows of another account than the one that is removed',
  ])
})
