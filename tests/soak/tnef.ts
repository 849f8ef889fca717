/** Mutates TNEF streams by seed and reads each: none may throw, take seconds, or name bytes that the stream does not have. */
import { openSource } from '../../server/mime/read/byteSource'
import { openDecoded } from '../../server/mime/tnef/decodedBytes'
import { readTnef } from '../../server/mime/tnef/readTnef'
import { embedded, plainRtf, tnef, tnefTypes as type } from '../support/mail/tnefWriter'

const rtf = plainRtf("{\\rtf1\\ansi\\fromhtml1{\\fonttbl{\\f0 A;}}{\\*\\htmltag1 <p>}\\'c4\\u8217?x\\par}")
const inner = tnef([{ id: 0x37, type: type.unicode, value: 'Inner' }], [{ title: Buffer.from('i.txt'), data: rtf }])
const seeds: readonly Buffer[] = [
  tnef(
    [
      { id: 0x1000, type: type.string8, value: 'Words' },
      { id: 0x1009, type: type.binary, value: rtf },
      { id: 0x0e08, type: type.time, value: 7 },
      { id: 0, type: type.unicode, value: 'v', name: 'Keywords' },
    ],
    [
      { title: Buffer.from('a.doc'), data: Buffer.alloc(300, 1) },
      { properties: [{ id: 0x3701, type: type.object, value: embedded(inner) }] },
    ],
  ),
  tnef(
    [{ id: 0x1013, type: type.binary, value: Buffer.from('<p>x</p>') }],
    [
      {
        properties: [
          { id: 0x3701, type: type.binary, value: rtf },
          { id: 0x7ffe, type: type.bool, value: 1 },
        ],
      },
    ],
  ),
]

/** Reads `count` mutated streams; throws with the seed of the first that fails. */
export function fuzzTnef(count: number, seed: number): { read: number; slowest: number } {
  let state = seed >>> 0
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
  const mutated = (): Buffer => {
    let bytes = Buffer.from(seeds[random(seeds.length)] ?? [])
    for (let changes = 1 + random(6); changes > 0; changes -= 1) {
      const at = random(bytes.length)
      const kind = random(5)
      if (kind === 0) bytes[at] = random(256)
      else if (kind === 1)
        bytes.writeUInt32LE(random(2) === 0 ? 0xffffffff : random(1_000), Math.min(at, bytes.length - 4))
      else if (kind === 2 && bytes.length > 20) bytes = bytes.subarray(0, Math.max(8, at))
      else bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(bytes.length)), bytes.subarray(at)])
      bytes = Buffer.from(bytes.subarray(0, 200_000))
    }
    return bytes
  }
  let slowest = 0
  for (let done = 0; done < count; done += 1) {
    const bytes = mutated()
    const start = performance.now()
    try {
      const place = { start: 0, end: bytes.length, encoding: 'binary' }
      const found = readTnef(openDecoded(openSource({ bytes }), place))
      for (const { content } of found?.files ?? [])
        if ('start' in content && (content.start > content.end || content.end > bytes.length))
          throw new Error('a file lies beyond the stream')
    } catch (error) {
      throw new Error(`stream ${done} of seed ${seed} fails`, { cause: error })
    }
    slowest = Math.max(slowest, performance.now() - start)
  }
  if (slowest > 2_000) throw new Error(`one stream of seed ${seed} took ${slowest} ms`)
  return { read: count, slowest }
}
