/** What became of a verification mail, and sending it again (CONTRACT "Pages"). */
import type { Form, Reply } from '#contract/endpoint'
import type { resendVerification, sentVerification } from '#contract/endpoints/account/verification'
import { limits } from '#contract/limits'
import { Refusal } from '../core/refusal'
import { maskedAddress } from '../kit/maskedAddress'
import type { AccountStore } from '../session/account.store'
import { type SendVerificationDeps, sendVerification } from './sendVerification'
import type { StillAsked } from './verifications'

export type SentDeps = SendVerificationDeps & {
  readonly accounts: Pick<AccountStore, 'byId'>
  readonly stillAsked: StillAsked
}

type Shown = Reply<typeof sentVerification>

export const makeSentVerification =
  (deps: SentDeps) =>
  ({ sent }: Form<typeof sentVerification>): Promise<Shown> =>
    shown(deps, sent)

export const makeResendVerification =
  (deps: SentDeps) =>
  async ({ sent }: Form<typeof resendVerification>): Promise<Shown> => {
    const found = await deps.verifications.sent(sent)
    // The same questions whether or not there was such a mail.
    const account = await deps.accounts.byId(found?.accountId ?? '')
    const isWanted = await isAsked(deps, found ?? nobody)
    // Who no longer asks, or was answered, sends nothing in anybody's name.
    if (found === null || account === null || account.locked || found.usedAt !== null || !isWanted)
      throw new Refusal('verificationGone')
    // A new password is asked for anew, with its captcha.
    if (found.purpose === 'passwordReset' || found.purpose === 'stopReset') throw new Refusal('verificationGone')
    return shown(deps, await sendVerification(deps, account, found.purpose, found.subject, 'anonymous'))
  }

async function shown(deps: SentDeps, sent: string): Promise<Shown> {
  const found = await deps.verifications.sent(sent)
  if (found === null) throw new Refusal('verificationGone')
  const { accountId, purpose, subject, createdAt, expiresAt, usedAt } = found
  // Sent once more from elsewhere, it may not be sent again as soon.
  const last = (await deps.verifications.lastIssued(accountId, purpose)).get(subject) ?? createdAt
  const isOver = expiresAt <= deps.clock.now() || !(await isAsked(deps, found))
  return {
    purpose,
    to: maskedAddress(subject),
    sent,
    sentAt: createdAt,
    expiresAt,
    resendAt: last + limits.verificationResendMs,
    state: usedAt !== null ? 'confirmed' : isOver ? 'over' : 'waiting',
  }
}

const nobody = { accountId: '', purpose: 'secureMailbox', subject: '' } as const

type Asked = { readonly accountId: string; readonly purpose: keyof SentDeps['stillAsked']; readonly subject: string }

async function isAsked({ stillAsked }: SentDeps, { accountId, purpose, subject }: Asked): Promise<boolean> {
  return (await stillAsked[purpose]?.(accountId, subject)) ?? true
}
