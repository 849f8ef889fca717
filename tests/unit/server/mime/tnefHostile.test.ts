import { describe, expect, it } from 'vitest'
import { mimeLimits } from '#server/mime/mimeLimits'
import { openSource } from '#server/mime/read/byteSource'
import { findParts } from '#server/mime/read/readMail'
import { decompressRtf } from '#server/mime/tnef/compressedRtf'
import { fuzzTnef } from '#tests/soak/tnef'
import { attribute, embedded, tnef, tnefTypes as type, u32, winmail } from '#tests/support/mail/tnefWriter'
import { read } from './reading'

const file = { title: Buffer.from('a.txt'), data: Buffer.from('abc') }

describe('S27: hostile TNEF', () => {
  it('S27: thousands of mutated streams are read without a throw, a loop or a file beyond the stream', () => {
    expect(fuzzTnef(1_500, 11).read).toBe(1_500)
  }, 30_000)

  it('S27: messages within messages are opened to a depth, and no further', () => {
    const nest = (levels: number) => {
      let stream = tnef([], [file])
      for (let level = 0; level < levels; level += 1)
        stream = tnef([], [{ properties: [{ id: 0x3701, type: type.object, value: embedded(stream) }] }])
      return read(winmail(stream))
    }
    const fits = nest(mimeLimits.tnefDepth)
    expect(fits.attachments.map(({ name }) => name)).toContain('a.txt')
    expect(fits.truncated).toBe(false)
    const beyond = nest(mimeLimits.tnefDepth + 1)
    expect(beyond.attachments.map(({ name }) => name)).not.toContain('a.txt')
    expect(beyond.truncated).toBe(true)
  })

  it('S27: files are listed to a number, and the part itself stays beside them', () => {
    const filed = (count: number) => read(winmail(tnef([], Array(count).fill(file))))
    const fits = filed(mimeLimits.tnefFiles)
    expect([fits.attachments.length, fits.truncated]).toEqual([mimeLimits.tnefFiles, false])
    const beyond = filed(mimeLimits.tnefFiles + 1)
    expect([beyond.attachments.length, beyond.truncated]).toEqual([mimeLimits.tnefFiles + 1, true])
    expect(beyond.attachments[0]?.name).toBe('winmail.dat')
  })

  it('S27: attributes are read to a number', () => {
    const stream = (count: number) => {
      const empty = Buffer.concat(Array(count).fill(attribute(1, 0x00018009, Buffer.alloc(0))))
      // The head has three attributes, and the file three more.
      return read(winmail(Buffer.concat([tnef([], [file]), empty]))).truncated
    }
    expect(stream(mimeLimits.tnefAttributes - 6)).toBe(false)
    expect(stream(mimeLimits.tnefAttributes - 5)).toBe(true)
  })

  it('S27: counts and lengths beyond the stream cost nothing', () => {
    const huge = 0xfffffff0
    const broken = [
      attribute(1, 0x00069003, u32(huge)),
      attribute(1, 0x00069003, Buffer.concat([u32(1), Buffer.from([0x02, 0x10, 0, 0]), u32(huge)])),
      attribute(1, 0x00069003, Buffer.concat([u32(1), Buffer.from([0x1e, 0, 0, 0]), u32(huge, huge)])),
      attribute(1, 0x00069003, Buffer.concat([u32(1), Buffer.from([0x77, 0, 0, 0])])),
      Buffer.concat([Buffer.from([1]), u32(0x00069003, huge)]),
    ]
    for (const piece of broken) {
      const mail = read(winmail(Buffer.concat([tnef([], [file]), piece, Buffer.alloc(64)]), 'x'))
      expect(mail.attachments.map(({ name }) => name)).toContain('a.txt')
    }
  })

  it('S27: compressed RTF grows to the limit that is handed in, whatever it promises', () => {
    const repeated = Buffer.concat(Array(20_000).fill(Buffer.from([0xff, ...Array(8).fill([0x00, 0x0f]).flat()])))
    const bomb = Buffer.concat([u32(repeated.length + 12, 0xffffffff, 0x75465a4c, 0), repeated])
    expect(decompressRtf(bomb, 50_000)?.length).toBe(50_000)
  })

  it('a part number that names a place far away is no part', () => {
    const mail = winmail(tnef([], [file]))
    const parts = ['2/tnef/9999', '2/tnef/2/tnef/1', '/tnef/1', '2/tnef/-1', `${'2.'.repeat(60)}/tnef/1`]
    expect(findParts(openSource({ bytes: mail }), parts).size).toBe(0)
  })
})
