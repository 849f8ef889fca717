import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressBytes } from '#server/kit/network/networkAddress'
import { noCities, openCityFinder } from '#server/session/signIns/cityFinder.mmdb'
import { openMmdb } from '#server/session/signIns/mmdb/mmdb'
import { decodeAt } from '#server/session/signIns/mmdb/mmdbEntries'
import { berlin, hangzhou, madeMmdb, writtenEntry } from '#tests/support/mail/madeMmdb'
import { removeFolderNow } from '#tests/support/removeFolder'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ep-mail-cities-'))
})
afterAll(() => removeFolderNow(folder))

function opened(bytes: Buffer) {
  const path = join(folder, `${Math.random()}.mmdb`)
  writeFileSync(path, bytes)
  return openCityFinder(path)
}
const networks = { '192.0.2.0/24': hangzhou, '198.51.100.128/25': berlin, '2001:db8:7::/48': berlin }
const inChina = { zh: '杭州', en: 'Hangzhou', country: 'CN', latitude: 30.2937, longitude: 120.1614 }
const inGermany = { zh: 'Berlin', en: 'Berlin', country: 'DE', latitude: 52.5196, longitude: 13.4069 }

describe.each([24, 28, 32] as const)('records of %i bits', (recordBits) => {
  it('find the city of an address, in both families', () => {
    const cities = opened(madeMmdb({ networks, recordBits }))
    expect(cities.knowsCities).toBe(true)
    expect(cities.cityOf('192.0.2.77')).toEqual(inChina)
    expect(cities.cityOf('::ffff:192.0.2.77')).toEqual(inChina)
    expect(cities.cityOf('198.51.100.200')).toEqual(inGermany)
    expect(cities.cityOf('2001:db8:7:1::5')).toEqual(inGermany)
  })

  it('know nothing of what is beside', () => {
    const cities = opened(madeMmdb({ networks, recordBits }))
    for (const address of ['192.0.3.1', '198.51.100.1', '2001:db8:8::1', '127.0.0.1', '::1', 'nowhere', ''])
      expect(cities.cityOf(address), address).toBeNull()
  })
})

it('a database of IPv4 alone knows no other', () => {
  const cities = opened(madeMmdb({ networks: { '192.0.2.0/24': hangzhou }, version: 4, recordBits: 24 }))
  expect(cities.cityOf('192.0.2.1')).toEqual(inChina)
  expect(cities.cityOf('2001:db8::1')).toBeNull()
})

it.each<[string, Parameters<typeof madeMmdb>[0]['networks'][string]]>([
  ['without a city', { country: { iso_code: 'CN' }, location: { latitude: 1.5, longitude: 2.5 } }],
  ['without a place', { city: { names: { en: 'Berlin' } } }],
  ['beside the globe', { ...berlin, location: { latitude: 152.5, longitude: 13.4 } }],
  ['of another shape', 'Berlin'],
  ['whose names are no words', { ...berlin, city: { names: { en: 7 } } }],
])('an entry %s is none', (_, entry) => {
  expect(opened(madeMmdb({ networks: { '192.0.2.0/24': entry } })).cityOf('192.0.2.1')).toBeNull()
})

it('without a file nothing is known', () => {
  expect(noCities.knowsCities).toBe(false)
  expect(noCities.cityOf('192.0.2.1')).toBeNull()
})

it('an entry may stand elsewhere', () => {
  const bytes = Buffer.concat([writtenEntry('Hangzhou'), writtenEntry({ one: { pointer: 0 }, other: [true, 2.5] })])
  expect(decodeAt(bytes, writtenEntry('Hangzhou').length)).toEqual({ one: 'Hangzhou', other: [true, 2.5] })
  expect(decodeAt(writtenEntry('长'.repeat(200)), 0)).toBe('长'.repeat(200))
})

describe('what is no database, or a damaged one', () => {
  it.each([
    ['empty', Buffer.alloc(0)],
    ['a picture', Buffer.from('\x89PNG and so on')],
    ['cut off at the front', madeMmdb({ networks }).subarray(-120)],
    ['without its description', madeMmdb({ networks }).subarray(0, -40)],
  ])('is not opened: %s', (_, bytes) => {
    expect(() => openMmdb(bytes)).toThrow()
  })

  it('each byte that is wrong leads to an answer, and never far', () => {
    const good = madeMmdb({ networks: { '192.0.2.0/24': hangzhou } })
    const address = addressBytes('192.0.2.1') ?? new Uint8Array()
    for (let at = 0; at < good.length; at += 1) {
      const bad = Buffer.from(good)
      bad[at] = (bad[at] ?? 0) ^ 0xff
      try {
        openMmdb(bad).find(address)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }
  })

  it('a circle of pointers ends', () => {
    expect(() => decodeAt(Buffer.of(0x20, 0x00), 0)).toThrow(RangeError)
    const wide = Buffer.concat([
      Buffer.of(0x1d, 0x04, 0xff),
      ...Array.from({ length: 300 }, () => Buffer.of(0x20, 0x00)),
    ])
    expect(() => decodeAt(wide, 0)).toThrow(RangeError)
  })
})
