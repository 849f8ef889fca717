/** The numbers of the captcha at sign-in (docs/decisions/0022): apart from the others, since a browser fetches them only when it is asked for one. */
const minute = 60_000

export const captchaLimits = {
  /** Failed sign-ins for one account and from one address within the window after which each further one needs a captcha. */
  afterPerAccount: 3,
  afterPerAddress: 10,
  /** Characters of a picture, milliseconds that it lives, and answers that it takes. */
  characters: 5,
  livesMs: 5 * minute,
  tries: 5,
  /** Pictures that one network address may ask for in the window. */
  perAddress: 60,
  /** Its side lengths as it is shown. */
  pixels: { width: 200, height: 64 },
  /** Milliseconds that somebody waits in place of reading a picture, and how often one network address may in the window. */
  waitMs: 30_000,
  waitsPerAddress: 5,
} as const
