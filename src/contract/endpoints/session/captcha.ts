/** What a sign-in asks for after failures (docs/decisions/0022). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text } from '../../field'

/** The picture of a captcha: a PNG. */
export const captchaPicture = endpoint({
  method: 'GET',
  path: 'webmail/vipRegister/captcha',
  /** Drawn by the browser, 16 characters or more, and told to nobody else: by it the answer is found. Asked for again, it has another picture. */
  fields: { random: text(100) },
  codes: ['tooManyTries'],
  anonymous: true,
  body: 'bytesOut',
})

/** For whoever cannot read the picture of a captcha: once this wait is over, a sign-in with `random` needs no characters. */
export const captchaWait = endpoint({
  method: 'POST',
  path: 'webmail/login/captchaWait.action',
  fields: { random: text(100) },
  reply: v.object({ waitMs: v.number() }),
  codes: ['tooManyTries'],
  anonymous: true,
})
