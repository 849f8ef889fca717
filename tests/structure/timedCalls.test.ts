import { expect, it } from 'vitest'
import { allEndpoints } from '#contract/endpoints'
import { measuredCalls, untimedCalls } from '../support/timing/timedCalls'

/** Opened by a ticket of whoever was let in before. */
const tickets = ['sid', 'visit']
/** Fields by which nobody names a person: secrets that were drawn, and what says how. */
const ofNobody = new Set([
  ...['secret', 'random', 'id', 'proof', 'key', 'invite', 'signature', 'passkey', 'answer', 'device'],
  ...['password', 'newPassword', 'code', 'captcha', 'captchaRandom'],
  ...['views', 'way', 'text', 'at', 'trust', 'stay', 'timezone', 'language', 'kind', 'consent', 'isSent'],
])

it('S19: each call by which somebody who is not signed in names a person is timed, or says why not', () => {
  const naming = allEndpoints
    .filter(({ anonymous, fields }) => {
      const names = Object.keys(fields ?? {})
      return anonymous && !names.some((name) => tickets.includes(name)) && names.some((name) => !ofNobody.has(name))
    })
    .map(({ path }) => path.replace('webmail/', ''))
  const listed = [...measuredCalls, ...Object.keys(untimedCalls)]
  expect(naming.filter((path) => !listed.includes(path))).toEqual([])
  const known = allEndpoints.map(({ path }) => path.replace('webmail/', ''))
  expect(listed.filter((path) => !known.includes(path))).toEqual([])
})
