/** A text message that reached our number: told by the operator over the wire, or played by whoever runs the gateway. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/session/phone'
import { limits } from '../../src/contract/limits'
import { Refusal } from '../core/refusal'
import type { PasswordResets } from '../protection/passwordResets.store'
import { codeLife, type PhoneDeps } from './bindPhone'
import { noteWrongCode } from './phoneBindings.store'

type Deps = Pick<PhoneDeps, 'attempts' | 'phones' | 'clock'> & {
  readonly passwordResets: Pick<PasswordResets, 'receive'>
}

/** `from`: digits, with or without the country's prefix. What holds no code proves nothing and is not an error. */
export async function takeSms(
  { attempts, phones, passwordResets, clock }: Deps,
  { from, text }: { from: string; text: string },
): Promise<void> {
  const phone = from.replace(/^(?:\+|00)?86(?=\d{11}$)/, '')
  const code = text.trim()
  if (!/^\d{1,10}$/.test(code)) return
  const now = clock.now()
  const bound = await phones.receive(phone, code, codeLife(now))
  const reset = await passwordResets.receive(phone, code, codeLife(clock.now()))
  // The right code of one is no wrong one of the other.
  if (bound === 'wrong' && reset !== 'proved') await noteWrongCode({ attempts, clock }, phone)
}

export const makeReceiveSms =
  ({ sms, clock, ...deps }: Deps & Pick<PhoneDeps, 'sms'>) =>
  async ({ signature, ...message }: Form<typeof entries.receiveSms>): Promise<Reply<typeof entries.receiveSms>> => {
    if (sms.number === null) throw new Refusal('serverCannot')
    // A message that somebody kept is worth nothing later.
    const isOld = Math.abs(clock.now() - message.at) > limits.smsSkewMs
    if (isOld || !sms.isGenuine(message, signature)) throw new Refusal('notAllowed')
    await takeSms({ ...deps, clock }, message)
    return {}
  }
