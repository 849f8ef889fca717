/** Templates, in the product's own database. */

import type { Database } from '../../sql/openDatabase'
import { namedRows } from '../../sql/rows/namedRows'
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

export function makeTemplateStore(db: Database): TemplateStore {
  const own = (account: string) => db.selectFrom('mail_templates').where('account_id', '=', account)
  const named = namedRows(db, 'mail_templates')
  return {
    list: async (account) => {
      const rows = await own(account).select(['id', 'name', 'subject']).execute()
      // The database's own order of letters is not the same in both.
      return rows.toSorted((one, other) => one.name.localeCompare(other.name, 'zh-CN'))
    },
    find: async (account, id) =>
      (await own(account).select(['id', 'name', 'subject', 'html']).where('id', '=', id).executeTakeFirst()) ?? null,
    add: (account, { id, name, subject, html }, { now, most }) =>
      named.add(account, { id, name, subject, html, created_at: now }, most),
    change: (account, { id, name, subject, html }) => named.change(account, id, { name, subject, html }),
    rename: async (account, id, name) => {
      const renamed = await named.change(account, id, { name })
      if (renamed === 'nameTaken') return renamed
      return (await own(account).select(['id', 'name', 'subject']).where('id', '=', id).executeTakeFirst()) ?? null
    },
    remove: named.remove,
  }
}
