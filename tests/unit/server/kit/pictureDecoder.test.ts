import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makePictureProcesses, type PictureTask } from '#server/kit/pictures/pictureDecoder'

const program = fileURLToPath(new URL('../../../support/kills/brokenDecoder.ts', import.meta.url))
const task: PictureTask = { way: 'small', side: 240, mostPixels: 50_000_000 }
const whole = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

describe('the process that decodes pictures', () => {
  it.each([
    ['crash', 'broken'],
    ['ends', 'broken'],
    ['page', 'broken'],
    ['killed', 'late'],
  ] as const)('S27: on a picture of which comes %s, is %s and the next works', async (fault, kind) => {
    const ask = makePictureProcesses({ program })
    expect(await ask({ ...task, bytes: Buffer.from(fault) })).toEqual({ kind })
    const { picture } = Object(await ask({ ...task, bytes: Buffer.from('environment') }))
    // Nothing of the gateway's environment is there, with its keys.
    expect(Buffer.from(picture.bytes).toString().split(',').filter(Boolean)).not.toContain('PATH')
  })

  it('S27: is ended where it takes too long, or too much memory', async () => {
    const request = { ...task, bytes: Buffer.from('silence') }
    expect(await makePictureProcesses({ program, limitMs: 200 })(request)).toEqual({ kind: 'late' })
    if (process.platform === 'linux')
      expect(await makePictureProcesses({ program, mostBytes: 1 })(request)).toEqual({ kind: 'broken' })
  })

  it('S27: decodes none whose header claims more pixels than it may have, of any kind', async () => {
    const ask = makePictureProcesses()
    const jpeg = await whole(64, 48).jpeg({ progressive: true }).toBuffer()
    const size = jpeg.indexOf(Buffer.from([0xff, 0xc2])) + 5
    const avif = await whole(64, 48).avif().toBuffer()
    const webp = await whole(64, 48).webp().toBuffer()
    const claims: Readonly<Record<string, (claimed: number) => Buffer>> = {
      png: (claimed) => Buffer.from(png).fill(uint32(claimed), 16, 24),
      'progressive jpeg': (claimed) => Buffer.from(jpeg).fill(uint16(claimed), size, size + 4),
      // 14 bits each, behind the start code of the first frame (RFC 6386 §9.1).
      webp: (claimed) => Buffer.from(webp).fill(uint16(claimed).swap16(), 26, 30),
      // The screen of all its frames, and the first of them.
      gif: (claimed) =>
        Buffer.from(gif)
          .fill(uint16(claimed).swap16(), 6, 10)
          .fill(uint16(claimed).swap16(), frame + 5, frame + 9),
      avif: (claimed) => Buffer.from(avif).fill(uint32(claimed), avif.indexOf('ispe') + 8, avif.indexOf('ispe') + 16),
    }
    const frames = { raw: { width: 64, height: 192, channels: 3, pageHeight: 64 } } as const
    const gif = await sharp(randomBytes(64 * 192 * 3), frames)
      .gif()
      .toBuffer()
    // Behind its control extension.
    const frame = gif.indexOf(Buffer.from('21f904', 'hex')) + 8
    const png = await whole(64, 64).png().toBuffer()
    for (const [name, claiming] of Object.entries(claims))
      expect([name, await ask({ ...task, bytes: claiming(16_000) })]).toEqual([name, { kind: 'broken' }])
    // Some 70 MB are the program's own.
    expect(peakBytes()).toBeLessThan(160 * 1024 * 1024)
    for (const bytes of [png, jpeg, webp, gif, avif])
      expect(await ask({ ...task, bytes })).toMatchObject({ kind: 'done', picture: { type: 'image/webp' } })
  })
})

/** The most memory that any process for pictures of this one ever had (proc_pid_status(5)); 0 but on Linux. */
function peakBytes(): number {
  if (process.platform !== 'linux') return 0
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const peaks = pids.map((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1')
      const isOurs = new RegExp(`^PPid:\\s*${process.pid}$`, 'm').test(status)
      if (!isOurs || !readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('pictureProcess')) return 0
      return 1_024 * Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return Math.max(...peaks)
}

const uint16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const uint32 = (value: number) => Buffer.concat([uint16(0), uint16(value)])
