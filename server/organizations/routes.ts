/** Organizations, as src/contract/endpoints/organization, account and contacts list them. */
import * as entries from '#contract/endpoints/account/account'
import { directory } from '#contract/endpoints/organization/directory'
import * as moves from '#contract/endpoints/organization/mailboxMove'
import { type Binding, on, onAnonymous } from '../http/binding'
import { type MailboxMoveDeps, makeCancelMailboxMove, makeMailboxMove, makeStartMailboxMove } from './mailboxMove'
import { makeCorporateDomains, makeCustomLogo, makeSearchDirectory, type OrganizationDeps } from './organizations'

export function organizationBindings(parts: OrganizationDeps & MailboxMoveDeps): readonly Binding[] {
  return [
    on(entries.corporateDomains, makeCorporateDomains(parts)),
    on(directory, makeSearchDirectory(parts)),
    onAnonymous(entries.customLogo, makeCustomLogo(parts)),
    on(moves.mailboxMove, makeMailboxMove(parts)),
    on(moves.startMailboxMove, makeStartMailboxMove(parts)),
    on(moves.cancelMailboxMove, makeCancelMailboxMove(parts)),
  ]
}
