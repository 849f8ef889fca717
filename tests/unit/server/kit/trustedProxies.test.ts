import { describe, expect, it } from 'vitest'
import { proxyTrust, readTrustedProxies } from '#server/kit/network/trustedProxies'

function trust(text: string) {
  const trusted = readTrustedProxies(text)
  if (trusted === undefined) throw new Error(`${text} cannot be read`)
  return proxyTrust(trusted)
}

describe('trusted proxies', () => {
  it('S19: are none with 0', () => {
    expect(trust('0')('127.0.0.1', 0)).toBe(false)
  })

  it('S19: by number end with that hop, whoever it is', () => {
    const one = trust('1')
    expect([one('203.0.113.1', 0), one('127.0.0.1', 1)]).toEqual([true, false])
    const two = trust('2')
    expect([two('203.0.113.1', 1), two('127.0.0.1', 2)]).toEqual([true, false])
  })

  it('S19: by network are those in it alone, at any hop, in either way of writing', () => {
    const inside = trust('10.0.0.0/8, 192.0.2.7, 2001:db8::/32')
    for (const address of ['10.255.0.1', '::ffff:10.0.0.1', '192.0.2.7', '2001:db8:5::1'])
      expect([address, inside(address, 3)]).toEqual([address, true])
    for (const address of ['11.0.0.1', '192.0.2.8', '::ffff:192.0.2.8', '2001:db9::1', 'unknown', ''])
      expect([address, inside(address, 0)]).toEqual([address, false])
  })
})
