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
import { type LoginDeps, makeLogin } from './login'
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
import { type ChangePasswordDeps, makeChangePassword } from './password/changePassword'
import { makeDecideQrLogin, makeLoginQrCode, makePollQrLogin, makeScanQrLogin, type QrDeps } from './qr/qrLogin'
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

export type SessionDeps = LoginDeps &
  RegistrationDeps &
  QrDeps &
  FactorCallDeps &
  PasskeyCallDeps &
  ChangePasswordDeps &
  Parameters<typeof makeDownloadTicket>[0] &
  Parameters<typeof makeLogout>[0] &
  Parameters<typeof makeUsersInfo>[0] & { readonly site: Site }

export function sessionBindings(deps: SessionDeps): readonly Binding[] {
  return [
    onAnonymous(entries.login, replaceSession(deps, makeLogin(deps)), { success: '000' }),
    onAnonymous(factorEntries.secondStep, replaceSession(deps, makeSecondStep(deps)), { success: '000' }),
    onAnonymous(passkeyEntries.beginPasskeySignIn, makeBeginPasskeySignIn(deps)),
    onAnonymous(passkeyEntries.passkeySignIn, replaceSession(deps, makePasskeySignIn(deps)), { success: '000' }),
    onAnonymous(passkeyEntries.secondStepPasskey, makeSecondStepPasskey(deps)),
    on(passkeyEntries.passkeyState, makePasskeyState(deps)),
    on(passkeyEntries.beginPasskey, makeBeginPasskey(deps)),
    on(passkeyEntries.addPasskey, makeAddPasskey(deps)),
    on(passkeyEntries.renamePasskey, makeRenamePasskey(deps)),
    on(passkeyEntries.removePasskey, makeRemovePasskey(deps)),
    on(factorEntries.factorState, makeFactorState(deps)),
    on(factorEntries.beginTotp, makeBeginTotp(deps)),
    on(factorEntries.confirmTotp, makeConfirmTotp(deps)),
    on(factorEntries.renewRecoveryCodes, makeRenewRecoveryCodes(deps)),
    on(factorEntries.endTotp, makeEndTotp(deps)),
    on(factorEntries.distrustDevice, makeDistrustDevice(deps)),
    onDownload(captchaEntries.captchaPicture, makeCaptchaPicture(deps)),
    onAnonymous(captchaEntries.captchaWait, makeCaptchaWait(deps)),
    onAnonymous(qrEntries.loginQrCode, makeLoginQrCode(deps)),
    onAnonymous(qrEntries.pollQrLogin, replaceSession(deps, makePollQrLogin(deps))),
    on(qrEntries.scanQrLogin, makeScanQrLogin(deps)),
    on(qrEntries.decideQrLogin, makeDecideQrLogin(deps)),
    on(signInEntries.listSignIns, makeListSignIns(deps)),
    onDownload(signInEntries.signInsFile, makeSignInsFile(deps)),
    on(signInEntries.listSessions, makeListSessions(deps)),
    on(signInEntries.endSession, makeEndSession(deps)),
    on(signInEntries.endOtherSessions, makeEndOtherSessions(deps)),
    onAnonymous(registrationEntries.registrationState, makeRegistrationState(deps)),
    onAnonymous(registrationEntries.validateUserName, makeValidateUserName(deps)),
    onAnonymous(registrationEntries.checkPhoneNumber, makeCheckPhoneNumber(deps)),
    onAnonymous(registrationEntries.registrationCode, makeRegistrationCode(deps)),
    onAnonymous(registrationEntries.registrationProof, makeRegistrationProof(deps)),
    onAnonymous(registrationEntries.register, makeRegister(deps), { success: '000' }),
    onText(entries.logout, makeLogout(deps)),
    on(changePassword, makeChangePassword(deps)),
    on(ticketEntries.antiForgeryToken, makeAntiForgeryToken(deps)),
    on(ticketEntries.downloadTicket, makeDownloadTicket(deps)),
    on(entries.heartbeat, heartbeat),
    on(selfTestEntries.gatewayState, makeGatewayState(deps)),
    on(entries.usersInfo, makeUsersInfo(deps)),
    onAnonymous(entries.siteInfo, makeSiteInfo(deps.site)),
  ]
}
