/** Verification mails, as src/contract/endpoints/account/verification lists them. */
import * as entries from '#contract/endpoints/account/verification'
import { type Binding, onAnonymous } from '../http/binding'
import { makeResendVerification, makeSentVerification, type SentDeps } from './sentVerifications'
import { makeConfirmVerification, makeShowVerification, type VerificationDeps } from './verifications'

export function verificationBindings(deps: VerificationDeps & SentDeps): readonly Binding[] {
  return [
    onAnonymous(entries.showVerification, makeShowVerification(deps)),
    onAnonymous(entries.confirmVerification, makeConfirmVerification(deps)),
    onAnonymous(entries.sentVerification, makeSentVerification(deps)),
    onAnonymous(entries.resendVerification, makeResendVerification(deps)),
  ]
}
