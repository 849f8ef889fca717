/** Captchas that wait for their answer (TRUST S19). What the browser carries and what it has to answer are held as hashes alone. */

export type Captcha = {
  /** Null where waiting is the answer. */
  readonly answerHash: string | null
  /** Good from there alone: `clientNetwork` of the address that asked. */
  readonly clientNetwork: string
  /** It takes no answer before `readyAt`, and none from `expiresAt` on. */
  readonly readyAt: number
  readonly expiresAt: number
}

export type CaptchaStore = {
  /** In place of what stood under the id. */
  readonly keep: (idHash: string, captcha: Captcha) => Promise<void>
  /**
   * `right` takes it away, so that it lets one sign-in through; the last of `tries` wrong ones takes it away as well. `gone`: there is none, or none
   * any more, or it is another network's.
   */
  readonly answer: (
    idHash: string,
    given: {
      readonly answerHash: string
      readonly clientNetwork: string
      readonly now: number
      readonly tries: number
    },
  ) => Promise<'right' | 'wrong' | 'gone'>
  readonly sweep: (now: number) => Promise<void>
}
