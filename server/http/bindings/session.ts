/** Session and login, as src/contract/endpoints/session lists them. */
import * as entries from '../../../src/contract/endpoints/session'
import { type LoginParts, makeLogin } from '../../services/login'
import { makeLogout } from '../../services/logout'
import { heartbeat, makeSiteInfo, makeUsersInfo, type Site } from '../../services/whoami'
import { type Binding, on, onAnonymous, onText } from '../binding'

export type SessionParts = LoginParts &
  Parameters<typeof makeLogout>[0] &
  Parameters<typeof makeUsersInfo>[0] & { readonly site: Site }

export function sessionBindings(parts: SessionParts): readonly Binding[] {
  return [
    onAnonymous(entries.login, makeLogin(parts), { success: '000' }),
    onText(entries.logout, makeLogout(parts)),
    on(entries.heartbeat, heartbeat),
    on(entries.usersInfo, makeUsersInfo(parts)),
    onAnonymous(entries.siteInfo, makeSiteInfo(parts.site)),
  ]
}
