/** Search keys of members, for the directory and the administrators of an organization. */
import { setImmediate } from 'node:timers/promises'
import type { Database } from '../openDatabase'
import { personKeys } from './personKeys'

/** Members whose keys are made in one piece. */
const enteredAtOnce = 100

/** Makes the search keys of members who have none yet, or another name by now. */
export async function enterMembers(db: Database, organization: string): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('accounts')
      .leftJoin('directory_people as person', 'person.account_id', 'accounts.id')
      .select(['accounts.id', 'accounts.address', 'accounts.display_name'])
      .where('accounts.organization', '=', organization)
      .where((it) =>
        it.or([it('person.account_id', 'is', null), it('person.name', '!=', it.ref('accounts.display_name'))]),
      )
      .limit(enteredAtOnce)
      .execute()
    for (const { id, address, display_name: name } of rows) {
      const keys = await personKeys(name, address)
      await db
        .insertInto('directory_people')
        .values({ account_id: id, name, ...keys })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ name, ...keys }))
        .execute()
    }
    if (rows.length < enteredAtOnce) return
    await setImmediate()
  }
}
