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
    ['long', 'broken'],
    ['killed', 'late'],
    ['terminated', 'late'],
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
    if (process.platform !== 'linux') return
    const ask = makePictureProcesses({ program, mostBytes: 250 * 1024 * 1024 })
    const filling = { ...task, bytes: Buffer.from('fills') }
    await ask({ ...task, bytes: Buffer.from('process') })
    expect(await ask(filling)).toEqual({ kind: 'broken' })
  })

  it('decodes the next one unless it was ended, or has much memory left of the last', async () => {
    const processOf = async (ask: ReturnType<typeof makePictureProcesses>) =>
      String(Object(await ask({ ...task, bytes: Buffer.from('process') })).picture?.bytes)
    const ask = makePictureProcesses({ program, restMs: 1 })
    const first = await processOf(ask)
    // A timer of the same length comes right behind the one that ends it.
    await new Promise((resolve) => setTimeout(resolve, 1))
    expect(await processOf(ask)).not.toBe(first)
    if (process.platform !== 'linux') return
    const full = makePictureProcesses({ program, restBytes: 1 })
    expect(await processOf(full)).not.toBe(await processOf(full))
  })

  it('S27: goes on where its group is told to end, and says at once where none can be started', async () => {
    const picture = { ...task, bytes: await whole(64, 64).png().toBuffer() }
    const before = new Set(decoders())
    const ask = makePictureProcesses()
    await ask(picture)
    const own = decoders().filter((pid) => !before.has(pid))
    for (const pid of own) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(Number(pid), signal)
    expect(await ask(picture)).toMatchObject({ kind: 'done' })
    expect(decoders().filter((pid) => !before.has(pid))).toEqual(own)
    const { execPath } = process
    process.execPath = '/nowhere/node'
    try {
      await expect(makePictureProcesses()(picture)).rejects.toThrow('does not start')
    } finally {
      process.execPath = execPath
    }
  })

  it('S27: decodes none whose header claims more pixels than it may have, of any kind', async () => {
    const before = new Set(decoders())
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
    await ask({ ...task, bytes: png })
    const own = decoders().filter((pid) => !before.has(pid))
    const start = peakOf(own)
    for (const [name, claiming] of Object.entries(claims))
      expect([name, await ask({ ...task, bytes: claiming(16_000) })]).toEqual([name, { kind: 'broken' }])
    // One that was decoded would take 768 MB.
    expect(peakOf(own) - start).toBeLessThan(100 * 1024 * 1024)
    expect(decoders().filter((pid) => !before.has(pid))).toEqual(own)
    for (const bytes of [png, jpeg, webp, gif, avif])
      expect(await ask({ ...task, bytes })).toMatchObject({ kind: 'done', picture: { type: 'image/webp' } })
  })
})

/** Ids of the processes for pictures of this one; none but on Linux. */
function decoders(): readonly string[] {
  if (process.platform !== 'linux') return []
  const isOurs = (pid: string) => {
    try {
      const [status, started] = ['status', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1'))
      return new RegExp(`^PPid:\\s*${process.pid}$`, 'm').test(status ?? '') && started?.includes('pictureProcess')
    } catch {
      return false
    }
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name))
}

/** The most memory that any of them ever had (proc_pid_status(5)). */
const peakOf = (pids: readonly string[]): number =>
  Math.max(
    0,
    ...pids.map((pid) => 1_024 * Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1])),
  )

const uint16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const uint32 = (value: number) => Buffer.concat([uint16(0), uint16(value)])
