/** A painter that writes down what it would draw: a person reads the picture, a test reads this. */
import type { CaptchaPainter } from '#server/session/captcha/captchaPainter.port'

export function readableCaptchas() {
  const drawn: string[] = []
  const paintCaptcha: CaptchaPainter = async (text) => {
    drawn.push(text)
    return Buffer.from('a picture')
  }
  /** What the newest picture shows. */
  return { paintCaptcha, drawn, newest: () => drawn.at(-1) ?? '' }
}
