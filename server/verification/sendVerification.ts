/** Asks an address by mail, within what an account may ask. */
import type { VerificationPurpose } from '#contract/endpoints/account/verification'
import { limits } from '#contract/limits'
import { resetLimits } from '#contract/session/resetLimits'
import type { Account } from '../core/account'
import { domainOf } from '../core/emailAddress'
import { Refusal } from '../core/refusal'
import { hashToken, newToken } from '../kit/token'
import type { AttemptStore } from '../session/attempts/attempts.store'
import { sendVerificationMail, type VerificationMailDeps, type VerificationText } from './verificationMail'
import type { VerificationStore } from './verifications.store'

export type SendVerificationDeps = VerificationMailDeps & {
  readonly verifications: VerificationStore
  readonly attempts: Pick<AttemptStore, 'noteWithin' | 'takeBack'>
  /** Address of the app, such as `https://mail.example.com`. */
  readonly appUrl: string
}

/** Throws `verificationTooSoon` or `tooManyTries`. Answers what names the mail. */
export async function sendVerification(
  deps: SendVerificationDeps,
  account: Account,
  purpose: AskingPurpose,
  to: string,
  asker: 'owner' | 'anonymous' = 'owner',
): Promise<string> {
  if (purpose !== 'secureMailbox') return sendOne(deps, account, purpose, to)
  // Anybody may register and name whom they like, and keeps nobody from their own mailbox by it.
  const asked = asker === 'anonymous' ? asker : `owner ${account.id}`
  const [key, now] = [`secure-mailbox-asks:${asked}:${withoutTag(to)}`, deps.clock.now()]
  if (!(await deps.attempts.noteWithin(key, now, hour, resetLimits.asksPerMailbox)))
    throw new Refusal('tooManyTries', { field: 'address', payload: { retryAfter: hour / 1_000 } })
  return sendOne(deps, account, purpose, to).catch(async (error: unknown) => {
    await deps.attempts.takeBack(key, now)
    throw error
  })
}

const hour = 3_600_000

/** `lin+news@` is the mailbox `lin@` at most hosts. */
const withoutTag = (address: string) => `${address.split(/[+@]/, 1)}@${domainOf(address)}`

async function sendOne(
  deps: SendVerificationDeps,
  account: Account,
  purpose: AskingPurpose,
  to: string,
): Promise<string> {
  const secret = newToken()
  const now = deps.clock.now()
  const issued = await deps.verifications.issue(
    hashToken(secret),
    { accountId: account.id, purpose, subject: to },
    {
      now,
      expiresAt: now + (purpose === 'passwordReset' ? resetLimits.livesMs : limits.verificationMailMs),
      after: now - limits.verificationResendMs,
      since: now - limits.dayMs,
      most: limits.verificationMailsPerDay,
    },
  )
  if (issued === 'too soon') throw new Refusal('verificationTooSoon', { field: 'address' })
  if (issued === 'too many') throw new Refusal('tooManyTries')
  const link = `${deps.appUrl}/verify#t=${secret}`
  const texts = verificationTexts[purpose]({ account: account.address, link })
  try {
    await sendVerificationMail(deps, { account: account.id, domain: domainOf(account.address), to }, texts)
  } catch (error) {
    // Else it would be said to have been sent, and not be sent again.
    await deps.verifications.withdraw(hashToken(secret))
    throw error
  }
  return hashToken(secret)
}

/** The others are links in messages that tell of something else. */
type AskingPurpose = Exclude<VerificationPurpose, 'stopReset'>
type Asked = { readonly account: string; readonly link: string }

/** What verification mails say, in Chinese and in English. */
const verificationTexts: Readonly<Record<AskingPurpose, (asked: Asked) => readonly VerificationText[]>> = {
  forwarding: ({ account, link }) => [
    {
      subject: '请确认邮件转发',
      lines: [
        `${account} 希望将收到的邮件自动转发到您的这个地址。`,
        '如果您同意，请在 3 天内打开以下链接，并在页面上按“确认”：',
        link,
        '如果您不同意或不认识对方，请忽略此邮件，不会有邮件转发给您。',
      ],
    },
    {
      subject: 'Confirm forwarding of messages',
      lines: [
        `${account} wants to forward all messages that arrive there to this address of yours.`,
        'If you agree, open this link within 3 days and press “Confirm” on its page:',
        link,
        'If you do not agree, or do not know who this is, ignore this message: nothing will be forwarded to you.',
      ],
    },
  ],
  passwordReset: ({ account, link }) => [
    {
      subject: '重设密码',
      lines: [
        `有人要求重设 ${account} 的密码。如果这是您本人的操作，请在 1 小时内打开以下链接，设置新密码：`,
        link,
        '如果不是您本人的操作，请忽略此邮件，密码不会改变。请不要把链接交给任何人。',
      ],
    },
    {
      subject: 'Set a new password',
      lines: [
        `Somebody asked for a new password for ${account}. If this was you, open this link within 1 hour and set it:`,
        link,
        'If this was not you, ignore this message: the password stays. Give the link to nobody.',
      ],
    },
  ],
  secureMailbox: ({ account, link }) => [
    {
      subject: '请确认密保邮箱',
      lines: [
        `${account} 希望将您的这个邮箱设为密保邮箱：忘记密码时，可以通过它重设密码。`,
        '如果这是您本人的操作，请在 3 天内打开以下链接，并在页面上按“确认”：',
        link,
        '如果不是您本人的操作，请忽略此邮件，不会有任何改变。',
      ],
    },
    {
      subject: 'Confirm a secure mailbox',
      lines: [
        `${account} wants this mailbox of yours to be its secure mailbox: it can set a new password when the old one is forgotten.`,
        'If this was you, open this link within 3 days and press “Confirm” on its page:',
        link,
        'If this was not you, ignore this message: nothing will change.',
      ],
    },
  ],
}
