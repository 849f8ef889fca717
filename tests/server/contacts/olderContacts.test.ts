/** A database that holds contacts from before they had all their fields. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeContactGroups } from '#server/contacts/contactGroups.sql'
import { makeContactStore } from '#server/contacts/contacts.sql'
import { migrate } from '#server/sql/migrate'
import { migrations } from '#server/sql/migrations'
import { openDatabase } from '#server/sql/openDatabase'

it('keeps its contacts with star, number and group, finds them by all of it, and merges them', async () => {
  const db = openDatabase(':memory:')
  try {
    await sql`create table migrations (name text primary key, position integer not null)`.execute(db)
    for (const [position, { name, up, on = 'sqlite' }] of migrations.entries()) {
      if (name >= '0049') break
      if (on !== 'sqlite') continue
      await db.transaction().execute((step) => up(step, 'sqlite'))
      await sql`insert into migrations (name, position) values (${name}, ${position})`.execute(db)
    }
    const old = [
      ['wang', '王丽', 'Wang@ep.test', '138 0000 0000', 1, 'wang li'],
      ['again', '王丽 2', 'wang@ep.test', '', 0, 'wang li 2'],
      ['bare', '1号', '', '', 0, '1'],
    ] as const
    for (const [id, name, email, phone, starred, key] of old)
      await sql`insert into contacts
        (id, account_id, name, name_key, email, email_key, phone, starred, search_key, order_key)
        values (${id}, 'lin', ${name}, ${name}, ${email}, ${email.toLowerCase()}, ${phone}, ${starred}, ${` ${key}`}, ${key})
      `.execute(db)
    await sql`insert into contact_groups (id, account_id, name, name_key, search_key, order_key)
      values ('group', 'lin', '客户', '客户', ' 客户', 'kehu')`.execute(db)
    await sql`insert into contact_group_members values ('lin', 'group', 'again')`.execute(db)
    expect((await migrate(db))[0]).toBe('0049contactDetails')

    const contacts = makeContactStore(db)
    expect((await contacts.all('lin')).map(({ id }) => id)).toEqual(['wang', 'again', 'bare'])
    expect(await contacts.find('lin', 'wang')).toMatchObject({
      ...{ version: 1, starred: true, photo: '', notes: '', groups: [] },
      emails: [{ label: '', value: 'Wang@ep.test' }],
      phones: [{ label: '', value: '138 0000 0000' }],
    })
    expect(await contacts.find('lin', 'bare')).toMatchObject({ emails: [], phones: [] })
    expect(await makeContactGroups(db).members('lin', 'group')).toMatchObject({ contacts: [{ id: 'again' }] })
    const { sets } = await contacts.duplicates('lin', '', { size: 9, named: 9 })
    expect(sets).toMatchObject([{ shared: 'email', count: 2 }])
    const plan = { undo: 'undo', now: 1 }
    const came = await contacts.merge('lin', ['wang', 'again'], { details: {}, photo: '' }, plan)
    expect(came).toMatchObject({ is: 'merged', contact: { groups: ['group'], starred: true } })
  } finally {
    await db.destroy()
  }
})
