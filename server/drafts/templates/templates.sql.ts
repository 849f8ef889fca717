/** Templates, in the product's own database. */
import { sql } from 'kysely'
import type { Database } from '../../sql/openDatabase'
import type { TemplateStore } from './templates.store'

declare module '../../sql/schema' {
  interface Schema {
    mail_templates: {
      account_id: string
      id: string
      name: string
      /** The name as two that look alike share it. */
      name_key: string
      subject: string
      html: string
      created_at: number
    }
  }
}

const keyOf = (name: string) => name.normalize('NFKC').toLowerCase()

export function makeTemplateStore(db: Database): TemplateStore {
  const own = (account: string) => db.selectFrom('mail_templates').where('account_id', '=', account)
  const bears = async (account: string, name: string) =>
    (await own(account).select('id').where('name_key', '=', keyOf(name)).executeTakeFirst())?.id ?? null
  return {
    list: async (account) => {
      const rows = await own(account).select(['id', 'name', 'subject']).execute()
      // The database's own order of letters is not the same in both.
      return rows.toSorted((one, other) => one.name.localeCompare(other.name, 'zh-CN'))
    },
    find: async (account, id) =>
      (await own(account).select(['id', 'name', 'subject', 'html']).where('id', '=', id).executeTakeFirst()) ?? null,
    add: async (account, { id, name, subject, html }, { now, most }) => {
      // One statement, so that two at one moment cannot both take the last place.
      const added = await sql`
        insert into mail_templates (account_id, id, name, name_key, subject, html, created_at)
        select ${account}, ${id}, ${name}, ${keyOf(name)}, ${subject}, ${html}, ${now}
        where (select count(*) from mail_templates where account_id = ${account}) < ${most}
        on conflict (account_id, name_key) do nothing`.execute(db)
      if (added.numAffectedRows === 1n) return 'added'
      return (await bears(account, name)) === null ? 'full' : 'nameTaken'
    },
    rename: async (account, id, name) => {
      const bearer = await bears(account, name)
      if (bearer !== null && bearer !== id) return 'nameTaken'
      const row = await db
        .updateTable('mail_templates')
        .set({ name, name_key: keyOf(name) })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .returning(['id', 'name', 'subject'])
        .executeTakeFirst()
      return row ?? null
    },
    remove: async (account, id) => {
      const gone = await db
        .deleteFrom('mail_templates')
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      return gone.numDeletedRows > 0n
    },
  }
}
