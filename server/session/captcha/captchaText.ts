/** What stands in a captcha, and how an answer is compared with it. */

/** No two that look alike once they are bent: no I, L and 1, O, Q, D and 0, U and V, B and 8, S and 5, Z and 2, G and 6, F, P and R by a stroke, T and 7 where they lean. */
export const captchaCharacters = 'ACEHJKMNPTWXY349'

/** As many characters as one look takes in; `pick` answers a whole number below the one it is given, and nobody can foretell which. */
export function newCaptchaText(length: number, pick: (below: number) => number): string {
  return Array.from({ length }, () => captchaCharacters[pick(captchaCharacters.length)]).join('')
}

/** Upper and lower case are one, so are full-width characters and ordinary ones, and spaces are none. */
export function foldedCaptcha(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\s/gu, '').toUpperCase()
}
