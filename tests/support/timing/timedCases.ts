/** What somebody who guesses would compare: for each call, people to whom it answers alike. */
import { Secret, TOTP } from 'otpauth'
import { limits } from '#contract/limits'
import { factorLimits } from '#contract/session/factorLimits'
import { type Answered, makeCalls, type RawValues } from '../gateway/calls'
import { type TestGateway, testPassword } from '../gateway/gateway'
import type { readableCaptchas } from '../mail/readableCaptchas'
import type { MeasuredCall } from './timedCalls'

type Variant = {
  /** Who is asked about. */
  readonly who: string
  /** All that comes before the call that is measured. */
  readonly ready: () => Promise<() => Promise<Answered>>
}
export type TimedCases = Readonly<Record<MeasuredCall, readonly [Variant, Variant, ...Variant[]]>>

/** Such a gateway takes text messages. */
export const timedEnv = { SMS_NUMBER: '106900001' }

const hour = 3_600_000
const [bound, free] = ['13800000000', '13900000000']

/** `captchas`: those that the gateway paints. */
export async function makeTimedCases(
  gateway: TestGateway,
  captchas: Pick<ReturnType<typeof readableCaptchas>, 'newest'>,
): Promise<TimedCases> {
  const { clock, stores } = gateway
  const { post, get, signIn } = makeCalls(gateway)
  let turns = 0
  /** Another one each time, and all limits begin anew. */
  const turn = () => {
    clock.advance(hour + 1)
    turns += 1
    return `drawn-by-a-browser-${turns}`
  }
  const lin = await gateway.account('lin@ep.test')
  const locked = await gateway.account('locked@ep.test')
  await stores.phones.bind(locked.id, bound, 1)
  await stores.phones.makeSecure(locked.id, bound, 1)
  await stores.secureMailboxes.ask(locked.id, 'safe@far.example')
  await stores.secureMailboxes.confirm(locked.id, 'safe@far.example', 1)
  await stores.accounts.change(locked.id, { locked: true })
  const people = { nobody: 'nobody@ep.test', 'one without a way': 'lin@ep.test', 'one who is locked': 'locked@ep.test' }

  /** Each person asked for by the same call. */
  const each = (ready: (address: string) => Promise<() => Promise<Answered>>): TimedCases[MeasuredCall] => [
    { who: 'nobody', ready: () => ready(people.nobody) },
    { who: 'one without a way', ready: () => ready(people['one without a way']) },
    { who: 'one who is locked', ready: () => ready(people['one who is locked']) },
  ]
  const eachPhone = (path: string): TimedCases[MeasuredCall] => {
    const ready = async (phone: string) => {
      const proof = turn()
      return () => post(path, { phone, proof })
    }
    return [
      { who: 'a phone of nobody', ready: () => ready(free) },
      { who: 'a phone that is bound', ready: () => ready(bound) },
    ]
  }
  const begin = async (address: string) => {
    const captchaRandom = turn()
    await get('vipRegister/captcha', { random: captchaRandom })
    const form = { address, captcha: captchas.newest(), captchaRandom }
    return () => post('passwordReset/begin.action', form)
  }
  /** With the token that such a person is given. */
  const reset = (path: string, formOf: (token: string) => RawValues) =>
    each(async (address) => {
      const token = String((await (await begin(address))()).json.token)
      return () => post(path, formOf(token))
    })

  return {
    'login/loginService.action': each(async (username) => {
      turn()
      return () => post('login/loginService.action', { username, password: 'wrong' })
    }),
    'login/secondStep.action': await secondSteps(),
    'vipRegister/checkPhoneNum': eachPhone('vipRegister/checkPhoneNum'),
    'vipRegister/phoneCode.action': eachPhone('vipRegister/phoneCode.action'),
    'vipRegister/phoneState.action': eachPhone('vipRegister/phoneState.action'),
    'passwordReset/begin.action': each(begin),
    'passwordReset/phone.action': reset('passwordReset/phone.action', (token) => ({ token })),
    'passwordReset/mailbox.action': reset('passwordReset/mailbox.action', (token) => ({ token })),
    'passwordReset/phoneState.action': reset('passwordReset/phoneState.action', (token) => ({ token })),
    'passwordReset/finish.action': reset('passwordReset/finish.action', (secret) => ({
      ...{ way: 'phone', secret, newPassword: '7Kites-over' },
    })),
    'verification/resend.action': await resends(),
  }

  /** A code that was right and is used up tells no more than one that never was. */
  async function secondSteps(): Promise<TimedCases[MeasuredCall]> {
    const account = await gateway.account('wang@ep.test')
    const session = await signIn(account.address)
    const { json } = await post('login/beginTotp.action', { password: testPassword }, { session })
    const totp = new TOTP({ secret: Secret.fromBase32(String(json.secret)) })
    const codeOf = (steps: number) => totp.generate({ timestamp: clock.now() + steps * 30_000 })
    await post('login/confirmTotp.action', { code: codeOf(0) }, { session })
    const step = async (code: string) => {
      const form = { username: account.address, password: testPassword }
      const ticket = String((await post('login/loginService.action', form)).json.factorTicket)
      return () => post('login/secondStep.action', { ticket, code })
    }
    const ready = async (codeAfter: (used: string) => string) => {
      clock.advance(Math.max(hour, factorLimits.pauseMs, limits.loginWindowMs) + 1)
      const used = codeOf(0)
      await (await step(used))()
      return step(codeAfter(used))
    }
    const wrong = () => {
      const right = [-1, 0, 1].map(codeOf)
      return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
    }
    return [
      { who: 'a code that is wrong', ready: () => ready(wrong) },
      { who: 'a code that is used up', ready: () => ready((used) => used) },
    ]
  }

  async function resends(): Promise<TimedCases[MeasuredCall]> {
    const at = { now: clock.now(), expiresAt: clock.now() + limits.verificationMailMs, after: 0, since: 0, most: 9 }
    const mailOf = async (accountId: string) => {
      const asked = { accountId, purpose: 'secureMailbox', subject: 'other@far.example' } as const
      await stores.verifications.issue(accountId, asked, at)
      return async () => {
        turn()
        return () => post('verification/resend.action', { sent: accountId })
      }
    }
    return [
      { who: 'a mail that is wanted no more', ready: await mailOf(lin.id) },
      { who: 'a mail of one who is locked', ready: await mailOf(locked.id) },
    ]
  }
}
