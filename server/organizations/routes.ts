/** Organizations, as src/contract/endpoints/organization, account and contacts list them. */
import * as entries from '#contract/endpoints/account/account'
import { directory } from '#contract/endpoints/organization/directory'
import * as moves from '#contract/endpoints/organization/mailboxMove'
import { type Binding, on, onAnonymous } from '../http/binding'
import { type MailboxMoveDeps, makeCancelMailboxMove, makeMailboxMove, makeStartMailboxMove } from './mailboxMove'
import { makeCorporateDomains, makeCustomLogo, makeSearchDirectory, type OrganizationDeps } from './organizations'

export function organizationBindings(deps: OrganizationDeps & MailboxMoveDeps): readonly Binding[] {
  return [
    on(entries.corporateDomains, makeCorporateDomains(deps)),
    on(directory, makeSearchDirectory(deps)),
    onAnonymous(entries.customLogo, makeCustomLogo(deps)),
    on(moves.mailboxMove, makeMailboxMove(deps)),
    on(moves.startMailboxMove, makeStartMailboxMove(deps)),
    on(moves.cancelMailboxMove, makeCancelMailboxMove(deps)),
  ]
}
