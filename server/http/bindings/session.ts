/** Session and login, as src/contract/endpoints/session lists them. */

import * as captchaEntries from '../../../src/contract/endpoints/captcha'
import * as qrEntries from '../../../src/contract/endpoints/qrLogin'
import * as selfTestEntries from '../../../src/contract/endpoints/selfTest'
import * as entries from '../../../src/contract/endpoints/session'
import * as signInEntries from '../../../src/contract/endpoints/signIns'
import { makeCaptchaPicture, makeCaptchaWait } from '../../services/captcha'
import { inPlaceOfFormer } from '../../services/formerSession'
import { type LoginParts, makeLogin } from '../../services/login'
import { makeLogout } from '../../services/logout'
import {
  makeDecideQrLogin,
  makeLoginQrCode,
  makePollQrLogin,
  makeScanQrLogin,
  type QrParts,
} from '../../services/qrLogin'
import { makeListSignIns } from '../../services/signIns'
import { heartbeat, makeGatewayState, makeSiteInfo, makeUsersInfo, type Site } from '../../services/whoami'
import { type Binding, on, onAnonymous, onDownload, onText } from '../binding'

export type SessionParts = LoginParts &
  QrParts &
  Parameters<typeof makeLogout>[0] &
  Parameters<typeof makeUsersInfo>[0] & { readonly site: Site }

export function sessionBindings(parts: SessionParts): readonly Binding[] {
  return [
    onAnonymous(entries.login, inPlaceOfFormer(parts, makeLogin(parts)), { success: '000' }),
    onDownload(captchaEntries.captchaPicture, makeCaptchaPicture(parts)),
    onAnonymous(captchaEntries.captchaWait, makeCaptchaWait(parts)),
    onAnonymous(qrEntries.loginQrCode, makeLoginQrCode(parts)),
    onAnonymous(qrEntries.pollQrLogin, inPlaceOfFormer(parts, makePollQrLogin(parts))),
    on(qrEntries.scanQrLogin, makeScanQrLogin(parts)),
    on(qrEntries.decideQrLogin, makeDecideQrLogin(parts)),
    on(signInEntries.listSignIns, makeListSignIns(parts)),
    onText(entries.logout, makeLogout(parts)),
    on(entries.heartbeat, heartbeat),
    on(selfTestEntries.gatewayState, makeGatewayState(parts)),
    on(entries.usersInfo, makeUsersInfo(parts)),
    onAnonymous(entries.siteInfo, makeSiteInfo(parts.site)),
  ]
}
