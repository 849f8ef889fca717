/** Moves mails: where each was and what it is called now comes back, so that an Undo can put it back. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail'
import { folderViews } from '../../src/contract/shapes'
import { Refusal } from '../core/refusal'
import type { MailStores } from '../ports/mailStores'
import type { Caller } from './caller'

type Parts = { readonly mailStores: MailStores }
type Moved = Reply<typeof entries.moveMails>

export const makeMoveMails =
  (parts: Parts) =>
  (form: Form<typeof entries.moveMails>, caller: Caller): Promise<Moved> =>
    moveTo(parts, form.ids, form.target, caller)

export const makeMoveToJunk =
  (parts: Parts) =>
  (form: Form<typeof entries.moveToJunk>, caller: Caller): Promise<Moved> =>
    moveTo(parts, form.ids, 'junk', caller)

export const makeReportSpam =
  (parts: Parts) =>
  async (form: Form<typeof entries.reportSpam>, caller: Caller): Promise<Moved> => {
    if (form.blacklist) throw new Refusal('notYetAvailable')
    return moveTo(parts, form.ids, 'junk', caller)
  }

async function moveTo(
  { mailStores }: Parts,
  ids: readonly string[],
  target: string,
  { account }: Caller,
): Promise<Moved> {
  if (ids.length === 0) throw new Refusal('noMailSelected')
  if ((folderViews as readonly string[]).includes(target)) throw new Refusal('notAllowed', { field: 'target' })
  const moved = await mailStores.of(account).move(ids, target)
  // Absent and foreign mails alike are simply not there (TRUST S21).
  if (!moved || moved.length === 0) throw new Refusal('notFound')
  return { moved: [...moved] }
}
