/**
 * What a sign-in asks for after failures (TRUST S19, docs/decisions/0022): the characters of a picture, or a wait in its place. The browser draws a
 * random id and tells nobody else, so that nobody but it can use what it was given.
 */
import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/captcha'
import type { login } from '#contract/endpoints/session/session'
import { limits } from '#contract/limits'
import { captchaLimits } from '#contract/session/captchaLimits'
import type { OutgoingFile } from '../../core/outgoingFile'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import { clientNetwork } from '../../kit/network/networkAddress'
import { hashToken } from '../../kit/token'
import { captchasFrom, captchaWaitsFrom } from '../attempts/attemptKeys'
import type { AttemptStore } from '../attempts/attempts.store'
import type { CaptchaStore } from './captcha.store'
import type { CaptchaPainter } from './captchaPainter.port'
import { foldedCaptcha, newCaptchaText } from './captchaText'

export type CaptchaDeps = {
  readonly attempts: AttemptStore
  readonly captchas: CaptchaStore
  readonly paintCaptcha: CaptchaPainter
  readonly clock: Clock
}
type From = { readonly remoteAddress: string }

/** Of an id that somebody could guess, nothing is kept. */
const idCharacters = 16

export const makeCaptchaPicture =
  (deps: CaptchaDeps) =>
  async ({ random }: Form<typeof entries.captchaPicture>, { remoteAddress }: From): Promise<OutgoingFile> => {
    const { captchas, paintCaptcha } = deps
    const now = await noted(deps, random, captchasFrom(remoteAddress), captchaLimits.perAddress)
    const text = newCaptchaText(captchaLimits.characters, randomInt)
    const answerHash = hashOf(random, text)
    await captchas.keep(hashToken(random), {
      answerHash,
      clientNetwork: clientNetwork(remoteAddress),
      readyAt: now,
      expiresAt: now + captchaLimits.livesMs,
    })
    const png = Buffer.from(await paintCaptcha(text))
    return {
      name: 'captcha.png',
      type: 'image/png',
      size: png.length,
      stream: Readable.from([png]),
      inline: true,
      isFresh: true,
    }
  }

export const makeCaptchaWait =
  (deps: CaptchaDeps) =>
  async (
    { random }: Form<typeof entries.captchaWait>,
    { remoteAddress }: From,
  ): Promise<Reply<typeof entries.captchaWait>> => {
    const now = await noted(deps, random, captchaWaitsFrom(remoteAddress), captchaLimits.waitsPerAddress)
    const readyAt = now + captchaLimits.waitMs
    const from = clientNetwork(remoteAddress)
    const waiting = { answerHash: null, clientNetwork: from, readyAt, expiresAt: readyAt + captchaLimits.livesMs }
    await deps.captchas.keep(hashToken(random), waiting)
    return { waitMs: captchaLimits.waitMs }
  }

/** Throws `captchaNeeded` where there was none or it is good no more, `captchaWrong` where another answer may be tried. */
export async function passCaptcha(
  { captchas, clock }: Pick<CaptchaDeps, 'captchas' | 'clock'>,
  { captcha, captchaRandom }: Pick<Form<typeof login>, 'captcha' | 'captchaRandom'>,
  remoteAddress: string,
): Promise<void> {
  if (captchaRandom === undefined)
    throw captcha === undefined
      ? new Refusal('captchaNeeded', { field: 'captcha' })
      : new Refusal('badField', { field: 'captchaRandom' })
  const answered = await captchas.answer(hashToken(captchaRandom), {
    answerHash: hashOf(captchaRandom, captcha ?? ''),
    clientNetwork: clientNetwork(remoteAddress),
    now: clock.now(),
    tries: captchaLimits.tries,
  })
  if (answered === 'wrong') throw new Refusal('captchaWrong', { field: 'captcha' })
  if (answered === 'gone') throw new Refusal('captchaNeeded', { field: 'captcha' })
}

/** With the id, which stands in no table: an answer alone is short enough to be tried out. */
const hashOf = (random: string, answer: string): string => hashToken(`${random} ${foldedCaptcha(answer)}`)

async function noted({ attempts, clock }: CaptchaDeps, random: string, key: string, most: number): Promise<number> {
  if (random.length < idCharacters) throw new Refusal('badField', { field: 'random' })
  const now = clock.now()
  if (!(await attempts.noteWithin(key, now, limits.loginWindowMs, most)))
    throw new Refusal('tooManyTries', { payload: { retryAfter: limits.loginWindowMs / 1_000 } })
  return now
}
