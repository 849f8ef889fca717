import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/readConfig'
import { demoWish } from '#server/demo/demoWish'

const wishOf = (env: Readonly<Record<string, string>>) => demoWish(readConfig({ DATA_DIR: 'data', ...env }))

describe('the wish for demo mailboxes', () => {
  it.each([['127.0.0.1'], ['127.8.0.1'], ['::1'], ['localhost']])('is granted on the loopback host %s', (HOST) => {
    expect(wishOf({ HOST })).toBe('made')
  })

  it.each([['0.0.0.0'], ['::'], ['192.0.2.1'], ['mail.example.com']])('is not granted on %s', (HOST) => {
    expect([wishOf({ HOST }), wishOf({ HOST, DEMO: '1' }), wishOf({ HOST, DEMO: '0' })]).toEqual([
      'public',
      'public',
      'none',
    ])
  })
})
