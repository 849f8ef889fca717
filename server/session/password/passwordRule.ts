/** What every new password must be: SPEC §5, and not easily guessed (TRUST S20). */
import { isPasswordStrong } from '#contract/rules'
import { Refusal } from '../../core/refusal'
import type { PasswordGuesses } from './guesses/passwordGuesses.port'

/** Below it lists and patterns find a password; eight characters without any stand at 8. */
const leastPower = 7.7
/** Shorter words stand in passwords by chance. */
const leastOwnLetters = 3
/** Letters that must stand beside words of its owner. */
const leastOtherLetters = 3
const mostOwnWords = 12

type Owner = { readonly address: string; readonly displayName: string }

/** Throws `passwordWeak`, `passwordPersonal` or `passwordCommon`, naming `field`. */
export async function checkNewPassword(
  { passwordGuesses }: { readonly passwordGuesses: PasswordGuesses },
  password: string,
  owner: Owner,
  field = 'newPassword',
): Promise<void> {
  if (!isPasswordStrong(password)) throw new Refusal('passwordWeak', { field })
  const own = wordsOf(owner)
  if (isMadeOf(password, own)) throw new Refusal('passwordPersonal', { field })
  if ((await passwordGuesses.powerOf(password, own)) < leastPower) throw new Refusal('passwordCommon', { field })
}

/** The longest first, so that none is cut by a shorter one within it. */
function wordsOf({ address, displayName }: Owner): readonly string[] {
  const whole = `${address} ${displayName}`.toLowerCase().normalize('NFKC')
  const pieces = whole.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= leastOwnLetters)
  return [...new Set(pieces)].toSorted((a, b) => b.length - a.length).slice(0, mostOwnWords)
}

function isMadeOf(password: string, own: readonly string[]): boolean {
  const folded = password.toLowerCase().normalize('NFKC')
  const rest = own.reduce((left, word) => left.replaceAll(word, ' '), folded)
  return rest !== folded && (rest.match(/\p{L}/gu) ?? []).length < leastOtherLetters
}
