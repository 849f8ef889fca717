/** Session and login, as src/contract/endpoints/session/session lists them. */

import * as registrationEntries from '#contract/endpoints/session/registration'
import * as selfTestEntries from '../../src/contract/endpoints/account/selfTest'
import * as ticketEntries from '../../src/contract/endpoints/mail/reading'
import * as captchaEntries from '../../src/contract/endpoints/session/captcha'
import * as factorEntries from '../../src/contract/endpoints/session/factors'
import * as passkeyEntries from '../../src/contract/endpoints/session/passkeys'
import { changePassword } from '../../src/contract/endpoints/session/password'
import * as qrEntries from '../../src/contract/endpoints/session/qrLogin'
import * as entries from '../../src/contract/endpoints/session/session'
import * as signInEntries from '../../src/contract/endpoints/session/signIns'
import { type Binding, on, onAnonymous, onDownload, onText } from '../http/binding'
import { makeCaptchaPicture, makeCaptchaWait } from './captcha/captcha'
import {
  type FactorCallDeps,
  makeBeginTotp,
  makeConfirmTotp,
  makeDistrustDevice,
  makeEndTotp,
  makeFactorState,
  makeRenewRecoveryCodes,
} from './factors/factors'
import { makeSecondStep, makeSecondStepPasskey } from './factors/secondStep'
import { type LoginParts, makeLogin } from './login'
import { makeLogout } from './logout'
import {
  makeAddPasskey,
  makeBeginPasskey,
  makeBeginPasskeySignIn,
  makePasskeySignIn,
  makePasskeyState,
  makeRemovePasskey,
  makeRenamePasskey,
  type PasskeyCallDeps,
} from './passkeys/passkeys'
import { type ChangePasswordParts, makeChangePassword } from './password/changePassword'
import { makeDecideQrLogin, makeLoginQrCode, makePollQrLogin, makeScanQrLogin, type QrParts } from './qr/qrLogin'
import { makeCheckPhoneNumber, makeRegistrationCode, makeRegistrationProof } from './registration/phoneProof'
import {
  makeRegister,
  makeRegistrationState,
  makeValidateUserName,
  type RegistrationDeps,
} from './registration/registrations'
import { replaceSession } from './replaceSession'
import {
  makeEndOtherSessions,
  makeEndSession,
  makeListSessions,
  makeListSignIns,
  makeSignInsFile,
} from './signIns/signIns'
import { makeAntiForgeryToken, makeDownloadTicket } from './tickets/tickets'
import { heartbeat, makeGatewayState, makeSiteInfo, makeUsersInfo, type Site } from './whoami'

export type SessionParts = LoginParts &
  RegistrationDeps &
  QrParts &
  FactorCallDeps &
  PasskeyCallDeps &
  ChangePasswordParts &
  Parameters<typeof makeDownloadTicket>[0] &
  Parameters<typeof makeLogout>[0] &
  Parameters<typeof makeUsersInfo>[0] & { readonly site: Site }

export function sessionBindings(parts: SessionParts): readonly Binding[] {
  return [
    onAnonymous(entries.login, replaceSession(parts, makeLogin(parts)), { success: '000' }),
    onAnonymous(factorEntries.secondStep, replaceSession(parts, makeSecondStep(parts)), { success: '000' }),
    onAnonymous(passkeyEntries.beginPasskeySignIn, makeBeginPasskeySignIn(parts)),
    onAnonymous(passkeyEntries.passkeySignIn, replaceSession(parts, makePasskeySignIn(parts)), { success: '000' }),
    onAnonymous(passkeyEntries.secondStepPasskey, makeSecondStepPasskey(parts)),
    on(passkeyEntries.passkeyState, makePasskeyState(parts)),
    on(passkeyEntries.beginPasskey, makeBeginPasskey(parts)),
    on(passkeyEntries.addPasskey, makeAddPasskey(parts)),
    on(passkeyEntries.renamePasskey, makeRenamePasskey(parts)),
    on(passkeyEntries.removePasskey, makeRemovePasskey(parts)),
    on(factorEntries.factorState, makeFactorState(parts)),
    on(factorEntries.beginTotp, makeBeginTotp(parts)),
    on(factorEntries.confirmTotp, makeConfirmTotp(parts)),
    on(factorEntries.renewRecoveryCodes, makeRenewRecoveryCodes(parts)),
    on(factorEntries.endTotp, makeEndTotp(parts)),
    on(factorEntries.distrustDevice, makeDistrustDevice(parts)),
    onDownload(captchaEntries.captchaPicture, makeCaptchaPicture(parts)),
    onAnonymous(captchaEntries.captchaWait, makeCaptchaWait(parts)),
    onAnonymous(qrEntries.loginQrCode, makeLoginQrCode(parts)),
    onAnonymous(qrEntries.pollQrLogin, replaceSession(parts, makePollQrLogin(parts))),
    on(qrEntries.scanQrLogin, makeScanQrLogin(parts)),
    on(qrEntries.decideQrLogin, makeDecideQrLogin(parts)),
    on(signInEntries.listSignIns, makeListSignIns(parts)),
    onDownload(signInEntries.signInsFile, makeSignInsFile(parts)),
    on(signInEntries.listSessions, makeListSessions(parts)),
    on(signInEntries.endSession, makeEndSession(parts)),
    on(signInEntries.endOtherSessions, makeEndOtherSessions(parts)),
    onAnonymous(registrationEntries.registrationState, makeRegistrationState(parts)),
    onAnonymous(registrationEntries.validateUserName, makeValidateUserName(parts)),
    onAnonymous(registrationEntries.checkPhoneNumber, makeCheckPhoneNumber(parts)),
    onAnonymous(registrationEntries.registrationCode, makeRegistrationCode(parts)),
    onAnonymous(registrationEntries.registrationProof, makeRegistrationProof(parts)),
    onAnonymous(registrationEntries.register, makeRegister(parts), { success: '000' }),
    onText(entries.logout, makeLogout(parts)),
    on(changePassword, makeChangePassword(parts)),
    on(ticketEntries.antiForgeryToken, makeAntiForgeryToken(parts)),
    on(ticketEntries.downloadTicket, makeDownloadTicket(parts)),
    on(entries.heartbeat, heartbeat),
    on(selfTestEntries.gatewayState, makeGatewayState(parts)),
    on(entries.usersInfo, makeUsersInfo(parts)),
    onAnonymous(entries.siteInfo, makeSiteInfo(parts.site)),
  ]
}
