import { expect, it } from 'vitest'
import { addressBytes, clientNetwork, networkOf } from '#server/kit/network/networkAddress'

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['::ffff:c000:24d', '192.0.2.0/24'],
  ['2001:db8:7:1:2:3:4:5', '2001:db8:7::/48'],
  ['2001:DB8::5', '2001:db8::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['::1', '0::/48'],
  ['64:ff9b::192.0.2.1', '64:ff9b::/48'],
  ['nowhere', ''],
  ['192.0.2', ''],
  ['', ''],
])('S35: of %s no more is kept than %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('reads every byte of an address', () => {
  expect([...(addressBytes('2001:db8::a0b:c') ?? [])]).toEqual([32, 1, 13, 184, 0, 0, 0, 0, 0, 0, 0, 0, 10, 11, 0, 12])
  expect([...(addressBytes('64:ff9b::192.0.2.1') ?? [])].slice(-4)).toEqual([192, 0, 2, 1])
  expect([...(addressBytes('10.0.0.255') ?? [])]).toEqual([10, 0, 0, 255])
})

it.each([
  ['192.0.2.77', '192.0.2.77'],
  ['::ffff:192.0.2.77', '192.0.2.77'],
  ['192.0.2.77:50123', '192.0.2.77'],
  ['2001:db8:7:1:2:3:4:5', '2001:db8:7:1::/64'],
  ['2001:DB8:7:1:ffff::', '2001:db8:7:1::/64'],
  ['[2001:db8:7:1::9]:443', '2001:db8:7:1::/64'],
  ['2001:db8:7:2::', '2001:db8:7:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('S19: limits count %s as %s', (address, client) => {
  expect(clientNetwork(address)).toBe(client)
})
