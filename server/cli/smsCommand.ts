/** Plays a text message to our number; answers what to print, and throws `Misuse` for what it cannot take. */
import { limits } from '../../src/contract/limits'
import { checkPhone } from '../../src/contract/rules'
import type { PhoneParts } from '../phone/bindPhone'
import { takeSms } from '../phone/receiveSms'
import { Misuse } from './misuse'

export const usage = `Usage: npm run sms -- <phone> <code>

  <phone>   the ${limits.phoneDigits} digits of the phone that sends
  <code>    what it sends, as the dialog shows it`

export async function runSmsCommand(
  parts: Pick<PhoneParts, 'phones' | 'clock'>,
  words: readonly string[],
): Promise<string> {
  const [from, text, ...rest] = words
  if (from === undefined || text === undefined || rest.length > 0) throw new Misuse(usage)
  if (checkPhone(from) !== null)
    throw new Misuse(`${JSON.stringify(from)} is not a phone of ${limits.phoneDigits} digits.`)
  await takeSms(parts, { from, text })
  return `Played a text message from ${from}: ${JSON.stringify(text)}.`
}
