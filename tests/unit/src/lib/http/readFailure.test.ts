import { expect, it } from 'vitest'
import { readFailure } from '#src/lib/http/readFailure'

const read = (status: number, body: unknown) => readFailure(status, JSON.stringify(body), body)

it('takes 000 and 200 as success', () => {
  expect(read(200, { code: '000' })).toBeNull()
  expect(read(200, { code: 200 })).toBeNull()
})

it('copies an errorCode to the code', () => {
  expect(read(200, { code: '200', errorCode: 'notFound' })?.code).toBe('notFound')
})

it('keeps the field and the payload of a refusal', () => {
  expect(read(200, { code: '004', triesLeft: 4 })?.payload.triesLeft).toBe(4)
  expect(read(200, { code: 'recipientEmpty', field: 'to' })?.field).toBe('to')
})

it.each([
  [403, '', 'sessionLost'],
  [200, 'data', 'sessionLost'],
  [413, '', 'tooLarge'],
  [415, '', 'typeRefused'],
  [429, '', 'tooManyTries'],
  [503, '', 'storeAway'],
  [500, 'oops', 'serverError'],
  [404, '<html>', 'badReply'],
  [200, '<html>', 'badReply'],
])('reads %i %j as %s', (status, text, code) => {
  expect(readFailure(status, text, null)?.code).toBe(code)
})

it('does not take a word outside the list as a code', () => {
  expect(read(200, { code: 'constructor' })?.code).toBe('badReply')
})
