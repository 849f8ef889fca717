/** An operator that signs what it tells, with a secret that both share (`SMS_SECRET`). Without a secret nobody from outside is believed. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SmsGateway, TextMessage } from './smsGateway.port'

type Options = { readonly number: string | null; readonly secret: string | null }

export function makeSignedSms({ number, secret }: Options): SmsGateway {
  return {
    number,
    isGenuine: (message, signature) => {
      if (number === null || secret === null || message.to !== number) return false
      const expected = Buffer.from(smsSignature(message, secret))
      const given = Buffer.from(signature.toLowerCase())
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}

/** In hex. The text stands last: of all fields it alone may hold a line feed, so that no two messages are written alike. */
export function smsSignature({ at, from, to, text }: TextMessage, secret: string): string {
  return createHmac('sha256', secret).update([at, from, to, text].join('\n')).digest('hex')
}
