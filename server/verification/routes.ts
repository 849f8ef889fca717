/** Verification mails, as src/contract/endpoints/account/verification lists them. */
import * as entries from '#contract/endpoints/account/verification'
import { type Binding, onAnonymous } from '../http/binding'
import { makeResendVerification, makeSentVerification, type SentDeps } from './sentVerifications'
import { makeConfirmVerification, makeShowVerification, type VerificationDeps } from './verifications'

export function verificationBindings(parts: VerificationDeps & SentDeps): readonly Binding[] {
  return [
    onAnonymous(entries.showVerification, makeShowVerification(parts)),
    onAnonymous(entries.confirmVerification, makeConfirmVerification(parts)),
    onAnonymous(entries.sentVerification, makeSentVerification(parts)),
    onAnonymous(entries.resendVerification, makeResendVerification(parts)),
  ]
}
