/** The process that decodes pictures: whatever goes wrong here is the decoder's to end. */
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import type { DecodedPicture, PictureRequest } from './pictureDecoder'

const decodeSeconds = 10

// Nothing of one picture stays for the next, and the gateway has the other processors.
sharp.cache(false)
sharp.concurrency(1)
try {
  // A system short of memory ends this before the gateway (proc_pid_oom_score_adj(5)).
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Another system.
}

// What ends a whole group, as Ctrl-C, is the gateway's to answer: it lets go of this by the channel.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', async (request: PictureRequest) => {
  const answer: DecodedPicture = await written(request).then(
    (picture) => ({ kind: 'done', picture }),
    (error: unknown) => ({ kind: error instanceof Error && error.message.includes('timeout') ? 'late' : 'broken' }),
  )
  process.send?.(answer)
})
process.send?.('ready')

async function written({ bytes, way, side, mostPixels }: PictureRequest) {
  // Of an animation the first frame alone is read; EXIF turns the picture, and goes.
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'truncated', sequentialRead: way === 'small' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: decodeSeconds })
  if (way === 'small') return { type: 'image/webp', bytes: await picture.webp({ quality: 75 }).toBuffer() } as const
  const { hasAlpha } = await picture.metadata()
  if (hasAlpha) return { type: 'image/png', bytes: await picture.png({ palette: true }).toBuffer() } as const
  return { type: 'image/jpeg', bytes: await picture.jpeg({ quality: 85 }).toBuffer() } as const
}
